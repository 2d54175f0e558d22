// verdict: FAILED hang
// A thread may wait for either of two mutexes: the report names the one that its holder has.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int go;

static void *holder(void *which)
{
    pthread_mutex_lock(&m[(long)which]);
    while (!go)
        continue;
    return which;
}

static void *taker(void *unused)
{
    unsigned k = heddle_choose(2);

    pthread_mutex_lock(&m[k]);
    pthread_mutex_unlock(&m[k]);
    return unused;
}

int main(void)
{
    pthread_t t[3];

    pthread_create(&t[0], NULL, holder, (void *)0);
    pthread_create(&t[1], NULL, holder, (void *)1);
    pthread_create(&t[2], NULL, taker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
