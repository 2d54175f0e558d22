// verdict: VERIFIED
// The null pointer is tested before it is followed.
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
    for (int key = 1; key <= 2; key++) {
        struct pair *p = find(key);
        if (p)
            p->b = 7;
    }
    return 0;
}
