// verdict: UNKNOWN provenance_lost.c:12: an address depends on where an object lies in memory
// also: --addresses strict FAILED provenance :12
// A hash of an address is not a function of the program alone.
#include <stdint.h>
#include <stdlib.h>

static int buckets[8];

int main(void)
{
    int *p = malloc(sizeof *p);
    buckets[((uintptr_t)p >> 4) % 8]++;
    free(p);
    return 0;
}
