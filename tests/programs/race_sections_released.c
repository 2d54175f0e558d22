// verdict: FAILED data-race
// flags: --races error
// What one section wrote is not released again by the next one of the thread.
#include <heddle.h>
#include <pthread.h>

static int first, second, plain;

static void *write_both(void *arg)
{
    heddle_atomic_begin();
    first = 1;
    heddle_atomic_end();
    plain = 1;
    heddle_atomic_begin();
    if (heddle_choose(2))
        second = 1;
    heddle_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t thread;
    int seen;

    pthread_create(&thread, NULL, write_both, NULL);
    heddle_atomic_begin();
    seen = first;
    heddle_atomic_end();
    if (seen)
        plain = 2;
    pthread_join(thread, NULL);
    return 0;
}
