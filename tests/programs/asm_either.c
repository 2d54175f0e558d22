// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -DBROKEN FAILED assertion :19
// Operands that may be registers, memory or numbers ("g", "rm"), as barriers for the compiler use them.
#include <assert.h>

#define hide(x) __asm__("" : "+g"(x))

int main(void)
{
    int x = 3, y = 4, *p = &y;
    long l = -5;
    char c = 'c';

    hide(x);
    hide(p);
    __asm__ volatile("" : "+rm"(l), "+g"(c) : "g"(x) : "memory");
#ifdef BROKEN
    assert(x == 4);
#endif
    assert(x == 3 && *p == 4 && l == -5 && c == 'c');
    __asm__("" : "=g"(x) : "0"(y));
    assert(x == 4);
    return 0;
}
