#define _GNU_SOURCE
#include "CCrash.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static int log_file = -1;
static char root[1024];

void crash_log(enum crash_kind kind, uint64_t file, int64_t offset, const char *path, const void *bytes, int64_t count) {
    if (log_file < 0) return;
    int64_t head[5] = {kind, (int64_t)file, offset, (int64_t)strlen(path), count};
    struct iovec parts[3] = {{head, sizeof head}, {(void *)path, strlen(path)}, {(void *)bytes, (size_t)count}};
    ssize_t wanted = (ssize_t)(sizeof head + strlen(path) + (size_t)count);
    // One call on a file opened with O_APPEND: the kernel's lock on the inode makes the order.
    if (writev(log_file, parts, 3) != wanted) abort();
}

int crash_kill_after(int64_t microseconds) {
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return -1;
    struct itimerspec when;
    memset(&when, 0, sizeof when);
    when.it_value.tv_sec = microseconds / 1000000;
    when.it_value.tv_nsec = microseconds % 1000000 * 1000 + 1;
    return timer_settime(timer, 0, &when, NULL);
}

// The VFS. SQLite reaches the disk through it alone, but for the shared memory of the log (`-shm`), which is no more
// after a power cut and is made anew from the log.

struct recorded_file {
    sqlite3_file base;
    int is_recorded;
    int names_are_unsynced;
    uint64_t inode;
    char path[1024];
    sqlite3_file real[];
};

static sqlite3_vfs *system_vfs;
static sqlite3_vfs recording_vfs;

static struct recorded_file *of(sqlite3_file *file) { return (struct recorded_file *)file; }
static const sqlite3_io_methods *methods(sqlite3_file *file) { return of(file)->real->pMethods; }

static void folder_of(const char *path, char *folder, size_t size) {
    strncpy(folder, path, size - 1);
    folder[size - 1] = 0;
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
}

static int file_close(sqlite3_file *file) { return methods(file)->xClose(of(file)->real); }
static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return methods(file)->xRead(of(file)->real, bytes, count, offset);
}
static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int code = methods(file)->xWrite(of(file)->real, bytes, count, offset);
    if (code == SQLITE_OK && of(file)->is_recorded) crash_log(crash_write, of(file)->inode, offset, "", bytes, count);
    return code;
}
static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = methods(file)->xTruncate(of(file)->real, size);
    if (code == SQLITE_OK && of(file)->is_recorded) crash_log(crash_truncate, of(file)->inode, size, "", "", 0);
    return code;
}
static int file_sync(sqlite3_file *file, int flags) {
    struct recorded_file *recorded = of(file);
    if (!recorded->is_recorded) return methods(file)->xSync(recorded->real, flags);
    char folder[1024];
    folder_of(recorded->path, folder, sizeof folder);
    // The first sync of a log or journal also puts its folder on the disk (unixSync, UNIXFILE_DIRSYNC).
    int both = recorded->names_are_unsynced;
    crash_log(crash_sync_begin, recorded->inode, 0, "", "", 0);
    if (both) crash_log(crash_folder_begin, 0, 0, folder, "", 0);
    int code = methods(file)->xSync(recorded->real, flags);
    if (code != SQLITE_OK) return code;
    crash_log(crash_sync_end, recorded->inode, 0, "", "", 0);
    if (both) crash_log(crash_folder_end, 0, 0, folder, "", 0);
    recorded->names_are_unsynced = 0;
    return code;
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) { return methods(file)->xFileSize(of(file)->real, size); }
static int file_lock(sqlite3_file *file, int level) { return methods(file)->xLock(of(file)->real, level); }
static int file_unlock(sqlite3_file *file, int level) { return methods(file)->xUnlock(of(file)->real, level); }
static int file_reserved(sqlite3_file *file, int *held) { return methods(file)->xCheckReservedLock(of(file)->real, held); }
static int file_control(sqlite3_file *file, int what, void *value) {
    return methods(file)->xFileControl(of(file)->real, what, value);
}
static int file_sector(sqlite3_file *file) { return methods(file)->xSectorSize(of(file)->real); }
static int file_device(sqlite3_file *file) { return methods(file)->xDeviceCharacteristics(of(file)->real); }
static int file_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return methods(file)->xShmMap(of(file)->real, page, size, extend, memory);
}
static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    return methods(file)->xShmLock(of(file)->real, offset, count, flags);
}
static void file_map_barrier(sqlite3_file *file) { methods(file)->xShmBarrier(of(file)->real); }
static int file_unmap(sqlite3_file *file, int remove) { return methods(file)->xShmUnmap(of(file)->real, remove); }

// Version 2: without xFetch, so that nothing is read or written through mapped memory.
static const sqlite3_io_methods recording_methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock, file_reserved,
    file_control, file_sector, file_device, file_map, file_map_lock, file_map_barrier, file_unmap, NULL, NULL};

static int is_below_root(const char *path) { return path && strncmp(path, root, strlen(root)) == 0; }

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    struct recorded_file *recorded = of(file);
    memset(recorded, 0, sizeof *recorded);
    int is_new = is_below_root(path) && access(path, F_OK) != 0;
    int code = system_vfs->xOpen(system_vfs, path, recorded->real, flags, out);
    if (!recorded->real->pMethods) return code;
    recorded->base.pMethods = &recording_methods;
    struct stat facts;
    if (code != SQLITE_OK || !is_below_root(path) || stat(path, &facts) != 0) return code;
    recorded->is_recorded = 1;
    recorded->inode = facts.st_ino;
    strncpy(recorded->path, path, sizeof recorded->path - 1);
    int kinds = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL;
    recorded->names_are_unsynced = (flags & SQLITE_OPEN_CREATE) && (flags & kinds);
    if (is_new) {
        crash_log(crash_begin, recorded->inode, 0, "", "", 0);
        crash_log(crash_name, recorded->inode, 0, path, "", 0);
    }
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    char folder[1024];
    folder_of(path, folder, sizeof folder);
    int is_recorded = is_below_root(path);
    int code = system_vfs->xDelete(system_vfs, path, sync);
    if (code != SQLITE_OK || !is_recorded) return code;
    crash_log(crash_unname, 0, 0, path, "", 0);
    if (sync) {
        // Both after the call: the name is gone before the folder's sync begins.
        crash_log(crash_folder_begin, 0, 0, folder, "", 0);
        crash_log(crash_folder_end, 0, 0, folder, "", 0);
    }
    return code;
}

int crash_log_start(const char *log, const char *folder) {
    if (strlen(folder) >= sizeof root) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(root, folder);
    log_file = open(log, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (log_file < 0) return -1;
    if (sqlite3_initialize() != SQLITE_OK) return -1;
    system_vfs = sqlite3_vfs_find(NULL);
    if (!system_vfs) return -1;
    recording_vfs = *system_vfs;
    recording_vfs.zName = "recording";
    recording_vfs.pNext = NULL;
    recording_vfs.szOsFile = (int)sizeof(struct recorded_file) + system_vfs->szOsFile;
    recording_vfs.xOpen = vfs_open;
    recording_vfs.xDelete = vfs_delete;
    return sqlite3_vfs_register(&recording_vfs, 1) == SQLITE_OK ? 0 : -1;
}
