// verdict: FAILED out-of-bounds :11
// More arguments are read than were given.
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        if (va_arg(ap, int) > 1)
            s++;
    va_end(ap);
    return s;
}

int main(void)
{
    return sum(2, 1, 2) + sum(3, 1, 2) == 0;
}
