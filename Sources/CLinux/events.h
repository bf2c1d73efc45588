// epoll(7) and eventfd(2), which Swift's own Glibc module leaves out.
#ifndef ATTACHD_CLINUX_EVENTS_H
#define ATTACHD_CLINUX_EVENTS_H

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

/// Event bits as plain numbers: the importer makes an enumeration of them, which does not combine.
static const uint32_t linux_epoll_readable = EPOLLIN;
static const uint32_t linux_epoll_departed = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
static const uint32_t linux_epoll_once = EPOLLONESHOT;

/// POLLRDHUP of poll(2), which needs _GNU_SOURCE; epoll's constant has the same value.
static const short linux_poll_half_closed = EPOLLRDHUP;

static inline int linux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int linux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// epoll_ctl(2) with the event spread out; `operation` is EPOLL_CTL_ADD, _MOD or _DEL.
static inline int linux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = token;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

/// epoll_wait(2) for at most 64 events, whose tokens are stored; -1 and EINTR as the call has them.
static inline int linux_epoll_wait(int epoll, uint64_t *tokens, int count, int milliseconds) {
    struct epoll_event events[64];
    int found = epoll_wait(epoll, events, count < 64 ? count : 64, milliseconds);
    for (int index = 0; index < found; index++) tokens[index] = events[index].data.u64;
    return found;
}

/// bind(2) or connect(2) of a Unix socket to a path of `length` bytes; ENAMETOOLONG if it does not fit.
static inline int linux_unix_name(int descriptor, const char *path, size_t length, int connects) {
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    if (length == 0 || length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length);
    const struct sockaddr *name = (const struct sockaddr *)&address;
    return connects ? connect(descriptor, name, sizeof address) : bind(descriptor, name, sizeof address);
}

/// Bytes that wait to be read from a socket, or -1: ioctl(2) with FIONREAD, which is variadic.
static inline int linux_unread(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

/// The port that a TCP socket is bound to, or -1: getsockname(2) for both address families.
static inline int linux_bound_port(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return -1;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return -1;
}

/// Flags of send(2) and recv(2): enumerators whose Swift type depends on how the importer is asked.
static const int linux_message_no_signal = MSG_NOSIGNAL;
static const int linux_message_dont_wait = MSG_DONTWAIT;

/// Whether only this machine can reach a bound socket: a Unix socket, or one on a loopback address (getsockname(2)).
static inline int linux_is_bound_locally(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_UNIX) return 1;
    if (address.ss_family == AF_INET)
        return ntohl(((struct sockaddr_in *)&address)->sin_addr.s_addr) >> 24 == 127;
    if (address.ss_family != AF_INET6) return 0;
    const struct in6_addr *host = &((struct sockaddr_in6 *)&address)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(host) || (IN6_IS_ADDR_V4MAPPED(host) && host->s6_addr[12] == 127);
}

/// Copies the path that a Unix socket is bound to, without a NUL, and returns its length; 0 where it has none or it does
/// not fit: getsockname(2).
static inline size_t linux_bound_path(int descriptor, char *path, size_t size) {
    struct sockaddr_un address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.sun_family != AF_UNIX) return 0;
    size_t count = strnlen(address.sun_path, sizeof address.sun_path);
    if (count > size) return 0;
    memcpy(path, address.sun_path, count);
    return count;
}

/// connect(2) of a TCP socket to a port of 127.0.0.1.
static inline int linux_connect_loopback(int descriptor, uint16_t port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(descriptor, (const struct sockaddr *)&address, sizeof address);
}

#endif
