#ifndef ATTACHD_FUZZER_H
#define ATTACHD_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own main: reads its options from the arguments and calls `test` until it is told to stop.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *, size_t));

#endif
