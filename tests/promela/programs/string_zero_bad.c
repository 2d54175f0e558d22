// verdict: FAILED assertion :8
// What stands behind a zero inside of a literal counts.
#include <assert.h>

int main(void)
{
    char s[] = "a\0b";
    assert(s[2] == 0);
    return 0;
}
