// verdict: UNKNOWN --max-threads
// flags: --max-threads=4
// Threads without end meet a limit that is named.
#include <pthread.h>

static void *work(void *arg)
{
    for (;;)
        ;
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
    }
}
