// verdict: VERIFIED
// _Exit skips what atexit and destructors would have done.
#include <assert.h>
#include <stdlib.h>

static void never(void)
{
    assert(0);
}

__attribute__((destructor)) static void never_either(void)
{
    assert(0);
}

int main(void)
{
    atexit(never);
    _Exit(0);
}
