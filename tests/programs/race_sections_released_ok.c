// verdict: VERIFIED
// flags: --races error
// Who finds what the second section wrote comes after what was written before it.
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
    seen = second;
    heddle_atomic_end();
    if (seen)
        plain = 2;
    pthread_join(thread, NULL);
    return 0;
}
