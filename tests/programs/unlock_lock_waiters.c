// verdict: VERIFIED
// outcomes: 6
// Between unlock and lock any waiter may come in, both, or none.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order, seen;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    order = order * 10 + *(const int *)arg;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    static const int one = 1, two = 2;
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, waiter, (void *)&one);
    pthread_create(&b, NULL, waiter, (void *)&two);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    seen = order;
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
