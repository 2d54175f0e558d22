// verdict: FAILED misuse :8
// A choice out of nothing.
#include <heddle.h>

int main(void)
{
    unsigned n = heddle_choose(1);
    return (int)heddle_choose(n);
}
