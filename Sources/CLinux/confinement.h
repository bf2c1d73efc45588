// What a process gives up for good: prctl(2), which is variadic, and Landlock's calls, for which glibc has no functions.
#ifndef ATTACHD_CLINUX_CONFINEMENT_H
#define ATTACHD_CLINUX_CONFINEMENT_H

#include <stdint.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// No core dump, and no tracing by others of the same user: PR_SET_DUMPABLE.
static inline int linux_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// No execve(2) gives more rights from now on: PR_SET_NO_NEW_PRIVS.
static inline int linux_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/// The kernel's Landlock version, from 1; -1 and errno where there is none: landlock_create_ruleset(2).
static inline int linux_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1U /* LANDLOCK_CREATE_RULESET_VERSION */);
}

/// Makes a set of rules that denies what the masks name. Older kernels know a shorter structure, and accept this one as
/// long as what they do not know is 0.
static inline int linux_landlock_create(uint64_t files, uint64_t network, uint64_t scopes) {
    struct {
        uint64_t files, network, scopes;
    } attributes = {files, network, scopes};
    return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0U);
}

/// Puts the calling thread under a set of rules for good: landlock_restrict_self(2).
static inline int linux_landlock_restrict(int rules) {
    return (int)syscall(SYS_landlock_restrict_self, rules, 0U);
}

#endif
