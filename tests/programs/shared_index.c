// verdict: FAILED assertion :24
// The index that a thread stores at is moved on by its creator, before or after the store.
#include <assert.h>
#include <pthread.h>

static int array[2], at;

static void *worker(void *arg)
{
    array[at] = 1;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&t[i], NULL, worker, NULL);
        if (i == 0)
            at++;
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(array[0] + array[1] == 2);
    return 0;
}
