// verdict: UNKNOWN --max-heap
// flags: --max-heap=4m
// Allocation without end meets a limit that is named.
#include <stdlib.h>

static void *list;

int main(void)
{
    for (;;) {
        void **block = malloc(1 << 18);
        *block = list;
        list = block;
    }
}
