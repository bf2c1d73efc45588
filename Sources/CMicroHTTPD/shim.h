// libmicrohttpd's variadic calls with fixed types, and what Swift's importer cannot see of it. Each function returns
// what the C call returns, and decides nothing.
#ifndef ATTACHD_CMICROHTTPD_SHIM_H
#define ATTACHD_CMICROHTTPD_SHIM_H

#include <errno.h>
#include <microhttpd.h>
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
};

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

/// Starts a daemon of one epoll thread without a listening socket: connections come by mhd_accept.
/// MHD_start_daemon is variadic.
static inline struct MHD_Daemon *mhd_start_worker(struct mhd_callbacks calls, struct mhd_limits limits) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
        NULL, calls.handler, calls.context, MHD_OPTION_URI_LOG_CALLBACK, calls.target, calls.context,
        MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context, MHD_OPTION_NOTIFY_CONNECTION, calls.changed,
        calls.context, MHD_OPTION_UNESCAPE_CALLBACK, &mhd_keep_escapes, (void *)NULL, MHD_OPTION_CONNECTION_LIMIT,
        limits.connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout, MHD_OPTION_THREAD_STACK_SIZE, limits.stack,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
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

/// The connection's socket, or -1. MHD_get_connection_info is variadic.
static inline int mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : (int)info->connect_fd;
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
