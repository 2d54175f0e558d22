// verdict: FAILED destroyed :15
// A mutex in fresh heap memory is locked without having been initialised.
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

int main(void)
{
    struct account *a = malloc(sizeof *a);
    a->balance = 0;
    pthread_mutex_lock(&a->lock);
    a->balance++;
    pthread_mutex_unlock(&a->lock);
    free(a);
    return 0;
}
