// verdict: VERIFIED
// not: promela
// Bits that were set are used, those that were not are masked away or overwritten.
#include <assert.h>
#include <stdlib.h>

struct flags {
    unsigned a : 3, b : 5, c : 8;
};

int main(void)
{
    unsigned char *b = malloc(2);
    b[0] = 0x5a;
    unsigned word = (unsigned)b[0] | (unsigned)b[1] << 8;
    assert((word & 0xff) == 0x5a);
    assert((unsigned char)word == 0x5a);
    free(b);
    struct flags f;
    f.a = 5;
    assert(f.a == 5);
    f.c = 77;
    assert(f.a == 5 && f.c == 77);
    return 0;
}
