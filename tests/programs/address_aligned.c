// verdict: UNKNOWN depends on where an object lies in memory
// also: --addresses layout --layouts 4 VERIFIED
// also: -O2 --addresses layout --layouts 4 VERIFIED
// also: -DWRONG --addresses layout FAILED misaligned
// A place that the program aligns by the address of a larger buffer: the optimiser counts on it, and the object itself
// need not lie there.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct line { _Alignas(64) char bytes[64]; };
static char buffer[256];

int main(void)
{
    struct line *s = (struct line *)(((uintptr_t)buffer + 63) & ~(uintptr_t)63);
    char *memory = malloc(256);
    struct line *h = (struct line *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);

    assert((char *)s >= buffer && (char *)s < buffer + 64);
#ifdef WRONG
    *(long *)((char *)h + 4) = 1;
#endif
    *s = *h = (struct line){{1}};
    free(memory);
    return 0;
}
