// right: VERIFIED
// wrong: FAILED leak
// options: --leaks
// A mutex that is made and never destroyed.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m;

    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#ifndef WRONG
    pthread_mutex_destroy(&m);
#endif
}
