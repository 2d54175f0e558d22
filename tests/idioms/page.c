// default: UNKNOWN
// Page and offset.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(100);
    uintptr_t pg = (uintptr_t)p & ~4095ul, off = (uintptr_t)p & 4095;
    assert(pg + off == (uintptr_t)p);
    assert(*(char *)(memset((void *)(pg + off), 1, 1)) == 1);
    free(p);
    return 0;
}
