// verdict: VERIFIED
// A mutex is made in memory that held a small number before, while a thread with that number holds another.
#include <pthread.h>

static union {
    int number;
    pthread_mutex_t lock;
} pool[2];
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pool[0].number = 1;
    pool[1].number = 2;
    pthread_mutex_lock(&outer);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&pool[i].lock, 0);
        pthread_mutex_lock(&pool[i].lock);
        pthread_mutex_unlock(&pool[i].lock);
    }
    pthread_mutex_unlock(&outer);
    return 0;
}
