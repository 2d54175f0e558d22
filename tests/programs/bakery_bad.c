// verdict: FAILED assertion :19
// The bakery without its doorway: a number may be drawn while the other looks.
#include <assert.h>
#include <pthread.h>

static volatile int number[2];
static int inside;

static void *worker(void *arg)
{
    int me = *(int *)arg, other = !me;
    number[me] = number[other] + 1;
    for (;;) {
        int theirs = number[other];
        if (theirs == 0 || theirs > number[me] || (theirs == number[me] && me < other))
            break;
    }
    int others = inside++;
    assert(others == 0);
    inside--;
    number[me] = 0;
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
