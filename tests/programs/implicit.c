// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// also: -DBAD FAILED assertion :24
// flags: -w
// Functions of the library and of other checkers, called without a header, have their prototypes.
#include <assert.h>

int g;

void *f(void *p)
{
    g++;
    return p;
}

int main()
{
    unsigned long t;
    int x = __VERIFIER_nondet_bool();
    char *s = malloc(10);

#ifdef BAD
    assert(x || g);
#endif
    __VERIFIER_assume(x);
    __ESBMC_assume(x == 1);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(g == 1 && x);
    s[0] = 0;
    free(s);
    usleep(10);
    if (!x)
        reach_error();
    return 0;
}
