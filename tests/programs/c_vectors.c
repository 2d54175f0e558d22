// verdict: VERIFIED
// also: -O2 VERIFIED
// Explicit vectors of the compiler: arithmetic, comparison, elements, conversion.
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
    volatile int one = 1;
    v4 a = {one, 2, 3, 4}, b = {10, 20, 30, 40};
    v4 c = a + b * 2;
    assert(c[0] == 21 && c[3] == 84);
    v4 m = a > 2;
    assert(m[0] == 0 && m[2] == -1);
    c = (c & m) | (a & ~m);
    assert(c[0] == 1 && c[1] == 2 && c[2] == 63 && c[3] == 84);
    f4 f = __builtin_convertvector(a, f4);
    f = f / 2;
    assert(f[2] == 1.5f);
    v4 r = __builtin_shufflevector(a, b, 3, 2, 5, 4);
    assert(r[0] == 4 && r[1] == 3 && r[2] == 20 && r[3] == 10);
    r[one] = 9;
    assert(r[1] == 9);
    return 0;
}
