// verdict: FAILED assertion :29
// Test, and then set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++) {
        while (lock)
            ;
        lock = 1;
        counter++;
        lock = 0;
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 4);
    return 0;
}
