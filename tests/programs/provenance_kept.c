// verdict: VERIFIED
// Tags in the low bits, unions, memcpy and casts keep what a pointer points to.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union word {
    int *pointer;
    uintptr_t number;
};

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1, p[1] = 2;
    uintptr_t tagged = (uintptr_t)p | 1;
    assert(tagged & 1);
    assert(*(int *)(tagged & ~(uintptr_t)1) == 1);
    assert(((uintptr_t)p & 3) == 0);
    uintptr_t next = (uintptr_t)p + sizeof *p;
    assert(*(int *)next == 2);
    union word u = {.pointer = p};
    u.number += sizeof *p;
    assert(*u.pointer == 2);
    int *q;
    memcpy(&q, &u, sizeof q);
    assert(q == p + 1 && q - p == 1);
    *u.pointer = 9;
    assert(p[1] == 9);
    free(p);
    return 0;
}
