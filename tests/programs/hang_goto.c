// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -DWAITS FAILED hang
// An interpreter that halts in a loop without an exit, or waits in one for what nobody does.
#include <pthread.h>
static int code[] = {0, 1, 2};
static volatile int sum, more;
static void *run(void *arg)
{
    static void *operations[] = {&&up, &&down, &&halt};
    int at = 0;
    goto *operations[code[at++]];
up:
    sum++;
    goto *operations[code[at++]];
down:
    sum--;
    goto *operations[code[at++]];
halt:
#ifdef WAITS
    while (!more)
#else
    for (;;)
#endif
        ;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_exit(0);
}
