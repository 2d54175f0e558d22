// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// Variable arguments of all classes, many of them, copied and passed on.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct point {
    int x, y;
};

static double total(const char *kinds, ...)
{
    double sum = 0;
    va_list ap, again;
    va_start(ap, kinds);
    va_copy(again, ap);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': sum += va_arg(ap, int); break;
        case 'l': sum += (double)va_arg(ap, long); break;
        case 'd': sum += va_arg(ap, double); break;
        case 'L': sum += (double)va_arg(ap, long double); break;
        case 'p': sum += *va_arg(ap, int *); break;
        case 's': sum += va_arg(ap, struct point).y; break;
        }
    assert(va_arg(again, int) == 1);
    va_end(again);
    va_end(ap);
    return sum;
}

static int format(char *to, size_t size, const char *how, ...)
{
    va_list ap;
    va_start(ap, how);
    int n = vsnprintf(to, size, how, ap);
    va_end(ap);
    return n;
}

int main(void)
{
    int eight = 8;
    assert(total("iidldiLiiiids", 1, 2, 3.5, 4L, 5.5, 6, 7.0L, 1, 1, 1, 1, 0.5,
                 (struct point){1, 2}) == 35.5);
    assert(total("ip", 1, &eight) == 9);
    char text[20];
    assert(format(text, sizeof text, "%d-%s-%c", 12, "ab", 'z') == 7);
    assert(strcmp(text, "12-ab-z") == 0);
    return 0;
}
