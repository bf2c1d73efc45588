// A file that is read as if it were mapped, of which few pieces are: the others are mapped when they are first touched, by
// the handler of SIGSEGV. So what stays resident is bounded, whatever is read and in whatever order.
//
// For a process of one thread, and one file at a time.
#ifndef ATTACHD_CLINUX_WINDOWS_H
#define ATTACHD_CLINUX_WINDOWS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/// Bytes of one piece, a multiple of every page size, and how many pieces are mapped at most.
enum { linux_window_size = 1 << 20, linux_window_count = 8 };

/// The file that is read now; all zero where there is none.
struct linux_windows {
    char *start;
    size_t length;
    int descriptor;
    /// Where the pieces that are mapped begin, plus 1; 0 for none. The oldest is replaced first.
    size_t open[linux_window_count];
    unsigned next;
};

/// What the handler works on. Set and read by functions that are compiled together, as every object file has its own; within
/// a function, because the importer leaves out variables of a header.
static inline struct linux_windows **linux_windows_handled(void) {
    static struct linux_windows *handled;
    return &handled;
}

static inline size_t linux_window_length(const struct linux_windows *windows, size_t offset) {
    size_t left = windows->length - offset;
    return left < linux_window_size ? left : linux_window_size;
}

/// A fault inside the handler, where the signal is blocked: the kernel ends the process by SIGSEGV, as without a handler.
static inline void linux_windows_die(void) {
    for (;;) *(volatile char *)1 = 0;
}

/// Maps the piece that was touched, in place of the oldest. Calls mmap(2) alone, which is safe in a handler.
static inline void linux_windows_fault(int number, siginfo_t *information, void *context) {
    (void)number;
    (void)context;
    struct linux_windows *windows = *linux_windows_handled();
    size_t place = (uintptr_t)information->si_addr - (uintptr_t)windows->start;
    // A number up to 0 is a signal that another process sent.
    if (information->si_code <= 0 || windows->start == NULL || place >= windows->length) linux_windows_die();
    size_t offset = place / linux_window_size * linux_window_size;
    for (int index = 0; index < linux_window_count; index++)
        if (windows->open[index] == offset + 1) linux_windows_die();
    size_t *slot = &windows->open[windows->next];
    if (*slot != 0) {
        void *old = windows->start + (*slot - 1);
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
        if (mmap(old, linux_window_length(windows, *slot - 1), PROT_NONE, flags, -1, 0) == MAP_FAILED) linux_windows_die();
    }
    if (mmap(windows->start + offset, linux_window_length(windows, offset), PROT_READ, MAP_PRIVATE | MAP_FIXED,
             windows->descriptor, (off_t)offset) == MAP_FAILED)
        linux_windows_die();
    *slot = offset + 1;
    windows->next = (windows->next + 1) % linux_window_count;
}

/// Installs the handler, for the file that `windows` will tell of from now on: sigaction(2).
static inline int linux_windows_prepare(struct linux_windows *windows) {
    *linux_windows_handled() = windows;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = linux_windows_fault;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGSEGV, &action, NULL);
}

/// Reserves addresses for the first `length` bytes of a file, which must stay open; MAP_FAILED and errno as mmap(2).
/// For one file at a time, until linux_windows_end.
static inline void *linux_windows_begin(struct linux_windows *windows, int descriptor, size_t length) {
    void *start = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return start;
    memset(windows, 0, sizeof *windows);
    windows->start = start;
    windows->length = length;
    windows->descriptor = descriptor;
    return start;
}

/// Gives the addresses back: munmap(2).
static inline void linux_windows_end(struct linux_windows *windows) {
    munmap(windows->start, windows->length);
    memset(windows, 0, sizeof *windows);
}

#endif
