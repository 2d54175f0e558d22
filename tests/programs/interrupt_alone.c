// verdict: VERIFIED
// also: -DSTUCK FAILED hang
// A source of interrupts that is all that is left, with others before it in the table, and is met
// within its handler: it has come as often as it liked.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int came;

static void once(void *unused)
{
    (void)unused;
    x = 3;
}

static void handler(void *unused)
{
    (void)unused;
#ifdef STUCK
    while (came)
        continue;
#endif
    x = 1;
    came = 1;
}

int main(void)
{
    heddle_interrupt(once, NULL, 1);
    heddle_interrupt(once, &x, 1);
    heddle_interrupt(handler, NULL, 0);
    while (!came)
        continue;
    pthread_exit(NULL);
}
