// verdict: FAILED use-after-scope :17
// The address of a local is used after its function returned.
#include <stddef.h>

static int *keep;

static void enter(void)
{
    int local = 5;
    keep = &local;
    *keep = 6;
}

int main(void)
{
    enter();
    *keep = 7;
    return 0;
}
