// default: UNKNOWN
// Bytes of pointers.
#include <assert.h>
#include <string.h>

int main(void)
{
    int a, b;
    int *p = &a, *q = &a, *r = &b;
    assert(memcmp(&p, &q, sizeof p) == 0);
    assert(memcmp(&p, &r, sizeof p) != 0);
    unsigned char by[sizeof p];
    memcpy(by, &p, sizeof p);
    int *z;
    memcpy(&z, by, sizeof z);
    assert(z == p);
    return 0;
}
