// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// Numbers from text are rounded once, and are out of range where they are too small as well; as text they may be long.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int range(const char *text)
{
    errno = 0;
    strtod(text, NULL);
    return errno == ERANGE;
}

int main(void)
{
    char many[400], *end;
    double d;
    float f;

    /* Next to the middle of two numbers: 2^53 + 1 + 2^-12, 2^24 + 1 + 2^-30. */
    assert(strtod("9007199254740993.000244140625", NULL) == 9007199254740994.0);
    assert(strtod("9007199254740993", NULL) == 9007199254740992.0);
    assert(strtof("16777217.000000000931322574615478515625", NULL) == 16777218.0f);
    assert(sscanf("9007199254740993.000244140625 16777217.000000000931322574615478515625", "%lf %f", &d, &f) == 2);
    assert(d == 9007199254740994.0 && f == 16777218.0f);
    assert(range("1e400") && range("-1e400") && range("1e-400") && range("1e-310"));
    assert(!range("0") && !range("0e-999") && !range("inf") && !range("nan") && !range("0x1p-1074") && !range("x"));
    errno = 0;
    assert(strtof("1e39", NULL) == HUGE_VALF && errno == ERANGE);
    memset(many, '0', sizeof many);
    memcpy(many, "1.", 2);
    strcpy(many + 390, "1e1x");
    d = strtod(many, &end);
    assert(d == 10 && *end == 'x');
    assert(snprintf(many, sizeof many, "%6000.2f|", d) == 6001 && many[0] == ' ');
    assert(snprintf(many, sizeof many, "%.5500f", d) == 5503 && !strncmp(many, "10.00", 5));
    return 0;
}
