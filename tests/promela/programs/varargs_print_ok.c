// The same, with the number of calls that there are.
// verdict: VERIFIED
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int calls;

static int next(void)
{
    return ++calls;
}

static void say(int level, const char *format, ...)
{
    va_list rest;

    if (level > 1)
        return;
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
}

int main(void)
{
    double d = 1.5;

    say(calls, "%d %f %s\n", next(), d, "x");
    say(2, "%d\n", next());
    assert(calls == 2);
    return 0;
}
