// verdict: VERIFIED
// A test-and-set lock with a test first, taken twice by each of two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++) {
        do
            while (lock)
                ;
        while (atomic_exchange(&lock, 1));
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
