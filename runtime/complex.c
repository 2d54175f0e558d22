/* <complex.h>: the parts and the plain operations, and the multiplication and division that
 * compilers call.  Both follow C's annex G: an operand that is infinite makes an infinite product,
 * whatever NaN the plain formula gives, and a quotient is computed of operands scaled so that
 * nothing overflows on the way. */
#include "heddle_runtime.h"

#include <complex.h>
#include <math.h>

/* The text of each function for one type: its suffix in <math.h> and in the compiler's names. */
#define COMPLEX(real, f, s)                                                                   \
    /* 1 or 0 with the sign of x: what an infinity is boxed to. */                            \
    static real boxed##f(real x)                                                              \
    {                                                                                         \
        return __builtin_copysign##f(__builtin_isinf(x) ? 1 : 0, x);                          \
    }                                                                                         \
    static real no_nan##f(real x)                                                             \
    {                                                                                         \
        return __builtin_isnan(x) ? __builtin_copysign##f(0, x) : x;                          \
    }                                                                                         \
    real _Complex __mul##s##c3(real a, real b, real c, real d);                               \
    real _Complex __mul##s##c3(real a, real b, real c, real d)                                \
    {                                                                                         \
        real ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;        \
        int again = 0;                                                                        \
        if (!__builtin_isnan(x) || !__builtin_isnan(y))                                       \
            return __builtin_complex(x, y);                                                   \
        if (__builtin_isinf(a) || __builtin_isinf(b)) {                                       \
            a = boxed##f(a), b = boxed##f(b), c = no_nan##f(c), d = no_nan##f(d);             \
            again = 1;                                                                        \
        }                                                                                     \
        if (__builtin_isinf(c) || __builtin_isinf(d)) {                                       \
            c = boxed##f(c), d = boxed##f(d), a = no_nan##f(a), b = no_nan##f(b);             \
            again = 1;                                                                        \
        }                                                                                     \
        if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||   \
                       __builtin_isinf(bc))) {                                                \
            a = no_nan##f(a), b = no_nan##f(b), c = no_nan##f(c), d = no_nan##f(d);           \
            again = 1;                                                                        \
        }                                                                                     \
        if (again) {                                                                          \
            x = (real)INFINITY * (a * c - b * d);                                             \
            y = (real)INFINITY * (a * d + b * c);                                             \
        }                                                                                     \
        return __builtin_complex(x, y);                                                       \
    }                                                                                         \
    real _Complex __div##s##c3(real a, real b, real c, real d);                               \
    real _Complex __div##s##c3(real a, real b, real c, real d)                                \
    {                                                                                         \
        real most = __builtin_fmax##f(__builtin_fabs##f(c), __builtin_fabs##f(d));            \
        int scale = 0;                                                                        \
        if (most != 0 && !__builtin_isinf(most) && !__builtin_isnan(most)) {                  \
            frexp##f(most, &scale);                                                           \
            c = ldexp##f(c, -scale), d = ldexp##f(d, -scale);                                 \
        }                                                                                     \
        real norm = c * c + d * d;                                                            \
        real x = ldexp##f((a * c + b * d) / norm, -scale);                                    \
        real y = ldexp##f((b * c - a * d) / norm, -scale);                                    \
        if (!__builtin_isnan(x) || !__builtin_isnan(y))                                       \
            return __builtin_complex(x, y);                                                   \
        if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                      \
            x = __builtin_copysign##f((real)INFINITY, c) * a;                                 \
            y = __builtin_copysign##f((real)INFINITY, c) * b;                                 \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&     \
                   __builtin_isfinite(d)) {                                                   \
            a = boxed##f(a), b = boxed##f(b);                                                 \
            x = (real)INFINITY * (a * c + b * d);                                             \
            y = (real)INFINITY * (b * c - a * d);                                             \
        } else if (__builtin_isinf(most) && __builtin_isfinite(a) && __builtin_isfinite(b)) { \
            c = boxed##f(c), d = boxed##f(d);                                                 \
            x = 0 * (a * c + b * d);                                                          \
            y = 0 * (b * c - a * d);                                                          \
        }                                                                                     \
        return __builtin_complex(x, y);                                                       \
    }                                                                                         \
    real creal##f(real _Complex z)                                                            \
    {                                                                                         \
        return __real__ z;                                                                    \
    }                                                                                         \
    real cimag##f(real _Complex z)                                                            \
    {                                                                                         \
        return __imag__ z;                                                                    \
    }                                                                                         \
    real _Complex conj##f(real _Complex z)                                                    \
    {                                                                                         \
        return __builtin_complex(__real__ z, -__imag__ z);                                    \
    }                                                                                         \
    real cabs##f(real _Complex z)                                                             \
    {                                                                                         \
        return hypot##f(__real__ z, __imag__ z);                                              \
    }                                                                                         \
    real carg##f(real _Complex z)                                                             \
    {                                                                                         \
        return atan2##f(__imag__ z, __real__ z);                                              \
    }                                                                                         \
    real _Complex cexp##f(real _Complex z)                                                    \
    {                                                                                         \
        real size = exp##f(__real__ z), angle = __imag__ z;                                   \
        if (angle == 0)                                                                       \
            return __builtin_complex(size, angle);                                            \
        return __builtin_complex(size * cos##f(angle), size * sin##f(angle));                 \
    }

COMPLEX(float, f, s)
COMPLEX(double, , d)
COMPLEX(long double, l, x)
