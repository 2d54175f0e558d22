// verdict: VERIFIED
// Compound literals of one value.
#include <assert.h>

static int g = (int){7};

static int next(int *p)
{
    return (int){++*p};
}

int main(void)
{
    int x = (int){3}, y = 1, *p = (int *){&x};
    char c = (char){44};
    unsigned char w = (unsigned char){x + 254};

    assert(g == 7 && c == 44 && w == 1 && *p == 3);
    x = (int){};
    assert(!x && (_Bool){5} == 1);
    y = (int){next(&y) + 1};
    assert(y == 3);
    return 0;
}
