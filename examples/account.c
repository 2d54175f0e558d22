/* Two customers and one account: each looks whether there is enough before it takes.  With -DFIXED
 * nobody comes between the look and the withdrawal. */
#include <assert.h>
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *withdraw(void *arg)
{
#ifdef FIXED
    pthread_mutex_lock(&guard);
#endif
    if (balance >= 60) {
        balance -= 60;
        assert(balance >= 0);
    }
#ifdef FIXED
    pthread_mutex_unlock(&guard);
#endif
    return arg;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, withdraw, NULL);
    withdraw(NULL);
    pthread_join(other, NULL);
    assert(balance == 40);
    return 0;
}
