// verdict: FAILED in-use :11
// A mutex is initialised again while it is held.
#include <pthread.h>

static pthread_mutex_t m;

int main(void)
{
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_init(&m, NULL);
    return 0;
}
