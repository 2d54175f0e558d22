// verdict: FAILED assertion :10
// A destructor function runs at exit and may fail there.
#include <assert.h>
#include <stdlib.h>

static int closed;

__attribute__((destructor)) static void check(void)
{
    assert(closed);
}

int main(void)
{
    if (closed)
        return 1;
    exit(0);
}
