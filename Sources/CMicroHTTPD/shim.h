// libmicrohttpd's variadic calls with fixed types, and what Swift's importer cannot see of it. Each function returns
// what the C call returns, and decides nothing.
#ifndef ATTACHD_CMICROHTTPD_SHIM_H
#define ATTACHD_CMICROHTTPD_SHIM_H

#include <errno.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The functions that a worker is started with; `context` is handed to each of them.
struct mhd_callbacks {
    void *context;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback changed;
    /// A connection's memory is full of a chunk's size line; the library is about to answer with a 500 of its own.
    void (*overflowed)(void *context);
};

/// MHD_SIZE_UNKNOWN, which the importer does not see: a body that is sent in chunks.
static const uint64_t mhd_size_unknown = MHD_SIZE_UNKNOWN;

/// The limits that a worker is started with; bytes and seconds.
struct mhd_limits {
    unsigned int connections;
    size_t connection_memory;
    unsigned int timeout;
    size_t stack;
};

/// Leaves a target as the client sent it: the library's own decoding would cut it at "%00".
static inline size_t mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

/// What the library's log is handed to: it has no other sign of the answers that it makes by itself. Its message for
/// them has the status as the first argument; the only 500 among them is for a chunk's size line that does not end.
static inline void mhd_read_log(void *context, const char *format, va_list arguments) {
    static const char answered[] = "Error processing request (HTTP response code is %u";
    const struct mhd_callbacks *calls = (const struct mhd_callbacks *)context;
    if (strncmp(format, answered, sizeof answered - 1) != 0) return;
    if (va_arg(arguments, unsigned int) == MHD_HTTP_INTERNAL_SERVER_ERROR) calls->overflowed(calls->context);
}

/// Starts a daemon of one epoll thread without a listening socket: connections come by mhd_accept.
/// MHD_start_daemon is variadic. The callbacks must stay where they are until the daemon has stopped.
/// MHD_OPTION_STRICT_FOR_CLIENT stays 0: what it adds (a Host, no blank in a target) our rules check too, and the
/// library's own answer for a missing Host has its header twice.
static inline struct MHD_Daemon *mhd_start_worker(const struct mhd_callbacks *calls, struct mhd_limits limits) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_ERROR_LOG,
        0, NULL, NULL, calls->handler, calls->context, MHD_OPTION_EXTERNAL_LOGGER, &mhd_read_log, (void *)calls,
        MHD_OPTION_URI_LOG_CALLBACK, calls->target, calls->context, MHD_OPTION_NOTIFY_COMPLETED, calls->completed,
        calls->context, MHD_OPTION_NOTIFY_CONNECTION, calls->changed, calls->context, MHD_OPTION_UNESCAPE_CALLBACK,
        &mhd_keep_escapes, (void *)NULL, MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.connection_memory, MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout,
        MHD_OPTION_THREAD_STACK_SIZE, limits.stack, MHD_OPTION_END);
}

/// Accepts one connection of `listener` and hands it to `daemon`: accept4(2), which needs _GNU_SOURCE, and
/// MHD_add_connection. Returns 0, the errno of accept4, or -1 if the daemon refused (the connection is then closed).
static inline int mhd_accept(struct MHD_Daemon *daemon, int listener) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int client = (int)syscall(SYS_accept4, listener, &address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) return errno;
    return MHD_add_connection(daemon, client, (struct sockaddr *)&address, length) == MHD_YES ? 0 : -1;
}

/// Makes a pair of Unix sockets, hands one to `daemon` as a client and returns the other one, or -1.
static inline int mhd_connect(struct MHD_Daemon *daemon) {
    int ends[2];
    struct sockaddr address;
    memset(&address, 0, sizeof address);
    address.sa_family = AF_UNIX;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return -1;
    if (MHD_add_connection(daemon, ends[1], &address, sizeof address.sa_family) == MHD_YES) return ends[0];
    close(ends[0]);
    return -1;
}

/// The connection's socket, or -1. MHD_get_connection_info is variadic.
static inline int mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : (int)info->connect_fd;
}

/// Whether the connection's memory still has room for a field, which is then added to its trailers; nobody reads those.
static inline int mhd_has_room(struct MHD_Connection *connection) {
    return MHD_set_connection_value(connection, MHD_FOOTER_KIND, "x-probe", "") == MHD_YES;
}

/// The pointer that the `changed` callback left for the connection.
static inline void *mhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// The address family of the client, or -1.
static inline int mhd_peer_family(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL || info->client_addr == NULL ? -1 : (int)info->client_addr->sa_family;
}

#endif
