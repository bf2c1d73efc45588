#ifndef ATTACHD_CSYSTEMD_SHIM_H
#define ATTACHD_CSYSTEMD_SHIM_H

#include <stdint.h>
#include <systemd/sd-daemon.h>
#include <time.h>

/// CLOCK_MONOTONIC in microseconds, as RELOADING=1 wants it beside it.
static inline uint64_t systemd_monotonic_microseconds(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

#endif
