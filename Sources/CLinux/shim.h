// What Swift's importer cannot see of glibc and Linux: macros with casts, variadic calls, and the
// ancillary-data macros of sendmsg(2)/recvmsg(2). Each function is a few lines, returns what the C
// call returns, and decides nothing.
#ifndef ATTACHD_CLINUX_SHIM_H
#define ATTACHD_CLINUX_SHIM_H

// No _GNU_SOURCE here: it changes structures (fd_set) that Swift's own Glibc module has already imported without it.
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// Names the calling thread, as `top -H` shows it: prctl(PR_SET_NAME), which cuts the name to 15 bytes.
/// prctl is variadic.
static inline int linux_set_thread_name(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// A duplicate of a descriptor, closed on exec: fcntl(F_DUPFD_CLOEXEC). fcntl is variadic.
static inline int linux_duplicate(int descriptor) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

/// Removes a folder and everything below it, following no symbolic link: fts(3). Returns 0, or -1 if something stayed.
static inline int linux_remove_tree(const char *path) {
    char *const roots[] = {(char *)path, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (walk == NULL) return -1;
    int result = 0;
    for (FTSENT *entry = fts_read(walk); entry != NULL; entry = fts_read(walk)) {
        if (entry->fts_info == FTS_D) continue;
        if (remove(entry->fts_accpath) != 0) result = -1;
    }
    fts_close(walk);
    return result;
}

/// Sends one message on a SOCK_SEQPACKET socket, with one descriptor unless it is negative: sendmsg(2) with
/// MSG_NOSIGNAL. Returns the bytes sent, or -1.
static inline ssize_t linux_send_message(int socket, const void *bytes, size_t length, int descriptor) {
    struct iovec part = {(void *)bytes, length};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = sizeof control.space;
        struct cmsghdr *first = CMSG_FIRSTHDR(&message);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(first), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/// Receives one message and the descriptor that came with it, close-on-exec: recvmsg(2). `*descriptor` is -1 if there was
/// none; `*flags` has MSG_TRUNC or MSG_CTRUNC if message or descriptor did not fit. Returns the bytes received, 0 at the
/// end, or -1.
static inline ssize_t linux_receive_message(int socket, void *bytes, size_t length, int *descriptor, int *flags) {
    struct iovec part = {bytes, length};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    *descriptor = -1;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    *flags = message.msg_flags;
    struct cmsghdr *first = CMSG_FIRSTHDR(&message);
    if (first != NULL && first->cmsg_level == SOL_SOCKET && first->cmsg_type == SCM_RIGHTS
        && first->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(first), sizeof *descriptor);
    return count;
}

/// Makes an anonymous file in memory, close-on-exec: memfd_create(2), which glibc declares only under _GNU_SOURCE.
static inline int linux_memory_file(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1U /* MFD_CLOEXEC */);
}

/// glibc declares it only under _GNU_SOURCE.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// O_PATH, which glibc declares only under _GNU_SOURCE; this number on every architecture that the project runs on.
static const int linux_open_path_only = 010000000;

/// Makes a pipe, both ends close-on-exec: pipe2(2), which glibc declares only under _GNU_SOURCE.
static inline int linux_pipe(int ends[2]) {
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

/// Opens a file without a name in a folder: O_TMPFILE is only visible under _GNU_SOURCE.
static inline int linux_open_unnamed(const char *folder, mode_t mode) {
    return open(folder, __O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

/// Gives an open file a name, through the descriptor's magic link: linkat(2), which must be told to follow it.
static inline int linux_link_descriptor(int descriptor, const char *path) {
    char source[32];
    snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/// Opens an open file again, read-only, with an offset of its own.
static inline int linux_reopen_readonly(int descriptor) {
    char source[32];
    snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
    return open(source, O_RDONLY | O_CLOEXEC);
}

/// Puts everything that was written to the file system of an open file on its disk: syncfs(2), which glibc declares only under
/// _GNU_SOURCE. 0, or -1 with errno.
static inline int linux_sync_file_system(int descriptor) {
    return (int)syscall(SYS_syncfs, descriptor);
}

/// Waits for what the kernel is writing of an open file: sync_file_range(2) with SYNC_FILE_RANGE_WAIT_BEFORE, which glibc
/// declares only under _GNU_SOURCE. -1 with errno, too where it was not written.
static inline int linux_wait_written(int descriptor) {
#ifdef SYS_sync_file_range
    return (int)syscall(SYS_sync_file_range, descriptor, 0, 0, 1);
#else
    return (int)syscall(SYS_sync_file_range2, descriptor, 1, 0, 0);
#endif
}

/// Whether the kernel's clock is kept by a time service: 1 or 0, -1 where it does not tell. adjtimex(2), only asking; its
/// structure's fields are bit fields, which the importer leaves out.
static inline int linux_clock_state(void) {
    struct timex state;
    memset(&state, 0, sizeof state);
    return adjtimex(&state) < 0 ? -1 : (state.status & STA_UNSYNC) == 0;
}

/// The parameters of mallopt(3) that are used: the most arenas, and from how many bytes on a block is a mapping of its own
/// and the free top of a heap goes back to the kernel.
static const int linux_malloc_arenas = M_ARENA_MAX;
static const int linux_malloc_mapping_threshold = M_MMAP_THRESHOLD;
static const int linux_malloc_trim_threshold = M_TRIM_THRESHOLD;

/// Sets a parameter of the allocator: mallopt(3). malloc.h is in no module of Swift's. Returns 1, or 0 on an error.
static inline int linux_malloc_set(int parameter, int value) {
    return mallopt(parameter, value);
}

/// Gives free memory back to the kernel, from the middle of heaps too: malloc_trim(3). Returns 1 if there was any.
static inline int linux_malloc_trim(void) {
    return malloc_trim(0);
}

/// flock(2): its name is also a structure's.
static inline int linux_flock(int descriptor, int operation) {
    return flock(descriptor, operation);
}

#endif
