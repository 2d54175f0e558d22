// verdict: FAILED assertion :17
// Both threads look before they say that they want to enter.
#include <assert.h>
#include <pthread.h>

static volatile int wants[2];
static int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = !me;
    for (;;) {
        while (wants[other])
            ;
        wants[me] = 1;
        int others = inside++;
        assert(others == 0);
        inside--;
        wants[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int name[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &name[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
