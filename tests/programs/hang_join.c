// verdict: FAILED hang :14
// Who joins a thread that stops in a loop without an exit waits for ever.
#include <pthread.h>
void *w(void *x)
{
    for (;;)
        ;
    return x;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
}
