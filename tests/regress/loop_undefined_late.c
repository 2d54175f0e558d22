// verdict: FAILED uninitialised :20
/* A value becomes undefined late in a long silent loop, in a frame that had none at the time of the
 * first look for a repeat. */
#include <stdlib.h>
static int same(int v)
{
    return v;
}
int main(void)
{
    int *never = malloc(4), *written = malloc(4), u, n = 0;
    u = *never;
    u = 0;
    for (int i = 0; i < 5000; i++) {
        n++;
        if (i == 4000)
            u = *written;
    }
    free(never), free(written);
    if (same(u))
        return 1;
    return n - 5000;
}
