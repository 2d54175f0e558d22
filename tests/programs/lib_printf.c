// verdict: VERIFIED
// also: -O2 VERIFIED
// snprintf: flags, widths, precisions, all lengths; sscanf reads them back.
#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char out[128];

#define IS(text, ...)                                                                              \
    do {                                                                                           \
        int count = snprintf(out, sizeof out, __VA_ARGS__);                                        \
        assert(count == (int)strlen(text));                                                        \
        assert(strcmp(out, text) == 0);                                                            \
    } while (0)

int main(void)
{
    IS("-7 +7  7 007", "%d %+d % d %03d", -7, 7, 7, 7);
    IS("[    x][x    ][ab]", "[%5c][%-5c][%.2s]", 'x', 'x', "abc");
    IS("ff FF 0xff 377 0377", "%x %X %#x %o %#o", 255, 255, 255, 255, 255);
    IS("18446744073709551615 -1 200", "%lu %ld %hhu", ~0ul, -1l, 200);
    IS("-9223372036854775807 65535", "%lld %hu", -9223372036854775807ll, 65535);
    IS("12 -3 %", "%zu %td %%", (size_t)12, (ptrdiff_t)-3);
    IS("   42|42   ", "%*d|%-*d", 5, 42, 5, 42);
    IS("3.14 -0.5 1.000000", "%.2f %g %f", 3.14159, -0.5, 1.0);
    IS("1.5e+10 2.50", "%.1e %.2Lf", 1.5e10, 2.5L);
    IS("(nil)", "%p", (void *)0);
    IS("9 0000a", "%" PRIu64 " %05" PRIx32, (uint64_t)9, (uint32_t)10);
    assert(snprintf(out, 4, "%s", "abcdef") == 6 && strcmp(out, "abc") == 0);
    assert(snprintf(NULL, 0, "%d", 12345) == 5);
    assert(sprintf(out, "%s", "plain") == 5);
    int a, n;
    unsigned b;
    char word[8], c;
    assert(sscanf("12 0x1f word!", "%d %x %7s%n", &a, &b, word, &n) == 3);
    assert(a == 12 && b == 31 && strcmp(word, "word!") == 0 && n == 13);
    assert(sscanf("x=5", "%c=%d", &c, &a) == 2 && c == 'x' && a == 5);
    assert(sscanf("q", "%d", &a) == 0);
    return 0;
}
