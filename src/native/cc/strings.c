/* Functions of the C library that read and write the program's memory: the compiler does not report
 * what they access, so the linker has the calls end here (--wrap).
 *
 * A string is read at once, and a copy is done as memcpy does it.  Of two that are compared the
 * first is read first; where accesses are steps, those that are too long for that are refused. */
#define _GNU_SOURCE
#include "native/cc/wraps.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>

#define CALLER ((uint64_t)__builtin_return_address(0))

#define HELD 4096u

/* This file is linked with the rest, so that its own calls would end here too. */
size_t __real_strnlen(const char *s, size_t most);
size_t __real_strlen(const char *s);
void *__real_memcpy(void *to, const void *from, size_t n);
int __real_vsnprintf(char *to, size_t most, const char *words, va_list list);
size_t __wrap_strlen(const char *s);

/* Up to its end, or so many bytes; others may make it longer before it is our turn. */
static size_t read_string(const char *s, size_t most, uint64_t caller)
{
    size_t n = __real_strnlen(s, most), again = n;

    do {
        n = again;
        wraps_to->touch(s, n < most ? n + 1 : n, false, caller);
        again = __real_strnlen(s, most);
    } while (again > n);
    return again;
}

size_t __wrap_strlen(const char *s)
{
    return wraps_to ? read_string(s, SIZE_MAX, CALLER) : __real_strlen(s);
}

/* One string is read, and then the function does what it does. */
#define READS(type, name, most, parameters, arguments) \
    type __real_##name parameters;                     \
    type __wrap_##name parameters;                     \
    type __wrap_##name parameters                      \
    {                                                  \
        if (wraps_to)                                  \
            read_string(s, most, CALLER);              \
        return __real_##name arguments;                \
    }

READS(size_t, strnlen, n, (const char *s, size_t n), (s, n))
READS(char *, strrchr, SIZE_MAX, (const char *s, int c), (s, c))
READS(char *, rindex, SIZE_MAX, (const char *s, int c), (s, c))
READS(char *, strdup, SIZE_MAX, (const char *s), (s))
READS(char *, strndup, n, (const char *s, size_t n), (s, n))

/* Reads up to what it finds. */
#define SEEKS(type, name, parameters, arguments, all)                                         \
    type __real_##name parameters;                                                            \
    type __wrap_##name parameters;                                                            \
    type __wrap_##name parameters                                                             \
    {                                                                                         \
        const char *at = wraps_to ? (const char *)__real_##name arguments : NULL;             \
                                                                                              \
        if (wraps_to)                                                                         \
            wraps_to->touch(s, at ? (size_t)(at - (const char *)s) + 1 : all, false, CALLER); \
        return __real_##name arguments;                                                       \
    }

SEEKS(char *, strchr, (const char *s, int c), (s, c), __real_strlen(s) + 1)
SEEKS(char *, index, (const char *s, int c), (s, c), __real_strlen(s) + 1)
SEEKS(void *, memchr, (const void *s, int c, size_t n), (s, c, n), n)

/* Numbers: up to where one ends. */
#define COUNTS(type, name, parameters, until, arguments)               \
    type __real_##name parameters;                                     \
    type __wrap_##name parameters;                                     \
    type __wrap_##name parameters                                      \
    {                                                                  \
        char *last = (char *)s;                                        \
                                                                       \
        if (wraps_to) {                                                \
            (void)until;                                               \
            wraps_to->touch(s, (size_t)(last - s) + 1, false, CALLER); \
        }                                                              \
        return __real_##name arguments;                                \
    }

COUNTS(long, strtol, (const char *s, char **end, int base), __real_strtol(s, &last, base),
       (s, end, base))
COUNTS(unsigned long, strtoul, (const char *s, char **end, int base),
       __real_strtoul(s, &last, base), (s, end, base))
COUNTS(long long, strtoll, (const char *s, char **end, int base), __real_strtoll(s, &last, base),
       (s, end, base))
COUNTS(unsigned long long, strtoull, (const char *s, char **end, int base),
       __real_strtoull(s, &last, base), (s, end, base))
COUNTS(double, strtod, (const char *s, char **end), __real_strtod(s, &last), (s, end))
COUNTS(int, atoi, (const char *s), __real_strtol(s, &last, 10), (s))
COUNTS(long, atol, (const char *s), __real_strtol(s, &last, 10), (s))
COUNTS(long long, atoll, (const char *s), __real_strtoll(s, &last, 10), (s))
COUNTS(double, atof, (const char *s), __real_strtod(s, &last), (s))

/* Two that are compared: up to where they differ or end. */
static size_t compared(const char *a, const char *b, size_t most, bool alike)
{
    size_t n = 0;

    while (n < most && a[n] &&
           (alike ? tolower((unsigned char)a[n]) == tolower((unsigned char)b[n]) : a[n] == b[n]))
        n++;
    return n < most ? n + 1 : n;
}

/* Reads the first as it is now, and the second when its turn has come.  The copy, or the string
 * itself if nobody can come between. */
static const char *hold(const char *a, const char *b, size_t n, char *held, uint64_t caller)
{
    if (n > HELD) {
        wraps_to->did(a, n, false, caller);
        wraps_to->did(b, n, false, caller);
        return a;
    }
    wraps_to->touch(a, n, false, caller);
    __real_memcpy(held, a, n);
    held[n] = 0;
    wraps_to->touch(b, n, false, caller);
    return held;
}

#define COMPARES(name, n, parameters, arguments) \
    int __real_##name parameters;                \
    int __wrap_##name parameters;                \
    int __wrap_##name parameters                 \
    {                                            \
        char held[HELD + 1];                     \
                                                 \
        if (wraps_to)                            \
            a = hold(a, b, n, held, CALLER);     \
        return __real_##name arguments;          \
    }

COMPARES(strcmp, compared(a, b, SIZE_MAX, false), (const char *a, const char *b), (a, b))
COMPARES(strncmp, compared(a, b, most, false), (const char *a, const char *b, size_t most),
         (a, b, most))
COMPARES(strcasecmp, compared(a, b, SIZE_MAX, true), (const char *a, const char *b), (a, b))
COMPARES(strncasecmp, compared(a, b, most, true), (const char *a, const char *b, size_t most),
         (a, b, most))
COMPARES(memcmp, most, (const void *a, const void *b, size_t most), (a, b, most))
COMPARES(bcmp, most, (const void *a, const void *b, size_t most), (a, b, most))

/* One string is looked for in another, or what one has of it: both are read. */
#define SEARCHES(type, name)                                             \
    type __real_##name(const char *s, const char *what);                 \
    type __wrap_##name(const char *s, const char *what);                 \
    type __wrap_##name(const char *s, const char *what)                  \
    {                                                                    \
        if (wraps_to) {                                                  \
            wraps_to->did(s, __real_strlen(s) + 1, false, CALLER);       \
            wraps_to->did(what, __real_strlen(what) + 1, false, CALLER); \
        }                                                                \
        return __real_##name(s, what);                                   \
    }

SEARCHES(char *, strstr)
SEARCHES(size_t, strspn)
SEARCHES(size_t, strcspn)
SEARCHES(char *, strpbrk)

void __real_bzero(void *to, size_t n);
void __wrap_bzero(void *to, size_t n);
void __wrap_bzero(void *to, size_t n)
{
    if (wraps_to)
        wraps_to->fill(to, 0, n, CALLER);
    else
        __real_bzero(to, n);
}

/* Copies n bytes of the string and puts a zero behind them. */
static char *copy_string(char *to, const char *from, size_t n, uint64_t caller)
{
    wraps_to->copy(to, from, n, caller);
    wraps_to->fill(to + n, 0, 1, caller);
    return to + n;
}

/* n bytes, of which those behind the string are zero. */
static char *copy_padded(char *to, const char *from, size_t n, uint64_t caller)
{
    size_t length = read_string(from, n, caller);

    wraps_to->copy(to, from, length, caller);
    wraps_to->fill(to + length, 0, n - length, caller);
    return to;
}

#define COPIES(name, parameters, arguments, result)           \
    char *__real_##name parameters;                           \
    char *__wrap_##name parameters;                           \
    char *__wrap_##name parameters                            \
    {                                                         \
        return wraps_to ? (result) : __real_##name arguments; \
    }

#define STRING(s) read_string(s, SIZE_MAX, CALLER)

COPIES(strcpy, (char *to, const char *from), (to, from),
       (copy_string(to, from, STRING(from), CALLER), to))
COPIES(stpcpy, (char *to, const char *from), (to, from),
       copy_string(to, from, STRING(from), CALLER))
COPIES(strcat, (char *to, const char *from), (to, from),
       (copy_string(to + STRING(to), from, STRING(from), CALLER), to))
COPIES(strncat, (char *to, const char *from, size_t n), (to, from, n),
       (copy_string(to + STRING(to), from, read_string(from, n, CALLER), CALLER), to))
COPIES(strncpy, (char *to, const char *from, size_t n), (to, from, n),
       copy_padded(to, from, n, CALLER))

/* Formats beside, and then copies as memcpy does. */
static int format_into(char *to, size_t most, const char *format, va_list list, uint64_t caller)
{
    char held[HELD];
    int n;

    if (!wraps_to)
        return __real_vsnprintf(to, most, format, list);
    n = __real_vsnprintf(held, most < HELD ? most : HELD, format, list);
    if (n < 0 || !most)
        return n;
    if ((size_t)n >= HELD && most > HELD)
        return -1;
    wraps_to->copy(to, held, (size_t)n < most ? (size_t)n + 1 : most, caller);
    return n;
}

/* What is too long for that is written at once. */
static int format(char *to, size_t most, const char *words, va_list list, uint64_t caller)
{
    va_list again;
    int n;

    va_copy(again, list);
    n = format_into(to, most, words, list, caller);
    if (n < 0 && wraps_to && most) {
        n = __real_vsnprintf(to, most, words, again);
        if (n >= 0)
            wraps_to->did(to, (size_t)n < most ? (size_t)n + 1 : most, true, caller);
    }
    va_end(again);
    return n;
}

int __wrap_vsnprintf(char *to, size_t most, const char *words, va_list list);
int __wrap_vsnprintf(char *to, size_t most, const char *words, va_list list)
{
    return format(to, most, words, list, CALLER);
}

int __wrap_snprintf(char *to, size_t most, const char *words, ...);
int __wrap_snprintf(char *to, size_t most, const char *words, ...)
{
    va_list list;
    int n;

    va_start(list, words);
    n = format(to, most, words, list, CALLER);
    va_end(list);
    return n;
}

int __wrap_vsprintf(char *to, const char *words, va_list list);
int __wrap_vsprintf(char *to, const char *words, va_list list)
{
    return format(to, INT_MAX, words, list, CALLER);
}

int __wrap_sprintf(char *to, const char *words, ...);
int __wrap_sprintf(char *to, const char *words, ...)
{
    va_list list;
    int n;

    va_start(list, words);
    n = format(to, INT_MAX, words, list, CALLER);
    va_end(list);
    return n;
}
