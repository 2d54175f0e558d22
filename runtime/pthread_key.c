/* Keys of thread-specific values.  Keys are a list of heap nodes below one global word, touched
 * only in operations; numbers are never reused, so a value set under a deleted key is never seen
 * under a new one.  Values are a list of the thread; getting and setting them reads the list of
 * keys too, since the use of a key that is not there is a defect. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>

enum { KEYS_MAX = 1024, DESTRUCTOR_ROUNDS = 4 }; /* glibc's limits */

typedef struct key key;
struct key {
    key *next;
    void (*destroy)(void *);
    pthread_key_t number;
};

typedef struct value value;
struct value {
    value *next;
    const void *held;
    pthread_key_t number;
};

static struct {
    key *first;
    unsigned last, count;
} keys;

static _Thread_local value *values;

int pthread_key_create(pthread_key_t *out, void (*destroy)(void *))
{
    key *k = __heddle_alloc(sizeof *k, _Alignof(key), 0);
    k->destroy = destroy;
    __heddle_visible(EV_SYNC, &keys, sizeof keys);
    if (keys.count == KEYS_MAX) {
        __heddle_free(k, HEAP_MALLOC);
        return op(EAGAIN);
    }
    keys.count++;
    pthread_key_t number = ++keys.last;
    k->number = number;
    k->next = keys.first;
    keys.first = k;
    __heddle_op_end();
    *out = number;
    return 0;
}

/* Inside an operation. */
static _Noreturn void missing(pthread_key_t number)
{
    __heddle_fail(ERR_MISUSE, number > 0 && number <= keys.last ? "the key was deleted"
                                                                : "the key was never created");
}

int pthread_key_delete(pthread_key_t number)
{
    __heddle_visible(EV_SYNC, &keys, sizeof keys);
    key **at = &keys.first;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    if (!*at)
        missing(number);
    key *gone = *at;
    *at = gone->next;
    keys.count--;
    __heddle_free(gone, HEAP_MALLOC);
    return op(0);
}

static key *lookup(pthread_key_t number)
{
    key *k = keys.first;
    while (k && k->number != number)
        k = k->next;
    return k;
}

/* Where the thread's value of the key is, or is to be: they lie in the order of keys, in which the
 * destructors are called, as by glibc. */
static value **find(pthread_key_t number)
{
    __heddle_visible(EV_READ, &keys, sizeof keys);
    if (!lookup(number))
        missing(number);
    __heddle_op_end();

    value **at = &values;
    while (*at && (*at)->number < number)
        at = &(*at)->next;
    return at;
}

static int is_of(const value *v, pthread_key_t number)
{
    return v && v->number == number;
}

void *pthread_getspecific(pthread_key_t number)
{
    value *v = *find(number);
    return is_of(v, number) ? (void *)v->held : NULL;
}

int pthread_setspecific(pthread_key_t number, const void *held)
{
    value **at = find(number);
    if (!is_of(*at, number)) {
        value *v = __heddle_alloc(sizeof *v, _Alignof(value), 0);
        v->number = number;
        v->next = *at;
        *at = v;
    }
    (*at)->held = held;
    return 0;
}

static void (*destructor(pthread_key_t number))(void *)
{
    __heddle_visible(EV_READ, &keys, sizeof keys);
    key *k = keys.count ? lookup(number) : NULL;
    void (*destroy)(void *) = k ? k->destroy : NULL;
    __heddle_op_end();
    return destroy;
}

static int destroy_values(void)
{
    int any = 0;
    for (value *v = values; v; v = v->next) {
        const void *held = v->held;
        void (*destroy)(void *) = held ? destructor(v->number) : NULL;
        if (!destroy)
            continue;
        v->held = NULL;
        any = 1;
        destroy((void *)held);
    }
    return any;
}

void __heddle_run_key_destructors(void)
{
    for (int round = 0; round < DESTRUCTOR_ROUNDS && destroy_values(); round++)
        continue;
    while (values) {
        value *gone = values;
        values = gone->next;
        __heddle_free(gone, HEAP_MALLOC);
    }
}
