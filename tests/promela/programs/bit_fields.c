// Bit-fields keep so many bits, signed ones with their sign, and those of one number can be set one by one.
// verdict: VERIFIED
#include <assert.h>

struct flags {
    unsigned ready : 1, kind : 3;
    int delta : 4;
    _Bool on : 1;
    unsigned : 0;
    unsigned char small : 5;
    int plain;
};

static struct flags all = {.kind = 5, .delta = -3};

int main(void)
{
    struct flags f = {1, 9, 7, 2, 33, 12};
    struct flags copy = f;
    int n;

    assert(f.ready == 1 && f.kind == 1 && f.delta == 7 && f.on == 1 && f.small == 1);
    assert(copy.kind == f.kind && copy.plain == 12);
    f.delta++;
    assert(f.delta == -8);
    n = f.kind = 14;
    assert(n == 6 && f.kind == 6 && f.ready == 1);
    f.kind += 3;
    assert(f.kind == 1);
    f.ready--;
    assert(!f.ready && --f.ready == 1);
    assert(f.kind - 2 < 0); /* it becomes an int */
    assert(all.kind == 5 && all.delta == -3 && !all.ready);
    all.delta = f.small | 8;
    assert(all.delta == -7);
    return 0;
}
