// verdict: FAILED uninitialised :17
// also: -DWHOLE FAILED uninitialised
// also: -DSET VERIFIED
// also: -DSET -m32 VERIFIED
// What is printed of a number that was never set decides something.
#include <stdio.h>

int main(void)
{
    char text[40];
#ifdef WHOLE
    int n;
    snprintf(text, sizeof text, "%d", n);
#else
    double d;
#ifndef SET
    snprintf(text, sizeof text, "%g", d);
#else
    d = 1.5;
    snprintf(text, sizeof text, "%g %Lf %.2f", d, (long double)d, 0.1f);
#endif
#endif
    return text[0] == '1' && text[1] == '7';
}
