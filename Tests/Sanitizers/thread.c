// Linked into every program that Scripts/test --sanitize thread builds, and into no other: what ThreadSanitizer is to do, and
// what it cannot see by itself. REPORTS is the folder of the reports, SYMBOLIZER the program that names functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Compiled in, as tests start programs with an environment of their own. The status is none of ours or of sysexits.h.
const char *__tsan_default_options(void) {
    return "log_path=" REPORTS "/thread:exitcode=99:halt_on_error=0:second_deadlock_stack=1:"
           "external_symbolizer_path=" SYMBOLIZER;
}

// Synchronization.Mutex is an atomic number, which the instrumented caller changes itself, and which ThreadSanitizer so sees.
// Where two threads want it at once, the library takes and gives it by futex(2), and the library is not instrumented: what one
// thread wrote behind the lock then seems unordered with what the next one reads there. These functions stand before the
// library's (the mutex comes in the register of Swift's self) and tell the order.
#define LIBRARY(name) "$s15Synchronization12_MutexHandleV" name
#define MUTEX __attribute__((swift_context)) void *mutex
typedef __attribute__((swiftcall)) void (*lock_function)(uint32_t thread, MUTEX);
typedef __attribute__((swiftcall)) bool (*try_function)(MUTEX);
typedef __attribute__((swiftcall)) void (*unlock_function)(MUTEX);

__attribute__((swiftcall)) void lock_contended(uint32_t thread, MUTEX) __asm__(LIBRARY("9_lockSlowyys6UInt32VF"));
__attribute__((swiftcall)) bool try_contended(MUTEX) __asm__(LIBRARY("12_tryLockSlowSbyF"));
__attribute__((swiftcall)) void unlock_contended(MUTEX) __asm__(LIBRARY("11_unlockSlowyyF"));

static lock_function library_lock;
static try_function library_try;
static unlock_function library_unlock;

// All are NULL in a program that has no mutex.
__attribute__((constructor)) static void find_library(void) {
    library_lock = (lock_function)dlsym(RTLD_NEXT, LIBRARY("9_lockSlowyys6UInt32VF"));
    library_try = (try_function)dlsym(RTLD_NEXT, LIBRARY("12_tryLockSlowSbyF"));
    library_unlock = (unlock_function)dlsym(RTLD_NEXT, LIBRARY("11_unlockSlowyyF"));
}

__attribute__((swiftcall)) void lock_contended(uint32_t thread, MUTEX) {
    library_lock(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) bool try_contended(MUTEX) {
    bool is_ours = library_try(mutex);
    if (is_ours) __tsan_acquire(mutex);
    return is_ours;
}

__attribute__((swiftcall)) void unlock_contended(MUTEX) {
    __tsan_release(mutex);
    library_unlock(mutex);
}
