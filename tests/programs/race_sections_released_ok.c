// verdict: VERIFIED
// flags: --races error
// Who finds what the second section wrote comes after what was written before it.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static int first, second, plain;
static atomic_int done;

static void *write_both(void *arg)
{
    heddle_atomic_begin();
    first = 1;
    heddle_atomic_end();
    plain = 1;
    heddle_atomic_begin();
    second = heddle_choose(2);
    heddle_atomic_end();
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, write_both, NULL);
    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        heddle_atomic_begin();
        int seen = second;
        heddle_atomic_end();
        plain = 2 + seen;
    }
    pthread_join(thread, NULL);
    return 0;
}
