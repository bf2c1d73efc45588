// Calls that an inspector must never get through with, and that Swift does not import.
#ifndef ATTACHD_CPROBE_SHIM_H
#define ATTACHD_CPROBE_SHIM_H

#include <sys/ptrace.h>
#include <unistd.h>

static inline int probe_fork(void) { return fork(); }

static inline long probe_trace_me(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL); }

#endif
