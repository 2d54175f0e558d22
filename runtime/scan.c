/* The scanf engine over text in memory.  Standard input is at its end, so scanf and fscanf return
 * EOF. Wide characters are not supported and cut the run. */
#include "heddle_runtime.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>

typedef struct arguments {
    va_list list;
} arguments;

typedef struct scan {
    const char *text; /* what is left */
    const char *begin;
    int done; /* conversions stored */
} scan;

typedef struct spec {
    int skip, width; /* width 0: none */
    char length;     /* as in format.c */
    char conversion;
} spec;

enum { OK, MISMATCH, END };

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(scan *s)
{
    while (is_space(*s->text))
        s->text++;
}

static void store_integer(arguments *args, char length, unsigned long long value)
{
    void *to = va_arg(args->list, void *);
    switch (length) {
    case 'H':
        *(char *)to = (char)value;
        break;
    case 'h':
        *(short *)to = (short)value;
        break;
    case 'l':
        *(long *)to = (long)value;
        break;
    case 'L':
    case 'j':
        *(long long *)to = (long long)value;
        break;
    case 'z':
    case 't':
        *(size_t *)to = (size_t)value;
        break;
    case 'p':
        *(void **)to = (void *)(uintptr_t)value;
        break;
    default:
        *(int *)to = (int)value;
    }
}

/* The field, cut to its width, as text of its own: numbers are read from there. */
enum { FIELD = 128 };
static void take_field(const scan *s, const spec *c, char *field)
{
    int most = c->width && c->width < FIELD ? c->width : FIELD - 1, n = 0;
    for (; n < most && s->text[n] && !is_space(s->text[n]); n++)
        field[n] = s->text[n];
    field[n] = 0;
}

static int scan_integer(scan *s, const spec *c, arguments *args)
{
    char field[FIELD];
    const char *end;
    int negative, over,
        base = c->conversion == 'i'                           ? 0
               : c->conversion == 'o'                         ? 8
               : c->conversion == 'x' || c->conversion == 'p' ? 16
                                                              : 10;
    skip_space(s);
    if (!*s->text)
        return END;
    take_field(s, c, field);
    unsigned long long value = __heddle_digits(field, &end, base, &negative, &over);
    if (end == field)
        return MISMATCH;
    s->text += end - field;
    if (over)
        value = UINT64_MAX;
    if (!c->skip) {
        store_integer(args, c->conversion == 'p' ? 'p' : c->length, negative ? -value : value);
        s->done++;
    }
    return OK;
}

static int scan_real(scan *s, const spec *c, arguments *args)
{
    char field[FIELD];
    const char *end;
    skip_space(s);
    if (!*s->text)
        return END;
    take_field(s, c, field);
    size_t size = c->length == 'D'   ? sizeof(long double)
                  : c->length == 'l' ? sizeof(double)
                                     : sizeof(float);
    long double value = __heddle_real(field, &end, size);
    if (end == field)
        return MISMATCH;
    s->text += end - field;
    if (c->skip)
        return OK;
    void *to = va_arg(args->list, void *);
    if (c->length == 'D')
        *(long double *)to = value;
    else if (c->length == 'l')
        *(double *)to = (double)value;
    else
        *(float *)to = (float)value;
    s->done++;
    return OK;
}

/* A set as in %[a-z]: `set` is what stands between the brackets. */
static int in_set(char c, const char *set, const char *end, int inverted)
{
    int found = 0;
    for (const char *at = set; at < end && !found; at++) {
        if (at + 2 < end && at[1] == '-') {
            found = (unsigned char)c >= (unsigned char)at[0] &&
                    (unsigned char)c <= (unsigned char)at[2];
            at += 2;
        } else {
            found = *at == c;
        }
    }
    return found != inverted;
}

static int scan_text(scan *s, const spec *c, const char *set, const char *set_end, arguments *args)
{
    int inverted = set && *set == '^', n = 0;
    int most = c->width ? c->width : c->conversion == 'c' ? 1 : -1;
    if (c->conversion == 's')
        skip_space(s);
    if (!*s->text)
        return END;
    char *to = c->skip ? NULL : va_arg(args->list, char *);
    for (char at; n != most && (at = *s->text); n++, s->text++) {
        if (c->conversion == 's'
                ? is_space(at)
                : c->conversion == '[' && !in_set(at, set + inverted, set_end, inverted))
            break;
        if (to)
            to[n] = at;
    }
    if (n == 0 || (c->conversion == 'c' && n < most))
        return n == 0 ? MISMATCH : END;
    if (to && c->conversion != 'c')
        to[n] = 0;
    s->done += !c->skip;
    return OK;
}

static const char *parse(spec *c, const char *at)
{
    *c = (spec){0};
    if (*at == '*') {
        c->skip = 1;
        at++;
    }
    for (; *at >= '0' && *at <= '9'; at++)
        c->width = c->width * 10 + *at - '0';
    if (*at == '$' || *at == 'm')
        __heddle_unsupported("numbered arguments and allocation in scanf (%1$d, %ms)");
    if ((*at == 'h' || *at == 'l') && at[1] == *at) {
        c->length = *at == 'h' ? 'H' : 'L';
        at += 2;
    } else if (*at == 'q' || *at == 'L') {
        c->length = *at++ == 'q' ? 'L' : 'D';
    } else if (*at == 'h' || *at == 'l' || *at == 'j' || *at == 'z' || *at == 't') {
        c->length = *at++;
    }
    c->conversion = *at;
    return *at ? at + 1 : at;
}

static int convert(scan *s, spec *c, const char **format, arguments *args)
{
    const char *set = *format, *set_end;
    switch (c->conversion) {
    case 'X':
        c->conversion = 'x';
        return scan_integer(s, c, args);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'p':
        return scan_integer(s, c, args);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return scan_real(s, c, args);
    case '[':
        set_end = set + (*set == '^');
        for (set_end += *set_end == ']'; *set_end && *set_end != ']'; set_end++)
            continue;
        *format = *set_end ? set_end + 1 : set_end;
        return scan_text(s, c, set, set_end, args);
    case 's':
    case 'c':
        if (c->length == 'l')
            __heddle_unsupported("wide characters in scanf (%ls, %lc)");
        return scan_text(s, c, NULL, NULL, args);
    case 'n':
        if (!c->skip)
            store_integer(args, c->length, (unsigned long long)(s->text - s->begin));
        return OK;
    case '%':
        skip_space(s);
        if (*s->text != '%')
            return *s->text ? MISMATCH : END;
        s->text++;
        return OK;
    default:
        __heddle_fail(ERR_MISUSE, "a conversion in the format of scanf that C does not know");
    }
}

static int literal(scan *s, char c)
{
    if (is_space(c)) {
        skip_space(s);
        return OK;
    }
    if (*s->text != c)
        return *s->text ? MISMATCH : END;
    s->text++;
    return OK;
}

static int scan_all(const char *text, const char *format, va_list given)
{
    scan s = {text, text, 0};
    arguments args;
    int how = OK;
    va_copy(args.list, given);
    for (char at; how == OK && (at = *format);) {
        format++;
        if (at != '%') {
            how = literal(&s, at);
            continue;
        }
        spec c;
        format = parse(&c, format);
        how = convert(&s, &c, &format, &args);
    }
    va_end(args.list);
    return how == END && s.done == 0 ? EOF : s.done;
}

/* Each under the names that versions of glibc's headers give it. */
#define SCANNERS(prefix, label)                                                                   \
    int prefix##vsscanf(const char *text, const char *format,                                     \
                        va_list args) __asm__(label "vsscanf");                                   \
    int prefix##vsscanf(const char *text, const char *format, va_list args)                       \
    {                                                                                             \
        return scan_all(text, format, args);                                                      \
    }                                                                                             \
    int prefix##sscanf(const char *text, const char *format, ...) __asm__(label "sscanf");        \
    int prefix##sscanf(const char *text, const char *format, ...)                                 \
    {                                                                                             \
        va_list args;                                                                             \
        va_start(args, format);                                                                   \
        int n = scan_all(text, format, args);                                                     \
        va_end(args);                                                                             \
        return n;                                                                                 \
    }                                                                                             \
    int prefix##scanf(const char *format, ...) __asm__(label "scanf");                            \
    int prefix##scanf(const char *format, ...)                                                    \
    {                                                                                             \
        (void)format;                                                                             \
        return EOF;                                                                               \
    }                                                                                             \
    int prefix##fscanf(FILE *stream, const char *format, ...) __asm__(label "fscanf");            \
    int prefix##fscanf(FILE *stream, const char *format, ...)                                     \
    {                                                                                             \
        (void)stream, (void)format;                                                               \
        return EOF;                                                                               \
    }                                                                                             \
    int prefix##vscanf(const char *format, va_list args) __asm__(label "vscanf");                 \
    int prefix##vscanf(const char *format, va_list args)                                          \
    {                                                                                             \
        (void)format, (void)args;                                                                 \
        return EOF;                                                                               \
    }                                                                                             \
    int prefix##vfscanf(FILE *stream, const char *format, va_list args) __asm__(label "vfscanf"); \
    int prefix##vfscanf(FILE *stream, const char *format, va_list args)                           \
    {                                                                                             \
        (void)stream, (void)format, (void)args;                                                   \
        return EOF;                                                                               \
    }
SCANNERS(heddle_plain_, "")
SCANNERS(heddle_c99_, "__isoc99_")
SCANNERS(heddle_c23_, "__isoc23_")
