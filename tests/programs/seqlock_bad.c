// verdict: FAILED assertion :31
// The reader does not look whether a writer is at work when it begins.
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
        before = sequence;
        x = a;
        y = b;
    } while (sequence != before);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
