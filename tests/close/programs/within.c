// That an index stays in the array of a struct is asserted: else what it writes could be `kind`.
// closed: FAILED: assertion
#include <heddle.h>
int input(void);
struct message { int data[2], kind; } m;
int main(void)
{
    unsigned i = heddle_choose(3);
    m.data[i] = input();
    if (m.kind > 4)
        heddle_assert(0);
    return 0;
}
