// default: VERIFIED
// Numbers of errors and of pages are below every object.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    uintptr_t u = (uintptr_t)p;

    assert(!(u < 4096) && u >= 4096 && !(u <= 4095) && u > 4095);
    assert(!(u >= -4095ul) && u < -4096ul);
    free(p);
    return 0;
}
