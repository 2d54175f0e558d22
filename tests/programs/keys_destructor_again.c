// verdict: VERIFIED
// A destructor that sets the key again is called again; values start as null in every thread.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int rounds, others;

static void destroy_first(void *p)
{
    rounds++;
    if (rounds == 1)
        pthread_setspecific(first, p);
}

static void destroy_second(void *p)
{
    assert(*(int *)p == 4);
    others++;
}

static void *work(void *arg)
{
    static int three = 3, four = 4;
    pthread_setspecific(first, &three);
    pthread_setspecific(second, &four);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&first, destroy_first);
    pthread_key_create(&second, destroy_second);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(rounds == 2 && others == 1);
    return 0;
}
