// The twin of mutex.cpp: the argument of each thread is on the heap, as a std::thread has it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
    int by = *(int *)arg;

    pthread_mutex_lock(&m);
    n += by;
    pthread_mutex_unlock(&m);
    free(arg);
    return NULL;
}

static pthread_t start(int by)
{
    int *arg = malloc(sizeof *arg);
    pthread_t t;

    *arg = by;
    pthread_create(&t, NULL, add, arg);
    return t;
}

int main(void)
{
    pthread_t a = start(1), b = start(2), c = start(3);

    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(n == 6);
}
