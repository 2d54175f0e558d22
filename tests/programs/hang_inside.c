// verdict: FAILED hang
// also: -DSTOPPED VERIFIED
// A loop rests nowhere but at a choice inside an atomic section: of all that can still be the search
// meets that state last.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *polls(void *unused)
{
    int seen;

    do {
        heddle_atomic_begin();
        seen = heddle_choose(2) ? stop : 0;
        heddle_atomic_end();
    } while (!seen);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, polls, NULL);
#ifdef STOPPED
    stop = 1;
#endif
    pthread_join(t, NULL);
    return 0;
}
