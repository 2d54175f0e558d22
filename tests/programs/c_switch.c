// verdict: VERIFIED
// also: -O2 VERIFIED
// switch: dense, sparse, ranges, fall-through, 64 bits, and inside a loop.
#include <assert.h>
#include <limits.h>

static int classify(int x)
{
    switch (x) {
    case INT_MIN: return -2;
    case -5 ... -1: return -1;
    case 0: return 0;
    case 1:
    case 2: x += 10; /* fall through */
    case 100: return x;
    case INT_MAX: return 3;
    default: return 99;
    }
}

static int wide(unsigned long x)
{
    switch (x) {
    case 1ul << 40: return 1;
    case (1ul << 40) + 1: return 2;
    case ULONG_MAX: return 3;
    }
    return 0;
}

/* Copies n bytes in rounds of four by jumping into the loop. */
static void unrolled(char *to, const char *from, int n)
{
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++; /* fall through */
    case 3:      *to++ = *from++; /* fall through */
    case 2:      *to++ = *from++; /* fall through */
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

int main(void)
{
    assert(classify(INT_MIN) == -2 && classify(-3) == -1 && classify(0) == 0 && classify(1) == 11);
    assert(classify(2) == 12 && classify(100) == 100 && classify(INT_MAX) == 3 && classify(7) == 99);
    assert(wide(1ul << 40) == 1 && wide((1ul << 40) + 1) == 2 && wide(-1ul) == 3 && wide(1) == 0);
    char to[8] = "-------";
    unrolled(to, "abcdef", 6);
    assert(to[5] == 'f' && to[6] == '-');
    return 0;
}
