// verdict: VERIFIED
// also: -DBACKWARDS FAILED assertion
// Destructors of thread-specific values are called in the order in which their keys were created,
// whatever the order in which the values were set; a value that is set meanwhile has its turn.
#include <assert.h>
#include <pthread.h>

static pthread_key_t keys[3];
static int called[4], n;

static void destroy(void *value)
{
    int k = (int)((pthread_key_t *)value - keys);

    called[n++] = k;
    if (n == 2)
        pthread_setspecific(keys[0], &keys[0]);
}

static void *work(void *unused)
{
    for (int k = 2; k >= 0; k--)
        pthread_setspecific(keys[k], &keys[k]);
    return unused;
}

int main(void)
{
    pthread_t t;

    for (int k = 0; k < 3; k++)
        pthread_key_create(&keys[k], destroy);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
#ifdef BACKWARDS
    assert(called[0] == 2);
#else
    assert(n == 4 && called[0] == 0 && called[1] == 1 && called[2] == 2 && called[3] == 0);
#endif
}
