// verdict: FAILED null-pointer :18
// A write through a null pointer to a member that is not the first.
#include <stddef.h>

struct pair {
    int a, b;
};

static struct pair *find(int key)
{
    static struct pair only = {1, 2};
    return key == 1 ? &only : NULL;
}

int main(void)
{
    find(1)->b = 7;
    find(2)->b = 7;
    return 0;
}
