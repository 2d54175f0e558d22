// verdict: FAILED uninitialised :9
// A variable that only one branch sets.
#include <heddle.h>

int main(void)
{
    int x;
    if (heddle_choose(2)) x = 1;
    return x == 1;
}
