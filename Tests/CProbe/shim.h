// Calls that an inspector must never get through with, and that Swift does not import.
#ifndef ATTACHD_CPROBE_SHIM_H
#define ATTACHD_CPROBE_SHIM_H

#include <errno.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

static inline int probe_fork(void) { return fork(); }

static inline long probe_trace_me(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL); }

/// SCMP_ACT_ALLOW.
static const uint32_t probe_allow = SCMP_ACT_ALLOW;

/// Adds a call to a list of those that fail with EPERM, as the filters of containers have them; prctl only where it would
/// load a filter. Returns 0 or a negative errno.
static inline int probe_deny(scmp_filter_ctx filter, const char *name) {
    int call = seccomp_syscall_resolve_name(name);
    if (call == SCMP_SYS(prctl))
        return seccomp_rule_add_exact(
            filter, SCMP_ACT_ERRNO(EPERM), call, 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP));
    return seccomp_rule_add_exact(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
}

#endif
