// libseccomp's rules are variadic; each function adds one to the allow-list, exactly as given or not at all.
#ifndef ATTACHD_CSECCOMP_SHIM_H
#define ATTACHD_CSECCOMP_SHIM_H

#include <seccomp.h>

/// Allows a call whatever its arguments: seccomp_rule_add_exact(3). Returns 0, or a negative errno.
static inline int seccomp_allow(scmp_filter_ctx filter, int call) {
    return seccomp_rule_add_exact(filter, SCMP_ACT_ALLOW, call, 0);
}

/// Allows a call where the bits of `mask` in one argument are `value`.
static inline int seccomp_allow_masked(
    scmp_filter_ctx filter, int call, unsigned int argument, uint64_t mask, uint64_t value) {
    struct scmp_arg_cmp condition = {argument, SCMP_CMP_MASKED_EQ, mask, value};
    return seccomp_rule_add_exact_array(filter, SCMP_ACT_ALLOW, call, 1, &condition);
}

#endif
