// verdict: FAILED assertion
// A reader that does not look whether a writer is at work.
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>
/* seqlock, right */
atomic_uint seq;
_Atomic int a, b;
static void *w(void *x)
{
    for (int i = 1; i < 3; i++) {
        atomic_fetch_add(&seq, 1);
        a = i;
        b = i;
        atomic_fetch_add(&seq, 1);
    }
    return x;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    unsigned s;
    int x, y;
    do {
        s = seq;
        x = a;
        y = b;
    } while (s != seq);
    assert(x == y);
    pthread_join(t, 0);
}
