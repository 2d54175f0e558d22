// verdict: VERIFIED
// Copying what was never set, padding too, decides nothing and is right.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct padded {
    char c;
    long l;
    char d;
};

int main(void)
{
    struct padded a, b, *p = malloc(sizeof *p);
    a.c = 1;
    a.d = 2;
    b = a;
    memcpy(p, &b, sizeof b);
    p->l = 3;
    a = *p;
    assert(a.c == 1 && a.d == 2 && a.l == 3);
    free(p);
    return 0;
}
