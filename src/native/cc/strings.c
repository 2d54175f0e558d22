/* Functions of the C library that read and write the program's memory: the compiler does not report
 * what they access, so the linker has the calls end here (--wrap).
 *
 * A string is read at once, and a copy is done as memcpy does it.  Where accesses are steps, what
 * compares two strings, or formats one, is refused. */
#define _GNU_SOURCE
#include "native/cc/wraps.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#define CALLER ((uint64_t)__builtin_return_address(0))

/* This file is linked with the rest, so that its own calls would end here too. */
size_t __real_strnlen(const char *s, size_t most);
size_t __real_strlen(const char *s);
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
READS(char *, strchr, SIZE_MAX, (const char *s, int c), (s, c))
READS(char *, strrchr, SIZE_MAX, (const char *s, int c), (s, c))
READS(char *, strdup, SIZE_MAX, (const char *s), (s))
READS(char *, strndup, n, (const char *s, size_t n), (s, n))
READS(int, atoi, SIZE_MAX, (const char *s), (s))
READS(long, atol, SIZE_MAX, (const char *s), (s))
READS(long, strtol, SIZE_MAX, (const char *s, char **end, int base), (s, end, base))
READS(unsigned long, strtoul, SIZE_MAX, (const char *s, char **end, int base), (s, end, base))

static void passes_string(const char *s, size_t most, uint64_t caller)
{
    size_t n = __real_strnlen(s, most);

    wraps_to->did(s, n < most ? n + 1 : n, false, caller);
}

#define COMPARES(type, name, most, parameters, arguments) \
    type __real_##name parameters;                        \
    type __wrap_##name parameters;                        \
    type __wrap_##name parameters                         \
    {                                                     \
        if (wraps_to) {                                   \
            passes_string(a, most, CALLER);               \
            passes_string(b, most, CALLER);               \
        }                                                 \
        return __real_##name arguments;                   \
    }

COMPARES(int, strcmp, SIZE_MAX, (const char *a, const char *b), (a, b))
COMPARES(int, strncmp, n, (const char *a, const char *b, size_t n), (a, b, n))
COMPARES(int, strcasecmp, SIZE_MAX, (const char *a, const char *b), (a, b))
COMPARES(char *, strstr, SIZE_MAX, (const char *a, const char *b), (a, b))

int __real_memcmp(const void *a, const void *b, size_t n);
int __wrap_memcmp(const void *a, const void *b, size_t n);
int __wrap_memcmp(const void *a, const void *b, size_t n)
{
    if (wraps_to) {
        wraps_to->did(a, n, false, CALLER);
        wraps_to->did(b, n, false, CALLER);
    }
    return __real_memcmp(a, b, n);
}

/* Copies n bytes of the string and puts a zero behind them. */
static char *copy_string(char *to, const char *from, size_t n, uint64_t caller)
{
    wraps_to->copy(to, from, n, caller);
    wraps_to->fill(to + n, 0, 1, caller);
    return to + n;
}

char *__real_strcpy(char *to, const char *from);
char *__wrap_strcpy(char *to, const char *from);
char *__wrap_strcpy(char *to, const char *from)
{
    if (!wraps_to)
        return __real_strcpy(to, from);
    copy_string(to, from, read_string(from, SIZE_MAX, CALLER), CALLER);
    return to;
}

char *__real_stpcpy(char *to, const char *from);
char *__wrap_stpcpy(char *to, const char *from);
char *__wrap_stpcpy(char *to, const char *from)
{
    if (!wraps_to)
        return __real_stpcpy(to, from);
    return copy_string(to, from, read_string(from, SIZE_MAX, CALLER), CALLER);
}

char *__real_strncpy(char *to, const char *from, size_t n);
char *__wrap_strncpy(char *to, const char *from, size_t n);
char *__wrap_strncpy(char *to, const char *from, size_t n)
{
    size_t length;

    if (!wraps_to)
        return __real_strncpy(to, from, n);
    length = read_string(from, n, CALLER);
    wraps_to->copy(to, from, length, CALLER);
    wraps_to->fill(to + length, 0, n - length, CALLER);
    return to;
}

char *__real_strcat(char *to, const char *from);
char *__wrap_strcat(char *to, const char *from);
char *__wrap_strcat(char *to, const char *from)
{
    size_t end;

    if (!wraps_to)
        return __real_strcat(to, from);
    end = read_string(to, SIZE_MAX, CALLER);
    copy_string(to + end, from, read_string(from, SIZE_MAX, CALLER), CALLER);
    return to;
}

char *__real_strncat(char *to, const char *from, size_t n);
char *__wrap_strncat(char *to, const char *from, size_t n);
char *__wrap_strncat(char *to, const char *from, size_t n)
{
    size_t end;

    if (!wraps_to)
        return __real_strncat(to, from, n);
    end = read_string(to, SIZE_MAX, CALLER);
    copy_string(to + end, from, read_string(from, n, CALLER), CALLER);
    return to;
}

/* What was written, of at most so many bytes. */
static int wrote(char *to, size_t most, int n, uint64_t caller)
{
    if (wraps_to && n >= 0 && most)
        wraps_to->did(to, (size_t)n < most ? (size_t)n + 1 : most, true, caller);
    return n;
}

int __real_vsnprintf(char *to, size_t most, const char *format, va_list list);
int __wrap_vsnprintf(char *to, size_t most, const char *format, va_list list);
int __wrap_vsnprintf(char *to, size_t most, const char *format, va_list list)
{
    return wrote(to, most, __real_vsnprintf(to, most, format, list), CALLER);
}

int __wrap_snprintf(char *to, size_t most, const char *format, ...);
int __wrap_snprintf(char *to, size_t most, const char *format, ...)
{
    va_list list;
    int n;

    va_start(list, format);
    n = __real_vsnprintf(to, most, format, list);
    va_end(list);
    return wrote(to, most, n, CALLER);
}

int __wrap_sprintf(char *to, const char *format, ...);
int __wrap_sprintf(char *to, const char *format, ...)
{
    va_list list;
    int n;

    va_start(list, format);
    n = vsprintf(to, format, list);
    va_end(list);
    return wrote(to, SIZE_MAX, n, CALLER);
}
