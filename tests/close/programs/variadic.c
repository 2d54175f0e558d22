// Arguments without a name are one place: where one depends on inputs, all do.
// says: variadic.c:12: the branch on 'v' is a toss
// closed: FAILED: assertion
#include <heddle.h>
#include <stdarg.h>
int input(void);
static void take(int n, ...)
{
    va_list list;
    va_start(list, n);
    int v = va_arg(list, int);
    if (v > 3)
        heddle_assert(0);
    va_end(list);
}
int main(void)
{
    take(1, input());
    return 0;
}
