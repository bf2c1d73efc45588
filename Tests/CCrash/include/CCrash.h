// What the tests of crashes need from C: a log of everything that is done to a disk, and a death at a chosen moment.
#ifndef ATTACHD_CCRASH_H
#define ATTACHD_CCRASH_H

#include <stdint.h>

/// What a record of the log says. A name is a path, a file is an inode.
enum crash_kind {
    crash_begin = 1,         ///< file is new, empty, and has no name yet
    crash_write = 2,         ///< bytes were written to file at offset
    crash_truncate = 3,      ///< file has offset bytes now
    crash_sync_begin = 4,    ///< somebody asks for file to be put on the disk
    crash_sync_end = 5,      ///< the oldest such request for file has been met
    crash_name = 6,          ///< path names file now
    crash_unname = 7,        ///< path names nothing now
    crash_folder = 8,        ///< path is a new folder
    crash_folder_begin = 9,  ///< as sync_begin for the names in the folder path
    crash_folder_end = 10,   ///< as sync_end for them
    crash_promise = 11,      ///< path is a text: what was acknowledged at this moment
    crash_identity = 12,     ///< file was seen with offset as its time of modification, in nanoseconds
    crash_all_begin = 13,    ///< as sync_begin and folder_begin for all files and folders
    crash_all_end = 14,      ///< as their ends
};

/// Starts the log in a new file, and has SQLite report what it does to files below `root` (an absolute path) to it: a VFS
/// around the default one, which becomes the default. Once in a process. Returns 0, or -1 with errno.
int crash_log_start(const char *log, const char *root);

/// Adds a record; in one piece, whoever else does. A log that cannot be written ends the process.
void crash_log(enum crash_kind kind, uint64_t file, int64_t offset, const char *path, const void *bytes, int64_t count);

/// Has the kernel kill this process (SIGKILL) after so many microseconds. Returns 0, or -1 with errno.
int crash_kill_after(int64_t microseconds);

#endif
