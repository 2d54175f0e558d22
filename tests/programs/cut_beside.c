// verdict: FAILED assertion :38
// also: -DVARIABLE FAILED assertion :38
// also: -DTABLE FAILED assertion :38
// also: -DASSEMBLY FAILED assertion :38
// also: -DNONDET FAILED assertion :38
// also: -DLATER UNKNOWN is not defined
// A thread that cannot go on is cut; the others see what it did until then, and their errors count.
#include <assert.h>
#include <pthread.h>

extern int elsewhere;
int missing(int), (*const table[])(int) = {missing}, x, y;
int __VERIFIER_nondet_int(void);

static void *stops(void *arg)
{
#ifndef LATER
    x = 1;
#endif
#ifdef VARIABLE
    y = elsewhere;
#elif defined TABLE
    y = table[0](1);
#elif defined ASSEMBLY
    __asm__ __volatile__("cli");
#elif defined NONDET
    y = __VERIFIER_nondet_int();
#else
    y = missing(1);
#endif
    x = 1;
    return arg;
}

static void *sees(void *arg)
{
    y = 2;
    assert(x == 0);
    return arg;
}

int main(void)
{
    pthread_t s, t;

    pthread_create(&s, 0, stops, 0);
    pthread_create(&t, 0, sees, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
