// verdict: VERIFIED
// flags: --leaks
// The malloc family.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(0);
    free(p);
    p = realloc(NULL, 5);
    strcpy(p, "four");
    p = realloc(p, 50);
    assert(strcmp(p, "four") == 0);
    p = realloc(p, 3);
    assert(memcmp(p, "fou", 3) == 0);
    free(p);
    int *z = calloc(4, sizeof *z);
    assert(z[0] == 0 && z[3] == 0);
    free(z);
    void *a = aligned_alloc(64, 128);
    assert((uintptr_t)a % 64 == 0);
    free(a);
    assert(posix_memalign(&a, 32, 10) == 0 && ((uintptr_t)a & 31) == 0);
    free(a);
    assert(posix_memalign(&a, 3, 10) == EINVAL);
    p = malloc(24);
    assert(((uintptr_t)p & 15) == 0);
    free(p);
    free(NULL);
    return 0;
}
