// verdict: VERIFIED
// outcomes: 5
// What the first thread's section touches depends on whether it gets the lock.  Behind thread 2 it
// does not, and is independent of thread 3; before thread 2 it is not.
#include <heddle.h>
#include <pthread.h>
static int x0, x1;
static int a = -1, b, c;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static void *thread1(void *arg)
{
    return arg;
}
static void *thread2(void *arg)
{
    heddle_atomic_begin();
    pthread_mutex_lock(&inner);
    b = x0;
    x0 = x0 + 1;
    heddle_atomic_end();
    pthread_mutex_unlock(&inner);
    return arg;
}
static void *thread3(void *arg)
{
    heddle_atomic_begin();
    c = x1;
    x1 = x1 + 1;
    heddle_atomic_end();
    return arg;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, thread1, 0);
    pthread_create(&t[1], 0, thread2, 0);
    pthread_create(&t[2], 0, thread3, 0);
    heddle_atomic_begin();
    if (pthread_mutex_trylock(&inner) == 0) {
        x0 = x0 + 1;
        a = x1;
        pthread_mutex_unlock(&inner);
    }
    heddle_atomic_end();
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
