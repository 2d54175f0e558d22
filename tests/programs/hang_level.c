// verdict: FAILED hang :11
// also: -O1 FAILED hang :11
// also: -O2 FAILED hang :11
// A loop that the optimiser makes endless counts as it was written; the one of main has no exit at
// any level.
#include <pthread.h>
int flag, n;
void *w(void *p)
{
    for (;;) {
        if (flag)
            break;
    }
    n = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_detach(t);
    for (;;)
        ;
}
