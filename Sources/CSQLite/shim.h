// What Swift's importer cannot see of SQLite: variadic configuration calls and macros with casts. Each function is one
// call, returns what the C call returns, and decides nothing.
#ifndef ATTACHD_CSQLITE_SHIM_H
#define ATTACHD_CSQLITE_SHIM_H

#include <sqlite3.h>

/// sqlite3_config is variadic: the options that take one int (SQLITE_CONFIG_MEMSTATUS).
static inline int sqlite_config_int(int option, int value) {
    return sqlite3_config(option, value);
}

/// sqlite3_db_config is variadic: the options that switch something on or off (SQLITE_DBCONFIG_DEFENSIVE).
static inline int sqlite_db_config_switch(sqlite3 *connection, int option, int on) {
    return sqlite3_db_config(connection, option, on, (int *)0);
}

/// SQLITE_TRANSIENT is a cast: SQLite copies the text before the call returns.
static inline int sqlite_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 bytes) {
    return sqlite3_bind_text64(statement, index, text, bytes, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// SQLITE_TRANSIENT again, for bytes.
static inline int sqlite_bind_copied_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// The result code's low byte is the primary code; the rest says more.
static inline int sqlite_primary_code(int extended) {
    return extended & 0xff;
}

#endif
