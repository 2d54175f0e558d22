// verdict: FAILED data-race
// flags: --races error
// A mutex is copied with the struct that it is in while another thread waits for it.
#include <pthread.h>

typedef struct counter {
    pthread_mutex_t lock;
    int value;
} counter;
static counter shared = {PTHREAD_MUTEX_INITIALIZER, 0}, copy;

static void *count(void *arg)
{
    pthread_mutex_lock(&shared.lock);
    shared.value++;
    pthread_mutex_unlock(&shared.lock);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&shared.lock);
    pthread_create(&thread, NULL, count, NULL);
    copy = shared;
    pthread_mutex_unlock(&shared.lock);
    pthread_join(thread, NULL);
    return copy.value == 2;
}
