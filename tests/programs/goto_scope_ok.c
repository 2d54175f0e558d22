// verdict: VERIFIED
// A jump backwards inside a block does not.
#include <assert.h>

int main(void)
{
    int rounds = 0;
    {
        int local = 1, *p = &local;
    again:
        *p += 1;
        if (++rounds < 3)
            goto again;
        assert(local == 4);
    }
    return 0;
}
