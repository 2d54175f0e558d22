// verdict: FAILED relock :10
// A function that locks is called with the lock held.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static int get(void)
{
    pthread_mutex_lock(&m);
    int v = value;
    pthread_mutex_unlock(&m);
    return v;
}

int main(void)
{
    value = get() + 1;
    pthread_mutex_lock(&m);
    value = get() + 1;
    pthread_mutex_unlock(&m);
    return 0;
}
