// verdict: FAILED data-race
// That pthread_create stores the thread's number, and pthread_join what it returned, are accesses of the program.
#include <pthread.h>

static pthread_t id;
static void *result;

static void *nothing(void *arg)
{
    return arg;
}

static void *creator(void *arg)
{
#ifdef JOIN
    pthread_t own;

    pthread_create(&own, NULL, nothing, NULL);
    pthread_join(own, &result);
#else
    pthread_create(&id, NULL, nothing, NULL);
#endif
    return arg;
}

int main(void)
{
    pthread_t t, u;
    int same;

    pthread_create(&t, NULL, creator, NULL);
#ifdef TWO
    pthread_create(&u, NULL, creator, NULL);
    pthread_join(u, NULL);
#else
    (void)u;
#endif
#ifdef ORDERED
    pthread_join(t, NULL);
#endif
    same = result == &t || id == 0;
#ifndef ORDERED
    pthread_join(t, NULL);
#endif
    return same > 1;
}
