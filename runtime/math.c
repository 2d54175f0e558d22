/* What <math.h> needs beyond the functions that the machine computes itself: taking numbers apart
 * and putting them together, rounding to integers, classification.  Numbers are taken apart as the
 * bits of a double or a long double; float goes through double, which is exact. */
#include "heddle_runtime.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>

typedef union double_bits {
    double value;
    uint64_t bits;
} double_bits;

typedef union long_bits {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t top; /* sign and exponent */
    };
} long_bits;

static double power_of_two(int n) /* -1022 .. 1023 */
{
    return (double_bits){.bits = (uint64_t)(n + 1023) << 52}.value;
}

static long double power_of_two_long(int n) /* -16382 .. 16383 */
{
    return (long_bits){.mantissa = 1ull << 63, .top = (uint16_t)(n + 16383)}.value;
}

/* In at most three exact steps and one that rounds. */
double ldexp(double x, int n)
{
    for (int i = 0; i < 2 && n > 1023; i++, n -= 1023)
        x *= power_of_two(1023);
    for (int i = 0; i < 2 && n < -1022 + 53; i++, n += 1022 - 53)
        x *= power_of_two(-1022 + 53);
    return x * power_of_two(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}

long double ldexpl(long double x, int n)
{
    for (int i = 0; i < 2 && n > 16383; i++, n -= 16383)
        x *= power_of_two_long(16383);
    for (int i = 0; i < 2 && n < -16382 + 64; i++, n += 16382 - 64)
        x *= power_of_two_long(-16382 + 64);
    return x * power_of_two_long(n > 16383 ? 16383 : n < -16382 ? -16382 : n);
}

double frexp(double x, int *exponent)
{
    double_bits u = {x};
    int e = (int)(u.bits >> 52 & 2047);
    *exponent = 0;
    if (x == 0 || e == 2047)
        return x;
    if (e == 0) {
        u.value = x * power_of_two(64);
        e = (int)(u.bits >> 52 & 2047) - 64;
    }
    *exponent = e - 1022;
    u.bits = (u.bits & ~(2047ull << 52)) | 1022ull << 52;
    return u.value;
}

long double frexpl(long double x, int *exponent)
{
    long_bits u = {x};
    int e = u.top & 32767;
    *exponent = 0;
    if (x == 0 || e == 32767)
        return x;
    if (e == 0) {
        u.value = x * power_of_two_long(128);
        e = (u.top & 32767) - 128;
    }
    *exponent = e - 16382;
    u.top = (uint16_t)((u.top & 32768) | 16382);
    return u.value;
}

double modf(double x, double *whole)
{
    *whole = __builtin_trunc(x);
    return __builtin_isinf(x) ? __builtin_copysign(0.0, x) : __builtin_copysign(x - *whole, x);
}

long double modfl(long double x, long double *whole)
{
    *whole = __builtin_truncl(x);
    return __builtin_isinf(x) ? __builtin_copysignl(0.0L, x) : __builtin_copysignl(x - *whole, x);
}

float ldexpf(float x, int n)
{
    return (float)ldexp(x, n > 400 ? 400 : n < -400 ? -400 : n);
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

float modff(float x, float *whole)
{
    double w;
    float rest = (float)modf(x, &w);
    *whole = (float)w;
    return rest;
}

static double binary_exponent(double x)
{
    int e;
    if (x == 0)
        return -__builtin_inf();
    if (!__builtin_isfinite(x))
        return x * x;
    frexp(x, &e);
    return e - 1;
}

static int integer_exponent(double x)
{
    int e;
    if (x == 0 || __builtin_isnan(x))
        return FP_ILOGB0;
    if (__builtin_isinf(x))
        return 0x7fffffff;
    frexp(x, &e);
    return e - 1;
}

double scalbn(double x, int n)
{
    return ldexp(x, n);
}

float scalbnf(float x, int n)
{
    return ldexpf(x, n);
}

long double scalbnl(long double x, int n)
{
    return ldexpl(x, n);
}

double scalbln(double x, long n)
{
    return ldexp(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

float scalblnf(float x, long n)
{
    return (float)scalbln(x, n);
}

double logb(double x)
{
    return binary_exponent(x);
}

float logbf(float x)
{
    return (float)binary_exponent(x);
}

int ilogb(double x)
{
    return integer_exponent(x);
}

int ilogbf(float x)
{
    return integer_exponent(x);
}

/* Rounding to integers; what does not fit has no meaning in C, and is the conversion's business. */
#define ROUNDERS(suffix, type)                        \
    long lround##suffix(type x)                       \
    {                                                 \
        return (long)__builtin_round##suffix(x);      \
    }                                                 \
    long long llround##suffix(type x)                 \
    {                                                 \
        return (long long)__builtin_round##suffix(x); \
    }                                                 \
    long lrint##suffix(type x)                        \
    {                                                 \
        return (long)__builtin_rint##suffix(x);       \
    }                                                 \
    long long llrint##suffix(type x)                  \
    {                                                 \
        return (long long)__builtin_rint##suffix(x);  \
    }
ROUNDERS(f, float)
ROUNDERS(, double)
ROUNDERS(l, long double)

/* The IEEE remainder: the quotient is rounded to even. */
double remainder(double x, double y)
{
    double magnitude = __builtin_fabs(y), rest;
    if (y == 0 || __builtin_isinf(x) || __builtin_isnan(x) || __builtin_isnan(y))
        return (x * y) / (x * y);
    if (__builtin_isinf(y))
        return x;
    rest = __builtin_fmod(__builtin_fabs(x), magnitude);
    int odd = __builtin_fmod(__builtin_trunc((__builtin_fabs(x) - rest) / magnitude), 2) != 0;
    double other = magnitude - rest;
    if (rest > other || (rest == other && odd))
        rest = -other;
    return __builtin_signbit(x) ? -rest : rest;
}

float remainderf(float x, float y)
{
    return (float)remainder(x, y);
}

double nextafter(double x, double y)
{
    double_bits u = {x};
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return __builtin_copysign((double_bits){.bits = 1}.value, y);
    u.bits += (x < y) == (x > 0) ? 1ull : -1ull;
    return u.value;
}

float nextafterf(float x, float y)
{
    union {
        float value;
        uint32_t bits;
    } u = {x};
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0) {
        u.bits = 1;
        return __builtin_copysignf(u.value, y);
    }
    u.bits += (x < y) == (x > 0) ? 1u : -1u;
    return u.value;
}

double nan(const char *tag)
{
    (void)tag;
    return __builtin_nan("");
}

float nanf(const char *tag)
{
    (void)tag;
    return __builtin_nanf("");
}

long double nanl(const char *tag)
{
    (void)tag;
    return __builtin_nanl("");
}

/* Classification, as the headers' macros call it. */
#define CLASSES(suffix, type)                                                                  \
    int __fpclassify##suffix(type x)                                                           \
    {                                                                                          \
        return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x); \
    }                                                                                          \
    int __signbit##suffix(type x)                                                              \
    {                                                                                          \
        return __builtin_signbit(x) != 0;                                                      \
    }                                                                                          \
    int __isnan##suffix(type x)                                                                \
    {                                                                                          \
        return __builtin_isnan(x);                                                             \
    }                                                                                          \
    int __isinf##suffix(type x)                                                                \
    {                                                                                          \
        return __builtin_isinf(x) ? (x < 0 ? -1 : 1) : 0;                                      \
    }                                                                                          \
    int __finite##suffix(type x)                                                               \
    {                                                                                          \
        return __builtin_isfinite(x);                                                          \
    }                                                                                          \
    int(isnan##suffix)(type x)                                                                 \
    {                                                                                          \
        return __builtin_isnan(x);                                                             \
    }                                                                                          \
    int(isinf##suffix)(type x)                                                                 \
    {                                                                                          \
        return __builtin_isinf(x) ? (x < 0 ? -1 : 1) : 0;                                      \
    }                                                                                          \
    int(finite##suffix)(type x)                                                                \
    {                                                                                          \
        return __builtin_isfinite(x);                                                          \
    }
CLASSES(f, float)
CLASSES(, double)
CLASSES(l, long double)

/* What compilers make of pow(10, x), and of sin and cos of one value. */
double exp10(double x)
{
    return pow(10, x);
}

float exp10f(float x)
{
    return powf(10, x);
}

void sincos(double x, double *sine, double *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine)
{
    *sine = sinf(x);
    *cosine = cosf(x);
}
