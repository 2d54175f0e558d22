// verdict: FAILED out-of-bounds :13
// Whether the stack is empty is asked outside the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items[2] = {1, 2}, top = 1, sum;

static void *popper(void *arg)
{
    if (top > 0) {
        pthread_mutex_lock(&m);
        top--;
        sum += items[top];
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
