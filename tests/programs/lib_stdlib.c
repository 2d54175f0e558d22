// verdict: VERIFIED
// also: -O2 VERIFIED
// <stdlib.h>: sorting, searching, numbers from text, division, absolute values, rand.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
    int v[] = {5, -1, 3, 3, INT_MIN, 9, 0};
    qsort(v, 7, sizeof v[0], by_value);
    for (int i = 1; i < 7; i++)
        assert(v[i - 1] <= v[i]);
    int key = 9, none = 4;
    assert(bsearch(&key, v, 7, sizeof v[0], by_value) == &v[6]);
    assert(bsearch(&none, v, 7, sizeof v[0], by_value) == NULL);
    char *names[] = {"weft", "heddle", "shed", "warp"};
    qsort(names, 4, sizeof names[0], by_name);
    assert(strcmp(names[0], "heddle") == 0 && strcmp(names[3], "weft") == 0);
    char *end;
    assert(strtol("  -42x", &end, 10) == -42 && *end == 'x');
    assert(strtol("0x1f", NULL, 0) == 31 && strtol("077", NULL, 0) == 63 && strtol("z", NULL, 36) == 35);
    assert(strtoul("4294967296", NULL, 10) == 4294967296ul);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtoll("-1", &end, 10) == -1 && *end == 0 && strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX);
    assert(strtod("1.5e3rest", &end) == 1500.0 && strcmp(end, "rest") == 0);
    assert(atoi("17") == 17 && atol("-3") == -3 && atof("0.25") == 0.25 && atoi("none") == 0);
    assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(-5LL) == 5);
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    assert(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1);
    srand(1);
    int r = rand();
    assert(r >= 0 && r <= RAND_MAX);
    return 0;
}
