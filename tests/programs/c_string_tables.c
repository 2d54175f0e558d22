// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -O2 -fPIC VERIFIED
// Tables of strings, and switches that become such.
#include <assert.h>
#include <string.h>

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"};

__attribute__((noinline)) static const char *day(int n)
{
    return n >= 0 && n < 5 ? days[n] : "?";
}

__attribute__((noinline)) static const char *letter(int n)
{
    switch (n) {
    case 0: return "alpha";
    case 1: return "beta";
    case 2: return "gamma";
    case 3: return "delta";
    case 4: return "epsilon";
    default: return "?";
    }
}

int main(void)
{
    volatile int two = 2;
    assert(!strcmp(day(two), "Tuesday") && !strcmp(letter(two), "gamma"));
    assert(!strcmp(day(two + 3), "?") && !strcmp(letter(two - 3), "?"));
    return 0;
}
