/* <string.h> and <strings.h>.  Copies and fills are single instructions of the machine, which keep
 * pointers and undefined bytes as they are; all else goes byte by byte, so that each read of memory
 * that other threads write is seen as one.  Collation and case are those of the C locale. */
#include "heddle_runtime.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return mempcpy(to, from, n);
}

void *memset(void *to, int byte, size_t n)
{
    return __builtin_memset(to, byte, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    __builtin_memmove(to, from, n);
}

void bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n)
{
    __builtin_memset(to, 0, n);
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t n)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    for (size_t i = 0; i < n; i++)
        if ((d[i] = s[i]) == (unsigned char)byte)
            return d + i + 1;
    return NULL;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

void *memchr(const void *in, int byte, size_t n)
{
    const unsigned char *s = in;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (unsigned char)byte)
            return (void *)(s + i);
    return NULL;
}

void *rawmemchr(const void *in, int byte)
{
    const unsigned char *s = in;
    while (*s != (unsigned char)byte)
        s++;
    return (void *)s;
}

void *memrchr(const void *in, int byte, size_t n)
{
    const unsigned char *s = in;
    while (n--)
        if (s[n] == (unsigned char)byte)
            return (void *)(s + n);
    return NULL;
}

void *memmem(const void *in, size_t size, const void *wanted, size_t n)
{
    const char *s = in;
    for (size_t i = 0; n <= size && i <= size - n; i++)
        if (!memcmp(s + i, wanted, n))
            return (void *)(s + i);
    return NULL;
}

size_t __heddle_strlen(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

size_t strlen(const char *text)
{
    return __heddle_strlen(text);
}

size_t strnlen(const char *text, size_t limit)
{
    size_t n = 0;
    while (n < limit && text[n])
        n++;
    return n;
}

/* Byte i of a copy: the bytes written may not meet those read.  They do when one side has come to
 * where the other begins; pointers into different objects are never equal.  (Inlined, the loop
 * would ask for the difference of the pointers.) */
static __attribute__((noinline)) void check_apart(const char *to, const char *from, size_t i,
                                                  const char *name)
{
    if (to + i == from || from + i == to)
        __heddle_fail(ERR_MISUSE, name);
}

static char *copy_string(char *restrict to, const char *restrict from, const char *overlap)
{
    size_t i = 0;
    do
        check_apart(to, from, i, overlap);
    while ((to[i] = from[i]) && ++i);
    return to + i;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    return copy_string(to, from, "stpcpy of overlapping regions");
}

char *__stpcpy(char *restrict to, const char *restrict from)
{
    return stpcpy(to, from);
}

char *strcpy(char *restrict to, const char *restrict from)
{
    copy_string(to, from, "strcpy of overlapping regions");
    return to;
}

static char *copy_some(char *restrict to, const char *restrict from, size_t n, const char *overlap)
{
    size_t i = 0, rest;
    for (; i < n; i++) {
        check_apart(to, from, i, overlap);
        if (!(to[i] = from[i]))
            break;
    }
    for (rest = i; rest < n; rest++) {
        check_apart(to + rest, from, 0, overlap);
        to[rest] = 0;
    }
    return to + i;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    return copy_some(to, from, n, "stpncpy of overlapping regions");
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    copy_some(to, from, n, "strncpy of overlapping regions");
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    copy_string(to + __heddle_strlen(to), from, "strcat of overlapping regions");
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *end = to + __heddle_strlen(to);
    size_t i = 0;
    for (; i < n; i++) {
        check_apart(end, from, i, "strncat of overlapping regions");
        if (!(end[i] = from[i]))
            break;
    }
    end[i] = 0;
    return to;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y || !x)
            return x - y;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

int strcoll(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int x = lower(a[i]), y = lower(b[i]);
        if (x != y || !x)
            return x - y;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = __heddle_strlen(from);
    if (n)
        strncpy(to, from, n);
    return length;
}

char *strchrnul(const char *text, int c)
{
    while (*text && *text != (char)c)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int c)
{
    char *at = strchrnul(text, c);
    return *at == (char)c ? at : NULL;
}

char *index(const char *text, int c)
{
    return strchr(text, c);
}

char *strrchr(const char *text, int c)
{
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)c)
            last = text;
        if (!*text)
            return (char *)last;
    }
}

char *rindex(const char *text, int c)
{
    return strrchr(text, c);
}

static int among(char c, const char *set)
{
    while (*set && *set != c)
        set++;
    return *set != 0;
}

size_t strspn(const char *text, const char *accept)
{
    size_t n = 0;
    while (text[n] && among(text[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *text, const char *reject)
{
    size_t n = 0;
    while (text[n] && !among(text[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *text, const char *accept)
{
    text += strcspn(text, accept);
    return *text ? (char *)text : NULL;
}

char *strstr(const char *text, const char *wanted)
{
    size_t n = __heddle_strlen(wanted);
    for (;; text++) {
        if (!strncmp(text, wanted, n))
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

char *strcasestr(const char *text, const char *wanted)
{
    size_t n = __heddle_strlen(wanted);
    for (;; text++) {
        if (!strncasecmp(text, wanted, n))
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

char *strtok_r(char *restrict text, const char *restrict between, char **restrict rest)
{
    char *at = text ? text : *rest;
    if (!at)
        return NULL;
    at += strspn(at, between);
    if (!*at) {
        *rest = at;
        return NULL;
    }
    char *end = at + strcspn(at, between);
    *rest = end;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return at;
}

char *__strtok_r(char *restrict text, const char *restrict between, char **restrict rest)
{
    return strtok_r(text, between, rest);
}

char *strtok(char *restrict text, const char *restrict between)
{
    static char *rest;
    return strtok_r(text, between, &rest);
}

char *strsep(char **text, const char *between)
{
    char *begin = *text;
    if (!begin)
        return NULL;
    char *end = begin + strcspn(begin, between);
    *text = *end ? end + 1 : NULL;
    if (*end)
        *end = 0;
    return begin;
}

char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

int ffsll(long long bits)
{
    return bits ? __builtin_ctzll((unsigned long long)bits) + 1 : 0;
}

int ffsl(long bits)
{
    return ffsll((unsigned long)bits);
}

int ffs(int bits)
{
    return ffsll((unsigned)bits);
}

/* Messages of errno. */
#define MESSAGES(M)                                       \
    M(0, "Success")                                       \
    M(EPERM, "Operation not permitted")                   \
    M(ENOENT, "No such file or directory")                \
    M(ESRCH, "No such process")                           \
    M(EINTR, "Interrupted system call")                   \
    M(EIO, "Input/output error")                          \
    M(EBADF, "Bad file descriptor")                       \
    M(EAGAIN, "Resource temporarily unavailable")         \
    M(ENOMEM, "Cannot allocate memory")                   \
    M(EACCES, "Permission denied")                        \
    M(EFAULT, "Bad address")                              \
    M(EBUSY, "Device or resource busy")                   \
    M(EEXIST, "File exists")                              \
    M(EINVAL, "Invalid argument")                         \
    M(EPIPE, "Broken pipe")                               \
    M(EDOM, "Numerical argument out of domain")           \
    M(ERANGE, "Numerical result out of range")            \
    M(EDEADLK, "Resource deadlock avoided")               \
    M(ENOSYS, "Function not implemented")                 \
    M(EOVERFLOW, "Value too large for defined data type") \
    M(ENOTSUP, "Operation not supported")                 \
    M(ETIMEDOUT, "Connection timed out")                  \
    M(ECANCELED, "Operation canceled")                    \
    M(EOWNERDEAD, "Owner died")                           \
    M(ENOTRECOVERABLE, "State not recoverable")

const char *__heddle_error_text(int number)
{
    switch (number) {
#define M(value, text) \
    case value:        \
        return text;
        MESSAGES(M)
#undef M
    default:
        return "Unknown error";
    }
}

char *strerror(int number)
{
    return (char *)__heddle_error_text(number);
}

char *strerror_r(int number, char *buffer, size_t n)
{
    (void)buffer, (void)n;
    return (char *)__heddle_error_text(number);
}

int __xpg_strerror_r(int number, char *buffer, size_t n)
{
    const char *text = __heddle_error_text(number);
    size_t length = __heddle_strlen(text);
    if (length >= n)
        return ERANGE;
    __builtin_memcpy(buffer, text, length + 1);
    return 0;
}
