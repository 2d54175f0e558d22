/* <stdlib.h> without memory and process: sorting and searching, numbers from text, integer
 * arithmetic and pseudo-random numbers.  Sorting is a stable merge sort.  The generators give the
 * sequences of glibc for the same seed; rand() and random() share a state, and each call is one
 * operation. */
#include "heddle_runtime.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* Sorting: [from, to) of `base`, merged through `room`. */
typedef int (*order_with)(const void *, const void *, void *);
typedef struct sorting {
    char *base, *room;
    size_t size;
    order_with order;
    void *arg;
} sorting;

static char *at(const sorting *s, size_t i)
{
    return s->base + i * s->size;
}

static void insert(sorting *s, size_t from, size_t to)
{
    for (size_t i = from + 1; i < to; i++) {
        size_t j = i;
        __builtin_memcpy(s->room, at(s, i), s->size);
        for (; j > from && s->order(at(s, j - 1), s->room, s->arg) > 0; j--)
            __builtin_memcpy(at(s, j), at(s, j - 1), s->size);
        if (j != i)
            __builtin_memcpy(at(s, j), s->room, s->size);
    }
}

static void merge(sorting *s, size_t from, size_t middle, size_t to)
{
    size_t left = middle - from, i = 0, j = middle, out = from;
    __builtin_memcpy(s->room, at(s, from), left * s->size);
    while (i < left && j < to) {
        int take_right = s->order(s->room + i * s->size, at(s, j), s->arg) > 0;
        __builtin_memcpy(at(s, out++), take_right ? at(s, j++) : s->room + i++ * s->size, s->size);
    }
    __builtin_memcpy(at(s, out), s->room + i * s->size, (left - i) * s->size);
}

static void sort(sorting *s, size_t from, size_t to)
{
    if (to - from <= 8) {
        insert(s, from, to);
        return;
    }
    size_t middle = from + (to - from) / 2;
    sort(s, from, middle);
    sort(s, middle, to);
    merge(s, from, middle, to);
}

void qsort_r(void *base, size_t count, size_t size, order_with order, void *arg)
{
    if (count < 2 || size == 0)
        return;
    void *room = __heddle_alloc((count / 2 + 1) * size, 16, 0);
    sort(&(sorting){base, room, size, order, arg}, 0, count);
    __heddle_free(room, HEAP_MALLOC);
}

typedef struct plain_order {
    int (*order)(const void *, const void *);
} plain_order;

static int without(const void *a, const void *b, void *arg)
{
    return ((plain_order *)arg)->order(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*order)(const void *, const void *))
{
    plain_order plain = {order};
    qsort_r(base, count, size, without, &plain);
}

void *bsearch(const void *wanted, const void *base, size_t count, size_t size,
              int (*order)(const void *, const void *))
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *here = (const char *)base + middle * size;
        int way = order(wanted, here);
        if (way == 0)
            return (void *)here;
        if (way < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Integers from text. */
static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* Steps over 0x where the base allows it and a digit follows; settles the base. */
static const char *prefix(const char *text, int *base)
{
    int hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit(text[2]) < 16;
    if (hexadecimal && (*base == 0 || *base == 16)) {
        *base = 16;
        return text + 2;
    }
    if (*base == 0)
        *base = text[0] == '0' ? 8 : 10;
    return text;
}

unsigned long long __heddle_digits(const char *text, const char **end, int base, int *negative,
                                   int *over)
{
    unsigned long long value = 0;
    *end = text;
    *over = *negative = 0;
    while (is_space(*text))
        text++;
    if (*text == '-' || *text == '+')
        *negative = *text++ == '-';
    text = prefix(text, &base);
    for (int d; (d = digit(*text)) < base; *end = ++text)
        *over |= __builtin_mul_overflow(value, (unsigned)base, &value) ||
                 __builtin_add_overflow(value, (unsigned)d, &value);
    return value;
}

static int bad_base(const char *text, char **end, int base)
{
    if (base >= 0 && base != 1 && base <= 36)
        return 0;
    errno = EINVAL;
    if (end)
        *end = (char *)text;
    return 1;
}

static long long to_signed(const char *text, char **end, int base, long long most)
{
    int negative, over;
    const char *stop;
    if (bad_base(text, end, base))
        return 0;
    unsigned long long value = __heddle_digits(text, &stop, base, &negative, &over);
    if (end)
        *end = (char *)stop;
    if (over || value > (unsigned long long)most + (unsigned)negative) {
        errno = ERANGE;
        return negative ? -most - 1 : most;
    }
    return negative ? (long long)-value : (long long)value;
}

static unsigned long long to_unsigned(const char *text, char **end, int base,
                                      unsigned long long most)
{
    int negative, over;
    const char *stop;
    if (bad_base(text, end, base))
        return 0;
    unsigned long long value = __heddle_digits(text, &stop, base, &negative, &over);
    if (end)
        *end = (char *)stop;
    if (over || value > most) {
        errno = ERANGE;
        return most;
    }
    return negative ? -value : value;
}

/* Under each of the names that versions of glibc's headers give them. */
#define FROM_TEXT(name, type, convert, most)                                        \
    type name(const char *restrict text, char **restrict end, int base)             \
    {                                                                               \
        return (type)convert(text, end, base, most);                                \
    }                                                                               \
    type __isoc23_##name(const char *restrict text, char **restrict end, int base); \
    type __isoc23_##name(const char *restrict text, char **restrict end, int base)  \
    {                                                                               \
        return (type)convert(text, end, base, most);                                \
    }
FROM_TEXT(strtol, long, to_signed, LONG_MAX)
FROM_TEXT(strtoll, long long, to_signed, LLONG_MAX)
FROM_TEXT(strtoul, unsigned long, to_unsigned, ULONG_MAX)
FROM_TEXT(strtoull, unsigned long long, to_unsigned, ULLONG_MAX)
FROM_TEXT(strtoimax, intmax_t, to_signed, INTMAX_MAX)
FROM_TEXT(strtoumax, uintmax_t, to_unsigned, UINTMAX_MAX)
FROM_TEXT(strtoq, long long, to_signed, LLONG_MAX)
FROM_TEXT(strtouq, unsigned long long, to_unsigned, ULLONG_MAX)

int(atoi)(const char *text)
{
    return (int)to_signed(text, NULL, 10, LONG_MAX);
}

long(atol)(const char *text)
{
    return (long)to_signed(text, NULL, 10, LONG_MAX);
}

long long(atoll)(const char *text)
{
    return to_signed(text, NULL, 10, LLONG_MAX);
}

/* Floating point from text: what may belong to a number is copied out of the program's memory, and
 * the machine reads it as strtof, strtod or strtold do, by the size of their number. */
static int of_a_number(char c)
{
    return digit(c) < 36 || c == '.' || c == '+' || c == '-' || c == '(' || c == ')' || c == '_';
}

long double __heddle_real(const char *text, const char **end, size_t size)
{
    enum { SHORT = 64 };
    char buffer[SHORT];
    long double value = 0;
    const char *begin = text;
    size_t n = 0;
    while (is_space(*begin))
        begin++;
    while (of_a_number(begin[n]))
        n++;
    char *copy = n < SHORT ? buffer : __heddle_alloc(n + 1, 1, 0);
    __builtin_memcpy(copy, begin, n);
    copy[n] = 0;
    size_t used = __heddle_scan_double(copy, n, size, &value);
    if (copy != buffer)
        __heddle_free(copy, HEAP_MALLOC);
    if (used & 1)
        errno = ERANGE;
    *end = used > 1 ? begin + used / 2 : text;
    return value;
}

#define REAL_FROM_TEXT(name, type)                                   \
    type name(const char *restrict text, char **restrict end)        \
    {                                                                \
        const char *stop;                                            \
        type value = (type)__heddle_real(text, &stop, sizeof(type)); \
        if (end)                                                     \
            *end = (char *)stop;                                     \
        return value;                                                \
    }
REAL_FROM_TEXT(strtof, float)
REAL_FROM_TEXT(strtod, double)
REAL_FROM_TEXT(strtold, long double)

double(atof)(const char *text)
{
    const char *stop;
    return (double)__heddle_real(text, &stop, sizeof(double));
}

/* Integer arithmetic. */
int(abs)(int n)
{
    return n < 0 ? -n : n;
}

long(labs)(long n)
{
    return n < 0 ? -n : n;
}

long long(llabs)(long long n)
{
    return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n)
{
    return n < 0 ? -n : n;
}

div_t div(int a, int b)
{
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
    return (imaxdiv_t){a / b, a % b};
}

/* Pseudo-random numbers: an additive feedback generator of 31 words, as glibc's default. */
enum { WORDS = 31, LAG = 3, WARM_UP = 310 };
static struct {
    unsigned word[WORDS];
    unsigned front, back, seeded;
} generator;

static unsigned next(void)
{
    unsigned sum = generator.word[generator.front] += generator.word[generator.back];
    generator.front = (generator.front + 1) % WORDS;
    generator.back = (generator.back + 1) % WORDS;
    return sum >> 1;
}

static void seed(unsigned value)
{
    long long word = value ? (int)value : 1;
    for (int i = 0; i < WORDS; i++) {
        generator.word[i] = (unsigned)word;
        word = 16807 * word % 2147483647;
        if (word < 0)
            word += 2147483647;
    }
    generator.front = LAG;
    generator.back = 0;
    generator.seeded = 1;
    for (int i = 0; i < WARM_UP; i++)
        next();
}

long random(void)
{
    __heddle_visible(EV_UPDATE, &generator, sizeof generator);
    if (!generator.seeded)
        seed(1);
    long value = (long)next();
    __heddle_op_end();
    return value;
}

void srandom(unsigned value)
{
    __heddle_visible(EV_WRITE, &generator, sizeof generator);
    seed(value);
    __heddle_op_end();
}

int rand(void)
{
    return (int)random();
}

void srand(unsigned value)
{
    srandom(value);
}

int rand_r(unsigned *state)
{
    unsigned word = *state, result = 0;
    static const unsigned bits[] = {11, 10, 10};
    for (int i = 0; i < 3; i++) {
        word = word * 1103515245 + 12345;
        result = result << bits[i] ^ (word >> 16 & ((1u << bits[i]) - 1));
    }
    *state = word;
    return (int)result;
}

/* The 48-bit linear congruential generators. */
static struct {
    unsigned long long state;
} linear;

static unsigned long long next48(void)
{
    __heddle_visible(EV_UPDATE, &linear, sizeof linear);
    linear.state = (linear.state * 0x5deece66dull + 11) & 0xffffffffffffull;
    unsigned long long value = linear.state;
    __heddle_op_end();
    return value;
}

void srand48(long value)
{
    __heddle_visible(EV_WRITE, &linear, sizeof linear);
    linear.state = (unsigned long long)(unsigned)value << 16 | 0x330e;
    __heddle_op_end();
}

double drand48(void)
{
    return (double)next48() / 281474976710656.0;
}

long lrand48(void)
{
    return (long)(next48() >> 17);
}

long mrand48(void)
{
    return (int)(next48() >> 16);
}

/* The same with the state in the caller's memory. */
static unsigned long long next_of(unsigned short state[3])
{
    unsigned long long word =
        state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32;
    word = (word * 0x5deece66dull + 11) & 0xffffffffffffull;
    for (int i = 0; i < 3; i++)
        state[i] = (unsigned short)(word >> 16 * i);
    return word;
}

double erand48(unsigned short state[3])
{
    return (double)next_of(state) / 281474976710656.0;
}

long nrand48(unsigned short state[3])
{
    return (long)(next_of(state) >> 17);
}

long jrand48(unsigned short state[3])
{
    return (int)(next_of(state) >> 16);
}
