// verdict: VERIFIED
// A sequence lock: the reader tries again when a writer was there.
#include <assert.h>
#include <pthread.h>

static volatile unsigned sequence;
static volatile int a, b;

static void *writer(void *arg)
{
    for (int i = 1; i <= 2; i++) {
        sequence++;
        a = i;
        b = i;
        sequence++;
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    unsigned before;
    int x, y;
    pthread_create(&t, NULL, writer, NULL);
    do {
        while ((before = sequence) & 1)
            ;
        x = a;
        y = b;
    } while (sequence != before);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
