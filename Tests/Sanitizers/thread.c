// Linked into every program that Scripts/test --sanitize thread builds, and into no other: what ThreadSanitizer is to do, and
// what it cannot see by itself. REPORTS is the folder of the reports, SYMBOLIZER the program that names functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Compiled in, as tests start programs with an environment of their own. The status is none of ours or of sysexits.h. A race
// whose earlier half is no longer in a thread's history is not reported: 4 is up to 8 MB of it a thread.
const char *__tsan_default_options(void) {
    return "log_path=" REPORTS "/thread:exitcode=99:halt_on_error=0:history_size=4:second_deadlock_stack=1:"
           "external_symbolizer_path=" SYMBOLIZER;
}

// The same function of the library that ours stands before.
static void *library(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) abort();
    return function;
}

// Synchronization.Mutex is an atomic number, which the instrumented caller changes itself, and which ThreadSanitizer so sees.
// Where two threads want it at once, the library takes and gives it by futex(2), and the library is not instrumented: what one
// thread wrote behind the lock then seems unordered with what the next one reads there. These functions stand before the
// library's (the mutex comes in the register of Swift's self) and tell the order.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define MUTEX __attribute__((swift_context)) void *mutex
#define SWIFT __attribute__((swiftcall))

SWIFT void lock_contended(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT bool try_contended(MUTEX) __asm__(TRY);
SWIFT void unlock_contended(MUTEX) __asm__(UNLOCK);

SWIFT void lock_contended(uint32_t thread, MUTEX) {
    static SWIFT void (*_Atomic lock)(uint32_t, MUTEX);
    if (!lock) lock = (SWIFT void (*)(uint32_t, MUTEX))library(LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool try_contended(MUTEX) {
    static SWIFT bool (*_Atomic try)(MUTEX);
    if (!try) try = (SWIFT bool (*)(MUTEX))library(TRY);
    bool is_ours = try(mutex);
    if (is_ours) __tsan_acquire(mutex);
    return is_ours;
}

SWIFT void unlock_contended(MUTEX) {
    static SWIFT void (*_Atomic unlock)(MUTEX);
    if (!unlock) unlock = (SWIFT void (*)(MUTEX))library(UNLOCK);
    __tsan_release(mutex);
    unlock(mutex);
}

// Swift's runtime knows of ThreadSanitizer, and for its sake locks and unlocks at each use of what is initialised once: each
// use of any static value or generic type would order the threads that have nothing else in common, and hide their races.
// Here only the one that initialises comes before the ones that use.
extern bool _swift_tsan_enabled __attribute__((weak));

__attribute__((constructor)) static void initialise_once_only(void) {
    if (&_swift_tsan_enabled != NULL) _swift_tsan_enabled = false;
}

struct initialisation {
    intptr_t *once;
    void (*function)(void *);
    void *context;
};

static void initialise(void *argument) {
    struct initialisation *ours = argument;
    ours->function(ours->context);
    __tsan_release(ours->once);
}

void swift_once(intptr_t *once, void (*function)(void *), void *context) {
    static void (*_Atomic library_once)(intptr_t *, void (*)(void *), void *);
    if (!library_once) library_once = (void (*)(intptr_t *, void (*)(void *), void *))library("swift_once");
    struct initialisation ours = {once, function, context};
    library_once(once, initialise, &ours);
    __tsan_acquire(once);
}

// A continuation that is resumed before it is waited for: the runtime tells that the task is released, and not that it goes on.
// After each call of an asynchronous function its caller frees the call's memory, and there takes what was released for it.
SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

SWIFT void swift_task_dealloc(void *memory) {
    static SWIFT void (*_Atomic library_dealloc)(void *);
    if (!library_dealloc) library_dealloc = (SWIFT void (*)(void *))library("swift_task_dealloc");
    library_dealloc(memory);
    void *task = swift_task_getCurrent();
    if (task != NULL) __tsan_acquire(task);
}
