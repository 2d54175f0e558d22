// verdict: VERIFIED
// Time does not pass in the machine, but who asks for it in a loop will leave the loop.
#include <time.h>
#include <pthread.h>
void *w(void *p)
{
    time_t end = time(0) + 2;
    while (time(0) < end)
        ;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
}
