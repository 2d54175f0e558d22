/* Resets: at any time every thread stops where it stands, memory has its first values again but for
 * what the program keeps, and main begins anew.  A reset that comes is a thread whose only step is
 * that.  Whether one comes in this life of the program is chosen when main says that they do: one
 * that may still come hides that nobody else can go on, and so the lives in which none comes are
 * searched too. */
#include "heddle_runtime.h"

#include <pthread.h>

enum { MOST = 32 };

void heddle_keep(void *memory, size_t size);
void heddle_resets(unsigned times);

/* This survives too: it is the first object that does. */
static struct {
    void *objects[MOST + 1];
    unsigned count, came; /* or were about to */
} kept;

static int declared; /* in this life */

static unsigned find(const void *object)
{
    unsigned k = 0;

    while (k < kept.count && kept.objects[k] != object)
        k++;
    return k;
}

static void keep(void *object)
{
    unsigned k = find(object);

    if (k > MOST)
        __heddle_unsupported("more than 32 variables that survive a reset");
    kept.objects[k] = object;
    if (k == kept.count)
        kept.count++;
}

void heddle_keep(void *memory, size_t size)
{
    if (!__heddle_is_static(memory, size))
        __heddle_fail(ERR_MISUSE, "heddle_keep: this is not a whole static variable");
    __heddle_visible(EV_SYNC, &kept, sizeof kept);
    keep(memory);
    __heddle_op_end();
}

/* In the place of a start routine. */
static void reset(void *unused, void *arg)
{
    (void)unused, (void)arg;
    __heddle_reset(kept.objects, kept.count);
}

static int comes(unsigned times)
{
    int more;

    __heddle_visible(EV_SYNC, &kept, sizeof kept);
    if (declared)
        __heddle_fail(ERR_MISUSE, "heddle_resets: they are declared already");
    declared = 1;
    keep(&kept);
    more = !times || kept.came < times;
    __heddle_op_end();
    return more && __heddle_choose(2);
}

void heddle_resets(unsigned times)
{
    pthread_attr_t detached;
    pthread_t thread;

    if (!comes(times))
        return;
    kept.came += times != 0;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (__heddle_create(&thread, &detached, (void *)reset, (void *)reset, NULL) != 0)
        __heddle_unsupported("a reset: there are too many threads");
}
