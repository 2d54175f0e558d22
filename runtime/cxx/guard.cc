/* What compilers call by themselves: static variables with an initialiser that runs once,
 * destructors at the end of the process and of threads, and calls of functions that are not there.
 */
#include "cxx_runtime.h"

#include <cstdlib>
#include <pthread.h>

extern "C" {

int on_exit(void (*)(int, void *), void *);

void *__dso_handle;
extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;

/* ---- static variables ---- */

/* The first byte says that the variable is there, which compiled code looks at by itself; the
 * second word is a lock while somebody makes it.  Whoever comes then waits, as the standard has it;
 * who comes again in the same initialisation waits for itself. */
enum { MADE_NOT, MADE_NOW, MADE };

int __cxa_guard_acquire(long long *guard)
{
    int *word = reinterpret_cast<int *>(guard) + 1;

    __heddle_await(EV_ONCE, word, sizeof *word, GUARD_NE, MADE_NOW);
    __heddle_orders(word, 1, ORDERS_ACQUIRE);
    bool first = *word == MADE_NOT;
    if (first)
        *word = MADE_NOW;
    __heddle_op_end();
    return first;
}

/* Where threads run alone, each place has operations of its own: the byte first, so that whoever
 * comes after the word finds it. */
static void guard_end_alone(long long *guard, char done)
{
    int *word = reinterpret_cast<int *>(guard) + 1;

    if (done) {
        __heddle_visible(EV_ONCE, guard, 1);
        __heddle_orders(guard, 1, ORDERS_RELEASE);
        *reinterpret_cast<char *>(guard) = 1;
        __heddle_op_end();
    }
    __heddle_visible(EV_ONCE, word, sizeof *word);
    __heddle_orders(word, 1, ORDERS_RELEASE);
    *word = done ? MADE : MADE_NOT;
    __heddle_op_end();
}

static void guard_end(long long *guard, char done)
{
    int *word = reinterpret_cast<int *>(guard) + 1;

    if (__heddle_option(OPTION_ALONE)) {
        guard_end_alone(guard, done);
        return;
    }
    __heddle_visible(EV_ONCE, guard, sizeof *guard);
    __heddle_orders(word, 1, ORDERS_RELEASE);
    __heddle_orders(guard, 1, ORDERS_RELEASE);
    *reinterpret_cast<char *>(guard) = done;
    *word = done ? MADE : MADE_NOT;
    __heddle_op_end();
}

void __cxa_guard_release(long long *guard)
{
    guard_end(guard, 1);
}

void __cxa_guard_abort(long long *guard)
{
    guard_end(guard, 0);
}

/* ---- the end of the process ---- */

struct at_end {
    void (*destroy)(void *);
    void *object;
};

static void run_at_end(int, void *with)
{
    at_end e = *static_cast<at_end *>(with);

    __heddle_free(with, HEAP_OWN);
    e.destroy(e.object);
}

int __cxa_atexit(void (*destroy)(void *), void *object, void *)
{
    at_end *e = static_cast<at_end *>(__heddle_alloc(sizeof *e, alignof(at_end), 2 * HEAP_OWN));

    *e = {destroy, object};
    return on_exit(run_at_end, e);
}

/* ---- the end of a thread ---- */

struct thread_end {
    thread_end *next;
    void (*call)(void *);
    void *with;
};
static thread_local thread_end *destructors, *told;
void __heddle_thread_handlers();

static void add_end(thread_end **list, void (*call)(void *), void *with)
{
    thread_end *e =
        static_cast<thread_end *>(__heddle_alloc(sizeof *e, alignof(thread_end), 2 * HEAP_OWN));

    *e = {*list, call, with};
    *list = e;
}

static void call_ends(thread_end **list)
{
    while (thread_end *e = *list) {
        void (*call)(void *) = e->call;
        void *with = e->with;

        *list = e->next;
        __heddle_free(e, HEAP_OWN);
        call(with);
    }
}

int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *)
{
    if (!destructors)
        __heddle_thread_handlers(); /* nothing is to be done, but the linker takes it along */
    add_end(&destructors, destroy, object);
    return 0;
}

/* In the place of the C part's, which does nothing. */
__attribute__((noinline)) void __heddle_thread_handlers()
{
    call_ends(&destructors);
}

/* ---- functions that are not there: called with whatever the one that is meant takes ---- */

[[noreturn]] void __cxa_pure_virtual(...)
{
    __heddle_fail(ERR_BAD_CALL, "a pure virtual function is called");
}

[[noreturn]] void __cxa_deleted_virtual(...)
{
    __heddle_fail(ERR_BAD_CALL, "a deleted virtual function is called");
}

} // extern "C"

/* What is to be told when the thread is over comes behind all of these.  As in libstdc++ it hangs
 * on a key of pthreads, so that it has its place among those of the program; and, for whoever ends
 * the process, on a handler of the end. */
static void tell(void *)
{
    call_ends(&told);
}

static void tell_at_exit()
{
    tell(nullptr);
}

static pthread_key_t key;

static void make_key()
{
    pthread_key_create(&key, tell);
    atexit(tell_at_exit);
}

void heddle_at_thread_end(void (*call)(void *), void *with)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, make_key);
    pthread_setspecific(key, &told);
    add_end(&told, call, with);
}
