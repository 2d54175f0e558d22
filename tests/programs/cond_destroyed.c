// verdict: FAILED destroyed :11
// A destroyed condition variable is signalled.
#include <pthread.h>

int main(void)
{
    pthread_cond_t c;
    pthread_cond_init(&c, NULL);
    pthread_cond_signal(&c);
    pthread_cond_destroy(&c);
    pthread_cond_signal(&c);
    return 0;
}
