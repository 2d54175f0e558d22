// default: UNKNOWN
// Alignment by masks.
#include <assert.h>
#include <stdint.h>

static char buf[256];
int main(void)
{
    char *p = (char *)(((uintptr_t)buf + 63) & ~(uintptr_t)63);
    assert(((uintptr_t)p & 63) == 0);
    assert(p >= buf && p < buf + 64);
    p[0] = 1;
    p[63] = 2;
    char *q = buf + (-(uintptr_t)buf & 15);
    assert(((uintptr_t)q & 15) == 0);
    q[0] = 3;
    return 0;
}
