// verdict: UNKNOWN cut_reached.c:14: function 'missing' is not defined
// also: -DVARIABLE UNKNOWN cut_reached.c:16: variable 'elsewhere' is not defined
// also: -DTHREAD_LOCAL UNKNOWN cut_reached.c:18: variable 'own' is not defined
// also: -DTABLE UNKNOWN cut_reached.c:20: function 'missing' is not defined
// A run that comes to what is not understood is cut, and nothing else is wrong.
#include <pthread.h>

extern int elsewhere;
extern _Thread_local int own;
int missing(int), (*const table[])(int) = {missing}, x;

static void *worker(void *arg)
#if !defined VARIABLE && !defined THREAD_LOCAL && !defined TABLE
{ x = missing(1); return arg; }
#elif defined VARIABLE
{ x = elsewhere; return arg; }
#elif defined THREAD_LOCAL
{ x = own; return arg; }
#else
{ x = table[0](1); return arg; }
#endif

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
