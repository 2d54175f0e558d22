// verdict: FAILED misuse
// also: -DCLOSED VERIFIED
// The last thread ends inside a section as the others do: by an error.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *stores(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, stores, NULL);
    heddle_atomic_begin();
    if (x == 1) {
#ifdef CLOSED
        heddle_atomic_end();
#endif
        pthread_exit(NULL);
    }
    heddle_atomic_end();
    return 0;
}
