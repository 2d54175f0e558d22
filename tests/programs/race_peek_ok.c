// verdict: VERIFIED
// flags: --races error
// Who sees a lock taken, and reads what was released before by another word, comes after it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static int data;

static void *taker(void *arg)
{
    data = 1;
    flag = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, taker, NULL);
    if (__atomic_load_n(&lock.__data.__lock, __ATOMIC_ACQUIRE) && flag)
        data = 2;
    pthread_join(t, NULL);
    return 0;
}
