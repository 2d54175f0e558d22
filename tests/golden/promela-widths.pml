/* Translated by heddle promela from widths.c.
 * Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv. */

#define MULHI(a, b) (((((a) >> 16) & 65535) * (((b) >> 16) & 65535)) + USHR(MULMID(a, b), 16) + USHR((((a) & 65535) * (((b) >> 16) & 65535)) + (MULMID(a, b) & 65535), 16))
#define MULMID(a, b) (((((a) >> 16) & 65535) * ((b) & 65535)) + USHR(((a) & 65535) * ((b) & 65535), 16))
#define UDIV(a, b) ((b) < 0 -> !ULT(a, b) : ((a) >= 0 -> (a) / (b) : UDIV2(a, b, USHR(a, 1) / (b) * 2)))
#define UDIV2(a, b, q) ((q) + !ULT((a) - (q) * (b), b))
#define UMOD(a, b) ((a) - UDIV(a, b) * (b))
#define USHR(a, n) ((n) == 0 -> (a) : ((a) >> (n)) & (2147483647 >> ((n) - 1)))
#define ULT(a, b) (((a) ^ (-2147483647 - 1)) < ((b) ^ (-2147483647 - 1)))
#define I8(a) ((((a) & 255) ^ 128) - 128)

typedef wide { int lo; int hi } /* 64 bits */


proctype main(byte me)
{
    byte b;
    short c;
    int main_h;
    int w;
    int v;
    wide d;
    wide u;
    int t1;
    int t2;
    int t3;
    wide w1;
    wide w2;
    wide w3;
    wide w4;
    wide w5;
    int result;
    atomic {                                                    /* widths.c:7 */
        b = 250;
        c = 127;                                                /* widths.c:8 */
        main_h = 65535;                                         /* widths.c:9 */
        w = (-294967296);                                       /* widths.c:10 */
        v = 3;
        d.lo = (-1);                                            /* widths.c:11 */
        d.hi = (-1);
        u.lo = 0;                                               /* widths.c:12 */
        u.hi = 1;
        b = ((b + 10) & 255);                                   /* widths.c:14 */
        c = I8((c + 1));                                        /* widths.c:15 */
        main_h = ((main_h + 1) & 65535);                        /* widths.c:16 */
        assert((((b == 4) && (c == (-128))) && (main_h == 0))); /* widths.c:17 */
        assert(v != 0);                                         /* widths.c:18 */
        assert((((((UDIV(w, v) == 1333333333) && (UMOD(w, 7) == 3)) && ULT(5, w)) && 1) && (USHR(w, 31) == 1)));
        w1.lo = u.lo * u.lo;                                    /* widths.c:19 */
        w1.hi = MULHI(u.lo, u.lo) + u.lo * u.hi + u.hi * u.lo;
        if
        :: (w1.lo == 0 && w1.hi == 0) ->
            w2.lo = u.lo + u.lo;
            w2.hi = u.hi + u.hi + ULT(u.lo + u.lo, u.lo);
            w3.lo = (33 == 0 -> w2.lo : (33 < 32 -> USHR(w2.lo, 33) | (w2.hi << (32 - 33)) : USHR(w2.hi, 33 - 32)));
            w3.hi = (33 < 32 -> USHR(w2.hi, 33) : 0);
            t1 = (w3.lo == 1 && w3.hi == 0);
        :: else ->
            t1 = 0;
        fi;
        if
        :: t1 ->
            w4.lo = d.lo * u.lo;
            w4.hi = MULHI(d.lo, u.lo) + d.lo * u.hi + d.hi * u.lo;
            t2 = (w4.lo == 0 && w4.hi == (-1));
        :: else ->
            t2 = 0;
        fi;
        if
        :: t2 ->
            w5.lo = (40 == 0 -> d.lo : (40 < 32 -> USHR(d.lo, 40) | (d.hi << (32 - 40)) : d.hi >> (40 - 32)));
            w5.hi = (40 < 32 -> d.hi >> 40 : d.hi >> 31);
            t3 = (w5.lo == (-1) && w5.hi == (-1));
        :: else ->
            t3 = 0;
        fi;
        assert((t3 && (u.lo == 0)));
        if                                                      /* widths.c:20 */
        :: (ULT(u.hi, d.hi) || (u.hi == d.hi && ULT(u.lo, d.lo))) ->
            w1.lo = u.lo | 5;
            w1.hi = u.hi | 0;
            t1 = (w1.lo == 5);
        :: else ->
            t1 = 0;
        fi;
        if
        :: t1 ->
            w2.lo = u.lo ^ 1;
            w2.hi = u.hi ^ 0;
            w3.lo = w2.lo - 1;
            w3.hi = w2.hi - 0 - ULT(w2.lo, 1);
            t2 = (w3.lo == u.lo && w3.hi == u.hi);
        :: else ->
            t2 = 0;
        fi;
        assert((t2 && (d.hi < 0 || (d.hi == 0 && ULT(d.lo, 0)))));
        assert(1);                                              /* widths.c:21 */
    };
    atomic {
        skip;
    };
}

init
{
    run main(0);
}
