/* The machine as the runtime sees it: the builtins of src/program/builtins.def as C functions, and
 * the numbers they take.  The numbers of events, guards and options are written out here, since the
 * runtime includes nothing of the tool; tests/unit/test_runtime_numbers.c compares both. */
#ifndef HEDDLE_VM_H
#define HEDDLE_VM_H

#include <stddef.h>

enum {
    EV_READ = 1,
    EV_WRITE = 2,
    EV_UPDATE = 3,
    EV_LOCK = 4,
    EV_TRYLOCK = 5,
    EV_UNLOCK = 6,
    EV_WAIT = 7,
    EV_SEM_WAIT = 11,
    EV_SEM_POST = 12,
    EV_BARRIER = 13,
    EV_READ_LOCK = 14,
    EV_ONCE = 15,
    EV_SYNC = 16,
    EV_PAUSE = 29,
};

enum {
    GUARD_ALWAYS,
    GUARD_EQ,
    GUARD_NE,
    GUARD_GE,
    GUARD_GT,
    GUARD_LOCK,
    GUARD_SHARE,
    GUARD_CANCEL = 16,
    GUARD_TIMED = 32,
    GUARD_OWN = 64,
};
#define LOCK_MARKS  0xffffff00u
#define LOCK_NUMBER 0xffff /* the bits of a lock word that have its holder's number */

enum { WAIT_TIMED = 1, WAIT_NO_CANCEL = 2, WAIT_STRONG = 4 };
enum { WAIT_WOKEN, WAIT_SPURIOUS, WAIT_TIMEOUT, WAIT_CANCELED, WAIT_SERIAL };
enum {
    OPTION_MALLOC_MAY_FAIL,
    OPTION_EXIT_STATUS,
    OPTION_LAST_THREAD,
    OPTION_REUSE,
    OPTION_CANCELS,
    OPTION_LOCKS_STREAMS,
    OPTION_ALONE
};
enum { REUSE_NONE, REUSE_LAST, REUSE_FIRST };
enum {
    ORDERS_ACQUIRE = 1,
    ORDERS_RELEASE = 2,
    ORDERS_READERS = 4,
    ORDERS_WRITE = 8,
    ORDERS_LOAD = 16,
    ORDERS_STORE = 32,
    ORDERS_UPDATE = 64,
    ORDERS_CANCELLED = 128,
    ORDERS_HANDS = 1 << 16,
    ORDERS_NOTHING = 1 << 17
};
enum { JOIN_TRY = 1, JOIN_ASK = 4 };

enum {
    ERR_NONE,
#define ERROR(name, word, meaning) ERR_##name,
#include "../src/errors.def"
};

int __heddle_await(int kind, const volatile void *addr, size_t size, int guard, int value);
void __heddle_visible(int kind, const volatile void *addr, size_t size);
void __heddle_op_end(void);
int __heddle_wait(const volatile void *addr, int flags);
int __heddle_wake_one(const volatile void *addr, int gone);
int __heddle_wake_all(const volatile void *addr, int gone);
int __heddle_waiters(const volatile void *addr);
void __heddle_inherit(void *thread, const void *addr);

void __heddle_creates(void);
void *__heddle_spawn(void *entry, void *start, void *arg, int detached);
void __heddle_polls(void);
void __heddle_leaves(void);
void __heddle_handles(void);
void __heddle_tells_time(void);
void __heddle_locks_streams(void);
int __heddle_join(void *handle, void **result, int flags);
int __heddle_detach(void *handle);
_Noreturn void __heddle_thread_exit(void *value);
_Noreturn void __heddle_exit(int status);
_Noreturn void __heddle_reset(void **kept, unsigned n);
int __heddle_is_static(const void *pointer, size_t size);
void *__heddle_thread(void);
int __heddle_self(void);
void __heddle_held(int delta);
int __heddle_cancel(void *handle);
int __heddle_cancelled(void);
int __heddle_cancel_mask(int on);
void __heddle_yield(void);

unsigned __heddle_choose(unsigned n);
long long __heddle_nondet(int bits, int is_signed);
void __heddle_assume(int condition);
void __heddle_atomic_begin(int interrupt);
void __heddle_atomic_end(void);
_Noreturn void __heddle_fail(int error, const char *message);
_Noreturn void __heddle_unsupported(const char *what);

void *__heddle_alloc(size_t size, size_t alignment, int zeroed);
/* Which functions an object of the heap belongs to: what `zeroed` says besides, from its second bit
 * on, and what a release has to say again. */
enum {
    HEAP_MALLOC,
    HEAP_NEW,
    HEAP_NEW_ARRAY,
    HEAP_OWN /* the runtime's, of which traces do not speak */
};
void __heddle_free(void *pointer, int family);
void __heddle_sized(const void *pointer, int family, size_t size); /* is that its size? */
int __heddle_revive(void *pointer, size_t size, size_t alignment, int zeroed);
size_t __heddle_object_size(const void *pointer);
int __heddle_defined(const volatile void *addr, size_t size);
int __heddle_lost(const volatile void *addr, size_t size);
int __heddle_is_pointer(const void *value);
int __heddle_same(const void *a, const void *b);
int __heddle_option(int option);
/* Exceptions: what the frame `level` above this one has to say to one, and to go there. */
typedef struct landing_clause {
    void *type;
    long id;
} landing_clause;
enum { LANDING_CLEANUP = 0, LANDING_END = 1 << 30, LANDING_ALL };
const landing_clause *__heddle_landing(int level);
void __heddle_unwind(int level);

void __heddle_orders(const volatile void *addr, size_t size, int how);

void __heddle_write(int fd, const void *bytes, size_t count);
int __heddle_format_double(char *buffer, size_t size, const char *spec, const long double *value);
int __heddle_format_pointer(char *buffer, size_t size, const void *pointer);
size_t __heddle_scan_double(const char *text, size_t count, size_t size, long double *value);

#endif
