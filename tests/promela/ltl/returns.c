// What a formula forbids is there for one step, and gone: SPIN stops at it, by an assertion of its claim.
// FAILED none: G "x == 0"
// FAILED weak: G "x == 0"
// FAILED none: G ("x == 1" -> done)
// FAILED none: !"x == 1" U done
// VERIFIED none: G "x < 2"
// VERIFIED weak: F ("x == 0" && done)
#include <pthread.h>

int x, done;

static void *worker(void *unused)
{
    x = 1;
    x = 0;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    done = 1;
    return 0;
}
