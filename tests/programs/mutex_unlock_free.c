// verdict: FAILED unlock :12
// A mutex that nobody holds is unlocked.
#include <pthread.h>

static pthread_mutex_t m;

int main(void)
{
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
