// verdict: FAILED assertion or hang
// Two threads may draw the same ticket.
#include <assert.h>
#include <pthread.h>

static volatile unsigned next, serving;
static int inside;

static void *worker(void *arg)
{
    unsigned mine = next++;
    while (serving != mine)
        ;
    int others = inside++;
    assert(others == 0);
    inside--;
    serving++;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
