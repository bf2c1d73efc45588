// What Swift's importer cannot see of glibc and Linux: macros with casts, variadic calls, and the
// ancillary-data macros of sendmsg(2)/recvmsg(2). Each function is a few lines, returns what the C
// call returns, and decides nothing.
#ifndef ATTACHD_CLINUX_SHIM_H
#define ATTACHD_CLINUX_SHIM_H

// No _GNU_SOURCE here: it changes structures (fd_set) that Swift's own Glibc module has already imported without it.
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
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
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// Names the calling thread, as `top -H` shows it: prctl(PR_SET_NAME), which cuts the name to 15 bytes.
/// prctl is variadic.
static inline int linux_set_thread_name(const char *name) {
    return prctl(PR_SET_NAME, name, 0, 0, 0);
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

/// flock(2): its name is also a structure's.
static inline int linux_flock(int descriptor, int operation) {
    return flock(descriptor, operation);
}

#endif
