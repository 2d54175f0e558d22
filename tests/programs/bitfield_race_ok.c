// verdict: VERIFIED
// Two bytes side by side are written independently.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned char a, b;
} f;

static void *worker(void *arg)
{
    f.a = 5;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    f.b = 6;
    pthread_join(t, NULL);
    assert(f.a == 5 && f.b == 6);
    return 0;
}
