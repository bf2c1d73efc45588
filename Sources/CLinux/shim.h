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

#endif
