// verdict: VERIFIED
// flags: --races error
// also: -DRACY FAILED data-race
// Two writes side by side tell all that a read of both does, whether they were saved between or not.
#include <pthread.h>
#include <string.h>

static struct {
    long first;
    int a, b, c;
} s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    long both;

    memcpy(&both, &s.a, sizeof both);
    s.a = 1;
    s.b = (int)both;
    memcpy(&both, &s.a, sizeof both);
    s.c = (int)both;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *other(void *arg)
{
    pthread_mutex_lock(&m);
    s.first++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, other, NULL);
#ifdef RACY
    s.b = 3;
#endif
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return s.c != 1;
}
