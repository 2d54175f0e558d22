/* The printf engine.  It reads the format once, byte by byte, and puts what it makes into a sink:
 * the caller's memory, or a small buffer that is written out when it is full.  Integers and text
 * are made here; the machine formats floating point and pointers.  Wide characters and positional
 * arguments are not supported and cut the run.  An integer that holds a pointer, such as a
 * pthread_t, prints as one.
 *
 * What is printed of an address decides nothing: any text will do.  In memory the program may look
 * at its characters: there an address has the digits of its layout, or ones that are not known. */
#include "heddle_runtime.h"

#include <errno.h>
#include <stdint.h>

typedef struct spec {
    int left, plus, space, alternate, zero;
    int width;     /* 0: none */
    int precision; /* -1: none */
    char length;   /* 0, or h H(hh) l L(ll) D(long double) j z t */
    char conversion;
} spec;

/* va_list is an array type: a struct lets it be passed on and read from in turn. */
typedef struct arguments {
    va_list list;
} arguments;

void __heddle_put(sink *out, const char *text, size_t n)
{
    out->total += n;
    for (size_t i = 0; i < n; i++) {
        if (out->used == out->room) {
            if (out->fd < 0)
                return;
            __heddle_write(out->fd, out->at, out->used);
            out->used = 0;
        }
        out->at[out->used++] = text[i];
    }
}

static void put_many(sink *out, char c, int n)
{
    for (; n > 0; n--)
        __heddle_put(out, &c, 1);
}

static void put_padded(sink *out, const spec *s, const char *text, int n)
{
    if (!s->left)
        put_many(out, ' ', s->width - n);
    __heddle_put(out, text, (size_t)n);
    if (s->left)
        put_many(out, ' ', s->width - n);
}

/* Text is read once where that is possible: other threads may be writing it. */
static void put_text(sink *out, const spec *s, const char *text)
{
    int n = 0;
    if (!text)
        text = s->precision < 0 || s->precision >= 6 ? "(null)" : "";
    if (s->width && !s->left) {
        while (n != s->precision && text[n])
            n++;
        put_padded(out, s, text, n);
        return;
    }
    for (char c; n != s->precision && (c = text[n]); n++)
        __heddle_put(out, &c, 1);
    put_many(out, ' ', s->width - n);
}

enum { DIGITS = 24 };

/* Digits of the value at the end of the buffer; returns where they begin. */
static int make_digits(char *buffer, unsigned long long value, unsigned base, int upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int at = DIGITS;
    for (; value; value /= base)
        buffer[--at] = digits[value % base];
    return at;
}

static void put_number(sink *out, const spec *s, unsigned long long value, unsigned base,
                       const char *sign)
{
    char buffer[DIGITS];
    int at = make_digits(buffer, value, base, s->conversion == 'X');
    int digits = DIGITS - at, signs = 0;
    while (sign[signs])
        signs++;
    int least = s->precision < 0 ? 1 : s->precision;
    if (s->alternate && base == 8 && least <= digits)
        least = digits + 1;
    if (s->zero && !s->left && s->precision < 0 && s->width - signs > least)
        least = s->width - signs;
    int zeros = least > digits ? least - digits : 0;
    int spaces = s->width - signs - zeros - digits;
    if (!s->left)
        put_many(out, ' ', spaces);
    __heddle_put(out, sign, (size_t)signs);
    put_many(out, '0', zeros);
    __heddle_put(out, buffer + at, (size_t)digits);
    if (s->left)
        put_many(out, ' ', spaces);
}

static int in_memory(const sink *out)
{
    return out->fd < 0;
}

/* The address as a number, which it is where there is a layout; otherwise its bits are lost.  (An
 * optimiser does not know that the two factors are the same.) */
static uintptr_t as_number(uintptr_t address)
{
    volatile unsigned three = 3;
    return (uintptr_t)((unsigned long long)address * three / three);
}

/* So many digits have addresses on Linux, or nearly so many: they are printable, no more is known.
 */
static void put_unknown(sink *out, const spec *s, unsigned long long lost)
{
    enum { WIDE = sizeof(void *) == 8, PRINTABLE = 0x20, ASCII = 0x7f };
    char c = s->conversion, digit = (char)((lost / 3 | PRINTABLE) & ASCII), text[2 + DIGITS];
    int hexadecimal = c == 'p' || c == 'x' || c == 'X', n = 0;
    int digits = hexadecimal ? WIDE ? 12 : 8 : c == 'o' ? WIDE ? 16 : 11 : WIDE ? 15 : 10;
    if (c == 'p' || (hexadecimal && s->alternate)) {
        text[n++] = '0';
        text[n++] = c == 'X' ? 'X' : 'x';
    }
    while (digits-- > 0)
        text[n++] = digit;
    put_padded(out, s, text, n);
}

static void put_address(sink *out, const spec *s, const void *pointer)
{
    uintptr_t number = as_number((uintptr_t)pointer);
    if (__heddle_lost(&number, sizeof number))
        put_unknown(out, s, number);
    else
        put_number(out, s, number, 16, "0x");
}

static void put_pointer(sink *out, const spec *s, const void *pointer)
{
    char buffer[64];
    if (!pointer && s->conversion == 'p') {
        put_padded(out, s, "(nil)", 5);
        return;
    }
    if (in_memory(out) && __heddle_is_pointer(pointer)) {
        put_address(out, s, pointer);
        return;
    }
    int n = __heddle_format_pointer(buffer, sizeof buffer, pointer);
    put_padded(out, s, buffer, n < (int)sizeof buffer ? n : (int)sizeof buffer - 1);
}

static long long next_signed(arguments *args, char length)
{
    switch (length) {
    case 'H':
        return (signed char)va_arg(args->list, int);
    case 'h':
        return (short)va_arg(args->list, int);
    case 'l':
        return va_arg(args->list, long);
    case 'L':
        return va_arg(args->list, long long);
    case 'j':
        return va_arg(args->list, intmax_t);
    case 'z':
    case 't':
        return va_arg(args->list, ptrdiff_t);
    default:
        return va_arg(args->list, int);
    }
}

static unsigned long long cut(long long value, char length)
{
    switch (length) {
    case 'H':
        return (unsigned char)value;
    case 'h':
        return (unsigned short)value;
    case 'l':
        return (unsigned long)value;
    case 'L':
    case 'j':
        return (unsigned long long)value;
    case 'z':
    case 't':
        return (size_t)value;
    default:
        return (unsigned)value;
    }
}

/* Integers as wide as a pointer may hold one. */
static int holds_pointer(const spec *s, long long value)
{
    int wide = s->length == 'l' || s->length == 'z' || s->length == 't' ||
               sizeof(void *) == (s->length == 'L' || s->length == 'j' ? sizeof(long long)
                                  : s->length == 0                     ? sizeof(int)
                                                                       : 0);
    return wide && __heddle_is_pointer((const void *)(intptr_t)value);
}

static void put_integer(sink *out, const spec *s, arguments *args)
{
    char c = s->conversion;
    long long value = next_signed(args, s->length);
    int lost = __heddle_lost(&value, sizeof value), pointer = !lost && holds_pointer(s, value);
    if (pointer && in_memory(out)) {
        value = (intptr_t)as_number((uintptr_t)value);
        lost = __heddle_lost(&value, sizeof value);
        pointer = 0;
    }
    if (lost && in_memory(out)) {
        put_unknown(out, s, (unsigned long long)value);
    } else if (lost) {
        put_text(out, s, "<address>");
    } else if (pointer) {
        put_pointer(out, s, (const void *)(intptr_t)value);
    } else if (c == 'd' || c == 'i') {
        const char *sign = value < 0 ? "-" : s->plus ? "+" : s->space ? " " : "";
        put_number(out, s, value < 0 ? -(unsigned long long)value : (unsigned long long)value, 10,
                   sign);
    } else {
        unsigned long long bits = cut(value, s->length);
        const char *sign = !s->alternate || !bits ? "" : c == 'x' ? "0x" : c == 'X' ? "0X" : "";
        put_number(out, s, bits, c == 'o' ? 8 : c == 'u' ? 10 : 16, sign);
    }
}

static char *append_number(char *to, int value)
{
    char buffer[DIGITS];
    int at = make_digits(buffer, (unsigned)value, 10, 0);
    if (at == DIGITS)
        *to++ = '0';
    while (at < DIGITS)
        *to++ = buffer[at++];
    return to;
}

/* The conversion as text for the machine, always of a long double. */
static void respell(const spec *s, char *to)
{
    *to++ = '%';
    if (s->left)
        *to++ = '-';
    if (s->plus)
        *to++ = '+';
    if (s->space)
        *to++ = ' ';
    if (s->alternate)
        *to++ = '#';
    if (s->zero)
        *to++ = '0';
    if (s->width)
        to = append_number(to, s->width);
    if (s->precision >= 0) {
        *to++ = '.';
        to = append_number(to, s->precision);
    }
    *to++ = 'L';
    *to++ = s->conversion;
    *to = 0;
}

static void put_long_double(sink *out, const spec *s, long double value)
{
    enum { SIGNIFICANT = 10 }; /* bytes of it */
    char spelled[48], buffer[128];
    if (!__heddle_defined(&value, SIGNIFICANT))
        __heddle_fail(ERR_UNINITIALISED, "an uninitialised number is printed");
    respell(s, spelled);
    int n = __heddle_format_double(buffer, sizeof buffer, spelled, &value);
    if (n < (int)sizeof buffer) {
        __heddle_put(out, buffer, (size_t)n);
        return;
    }
    char *large = __heddle_alloc((size_t)n + 1, 1, 0);
    __heddle_format_double(large, (size_t)n + 1, spelled, &value);
    __heddle_put(out, large, (size_t)n);
    __heddle_free(large, HEAP_MALLOC);
}

/* %a of a double differs from that of the long double it converts to: its leading digit is 1. */
static void put_hexadecimal(sink *out, const spec *s, double value)
{
    union {
        double value;
        uint64_t bits;
    } u = {value};
    int upper = s->conversion == 'A', exponent = (int)(u.bits >> 52 & 2047);
    uint64_t mantissa = u.bits & 0xfffffffffffffull;
    uint64_t lead = exponent ? 1 : 0;
    exponent = exponent ? exponent - 1023 : mantissa ? -1022 : 0;
    int digits = 13;
    if (s->precision >= 0 && s->precision < 13) {
        uint64_t whole = lead << 52 | mantissa, step = 1ull << (52 - 4 * s->precision);
        uint64_t rest = whole & (step - 1), half = step >> 1;
        whole -= rest;
        if (rest > half || (rest == half && whole & step))
            whole += step;
        lead = whole >> 52;
        mantissa = whole & 0xfffffffffffffull;
        digits = s->precision;
    } else if (s->precision < 0) {
        for (; digits > 0 && !(mantissa >> (52 - 4 * digits) & 15); digits--)
            continue;
    }
    char text[40], *to = text;
    if (u.bits >> 63 || s->plus || s->space)
        *to++ = u.bits >> 63 ? '-' : s->plus ? '+' : ' ';
    *to++ = '0';
    *to++ = upper ? 'X' : 'x';
    int prefix = (int)(to - text);
    *to++ = (char)('0' + lead);
    if (digits || s->alternate || s->precision > 0)
        *to++ = '.';
    for (int i = 0; i < digits; i++)
        *to++ = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[mantissa >> (48 - 4 * i) & 15];
    int extra = s->precision > 13 ? s->precision - 13 : 0;
    int mantissa_end = (int)(to - text);
    *to++ = upper ? 'P' : 'p';
    *to++ = exponent < 0 ? '-' : '+';
    to = append_number(to, exponent < 0 ? -exponent : exponent);
    int n = (int)(to - text), pad = s->width - n - extra;
    if (!s->left && !s->zero)
        put_many(out, ' ', pad);
    __heddle_put(out, text, (size_t)prefix);
    if (!s->left && s->zero)
        put_many(out, '0', pad);
    __heddle_put(out, text + prefix, (size_t)(mantissa_end - prefix));
    put_many(out, '0', extra);
    __heddle_put(out, text + mantissa_end, (size_t)(n - mantissa_end));
    if (s->left)
        put_many(out, ' ', pad);
}

static void put_real(sink *out, const spec *s, arguments *args)
{
    if (s->length == 'D') {
        put_long_double(out, s, va_arg(args->list, long double));
        return;
    }
    double value = va_arg(args->list, double);
    if ((s->conversion | 32) == 'a' && __builtin_isfinite(value))
        put_hexadecimal(out, s, value);
    else
        put_long_double(out, s, value);
}

static void store_count(const sink *out, const spec *s, arguments *args)
{
    void *to = va_arg(args->list, void *);
    switch (s->length) {
    case 'H':
        *(signed char *)to = (signed char)out->total;
        break;
    case 'h':
        *(short *)to = (short)out->total;
        break;
    case 'l':
        *(long *)to = (long)out->total;
        break;
    case 'L':
    case 'j':
        *(long long *)to = (long long)out->total;
        break;
    case 'z':
    case 't':
        *(size_t *)to = out->total;
        break;
    default:
        *(int *)to = (int)out->total;
    }
}

static void convert(sink *out, const spec *s, arguments *args)
{
    char c;
    switch (s->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_integer(out, s, args);
        break;
    case 'c':
        if (s->length == 'l')
            __heddle_unsupported("wide characters in printf (%lc)");
        c = (char)va_arg(args->list, int);
        put_padded(out, s, &c, 1);
        break;
    case 's':
        if (s->length == 'l')
            __heddle_unsupported("wide strings in printf (%ls)");
        put_text(out, s, va_arg(args->list, const char *));
        break;
    case 'p':
        put_pointer(out, s, va_arg(args->list, void *));
        break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        put_real(out, s, args);
        break;
    case 'n':
        store_count(out, s, args);
        break;
    case 'm':
        put_text(out, s, __heddle_error_text(errno));
        break;
    case '%':
        put_many(out, '%', 1);
        break;
    case 'C':
    case 'S':
        __heddle_unsupported("wide characters in printf (%C, %S)");
    default:
        __heddle_fail(ERR_MISUSE, "a conversion in the format of printf that C does not know");
    }
}

static const char *parse_flags(spec *s, const char *at)
{
    for (;; at++) {
        switch (*at) {
        case '-':
            s->left = 1;
            break;
        case '+':
            s->plus = 1;
            break;
        case ' ':
            s->space = 1;
            break;
        case '#':
            s->alternate = 1;
            break;
        case '0':
            s->zero = 1;
            break;
        case '\'':
        case 'I':
            break;
        default:
            return at;
        }
    }
}

static const char *parse_number(const char *at, int *value, arguments *args)
{
    if (*at == '*') {
        *value = va_arg(args->list, int);
        return at + 1;
    }
    for (*value = 0; *at >= '0' && *at <= '9'; at++)
        *value = *value * 10 + *at - '0';
    if (*at == '$')
        __heddle_unsupported("numbered arguments in printf (%1$d)");
    return at;
}

static const char *parse_length(spec *s, const char *at)
{
    char c = *at;
    if ((c == 'h' || c == 'l') && at[1] == c) {
        s->length = c == 'h' ? 'H' : 'L';
        return at + 2;
    }
    if (c == 'q' || c == 'L') {
        s->length = c == 'q' ? 'L' : 'D';
        return at + 1;
    }
    if (c == 'h' || c == 'l' || c == 'j' || c == 'z' || c == 't') {
        s->length = c;
        return at + 1;
    }
    return at;
}

static const char *parse(spec *s, const char *at, arguments *args)
{
    *s = (spec){.precision = -1};
    at = parse_number(parse_flags(s, at), &s->width, args);
    if (s->width < 0) {
        s->left = 1;
        s->width = -s->width;
    }
    if (*at == '.')
        at = parse_number(at + 1, &s->precision, args);
    at = parse_length(s, at);
    s->conversion = *at;
    return s->conversion ? at + 1 : at;
}

int __heddle_format(sink *out, const char *format, va_list given)
{
    arguments args;
    va_copy(args.list, given);
    for (char c; (c = *format);) {
        format++;
        if (c != '%') {
            __heddle_put(out, &c, 1);
            continue;
        }
        spec s;
        format = parse(&s, format, &args);
        convert(out, &s, &args);
    }
    va_end(args.list);
    return (int)out->total;
}
