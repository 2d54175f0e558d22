// verdict: VERIFIED
// also: -O2 FAILED hang
// Peterson's algorithm with plain variables, which an optimiser reads once, before the loop.
#include <pthread.h>
int flag[2], turn, inside;
void *w(void *p)
{
    int me = (int)(long)p, other = 1 - me;
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other)
        ;
    inside++;
    inside--;
    flag[me] = 0;
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
}
