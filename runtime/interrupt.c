/* Interrupts on one processor: a handler runs to its end while every thread stands still, and comes
 * between any two steps of theirs.  Each source is a thread that does so again and again.  Whoever
 * holds the mask keeps all handlers out. */
#include "heddle_runtime.h"

#include <pthread.h>

enum { MOST = 16 };

void heddle_interrupt(void (*handler)(void *), void *arg, unsigned times);
void heddle_interrupts_off(void);
void heddle_interrupts_on(void);

/* A handler is declared once for each argument. */
static struct {
    void (*handler)(void *);
    void *arg;
    unsigned times; /* 0: any number */
} sources[MOST];

static unsigned count;
static pthread_mutex_t interrupts = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static unsigned find(void (*handler)(void *), void *arg)
{
    unsigned k = 0;

    while (k < count && (sources[k].handler != handler || sources[k].arg != arg))
        k++;
    return k;
}

/* In the place of a start routine, which returns outside of any section. */
static __attribute__((noinline)) void come(void (*handler)(void *), void *arg)
{
    unsigned times = 0, n = 0;

    do {
        pthread_mutex_lock(&interrupts);
        __heddle_atomic_begin(1);
        times = sources[find(handler, arg)].times;
        handler(arg);
        pthread_mutex_unlock(&interrupts);
        __heddle_atomic_end();
        n = times ? n + 1 : 0;
    } while (!times || n < times);
}

/* Where a source begins: the machine knows it by this name (hang.c). */
static void __heddle_interrupt_source(void (*handler)(void *), void *arg)
{
    come(handler, arg);
    __heddle_finish(NULL);
}

void heddle_interrupt(void (*handler)(void *), void *arg, unsigned times)
{
    pthread_attr_t detached;
    pthread_t thread;
    unsigned k;

    __heddle_atomic_begin(0);
    k = find(handler, arg);
    if (k < count)
        __heddle_fail(ERR_MISUSE, "heddle_interrupt: this handler is declared already");
    if (k == MOST)
        __heddle_unsupported("more than 16 sources of interrupts");
    sources[k].handler = handler;
    sources[k].arg = arg;
    sources[k].times = times;
    count++;
    __heddle_atomic_end();
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (__heddle_create(&thread, &detached, (void *)__heddle_interrupt_source, (void *)handler,
                        arg) != 0)
        __heddle_unsupported("another source of interrupts: there are too many threads");
}

void heddle_interrupts_off(void)
{
    pthread_mutex_lock(&interrupts);
}

void heddle_interrupts_on(void)
{
    pthread_mutex_unlock(&interrupts);
}
