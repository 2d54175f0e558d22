// verdict: VERIFIED
// Numbers as pointers may be compared and cast back, which is what sentinels do.
#include <assert.h>
#include <stdint.h>

static int *const tombstone = (int *)(uintptr_t)0x1;

int main(void)
{
    int x = 3;
    int *slots[2] = {&x, tombstone};
    int live = 0;
    for (int i = 0; i < 2; i++)
        if (slots[i] != tombstone)
            live += *slots[i];
    assert(live == 3);
    assert((uintptr_t)slots[1] == 1);
    return 0;
}
