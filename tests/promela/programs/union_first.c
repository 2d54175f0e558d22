// verdict: VERIFIED
// A value without braces sets the first member of a union, and the next one what follows the union.
#include <assert.h>

struct message {
    union {
        int number;
        char letter;
    } of;
    int next;
};

int main(void)
{
    struct message m = {3, 4}, list[2] = {1, 2, 3, 4};

    assert(m.next == 4 && list[0].next == 2 && list[1].next == 4);
    return 0;
}
