/* Dates as text, in the C locale and UTC.  strftime writes each conversion into a small buffer and
 * counts what there would be; composite conversions are formats of their own. */
#include "heddle_runtime.h"

#include <stdio.h>
#include <time.h>

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

static const char *day(const struct tm *t)
{
    return t->tm_wday >= 0 && t->tm_wday < 7 ? days[t->tm_wday] : "?";
}

static const char *month(const struct tm *t)
{
    return t->tm_mon >= 0 && t->tm_mon < 12 ? months[t->tm_mon] : "?";
}

static int hour12(const struct tm *t)
{
    return t->tm_hour % 12 ? t->tm_hour % 12 : 12;
}

static void add(sink *out, const char *format, const struct tm *t);

static void number(sink *out, const char *format, long value)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, format, value);
    __heddle_put(out, digits, (size_t)n);
}

static void words(sink *out, const char *text, size_t most)
{
    size_t n = __heddle_strlen(text);
    __heddle_put(out, text, n < most ? n : most);
}

/* Conversions that are numbers; the format is NULL for others. */
static const char *numeric(char c, const struct tm *t, long *value)
{
    switch (c) {
#define NUMBER(letter, format, is) \
    case letter:                   \
        *value = is;               \
        return format;
        NUMBER('Y', "%ld", t->tm_year + 1900L)
        NUMBER('C', "%02ld", (t->tm_year + 1900L) / 100)
        NUMBER('y', "%02ld", (t->tm_year + 1900L) % 100)
        NUMBER('m', "%02ld", t->tm_mon + 1L)
        NUMBER('d', "%02ld", t->tm_mday)
        NUMBER('e', "%2ld", t->tm_mday)
        NUMBER('H', "%02ld", t->tm_hour)
        NUMBER('k', "%2ld", t->tm_hour)
        NUMBER('I', "%02ld", hour12(t))
        NUMBER('l', "%2ld", hour12(t))
        NUMBER('M', "%02ld", t->tm_min)
        NUMBER('S', "%02ld", t->tm_sec)
        NUMBER('j', "%03ld", t->tm_yday + 1L)
        NUMBER('u', "%ld", t->tm_wday ? t->tm_wday : 7)
        NUMBER('w', "%ld", t->tm_wday)
        NUMBER('U', "%02ld", (t->tm_yday + 7L - t->tm_wday) / 7)
        NUMBER('W', "%02ld", (t->tm_yday + 7L - (t->tm_wday + 6) % 7) / 7)
#undef NUMBER
    default:
        return NULL;
    }
}

/* And those that stand for others. */
static const char *composite(char c)
{
    switch (c) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    case 'R':
        return "%H:%M";
    case 'r':
        return "%I:%M:%S %p";
    default:
        return NULL;
    }
}

static void convert(sink *out, char c, const struct tm *t)
{
    long value;
    const char *format = numeric(c, t, &value), *parts = composite(c);
    if (format)
        number(out, format, value);
    else if (parts)
        add(out, parts, t);
    else if (c == 'a' || c == 'A')
        words(out, day(t), c == 'a' ? 3 : 99);
    else if (c == 'b' || c == 'h' || c == 'B')
        words(out, month(t), c == 'B' ? 99 : 3);
    else if (c == 'p')
        words(out, t->tm_hour < 12 ? "AM" : "PM", 2);
    else if (c == 'z' || c == 'Z')
        words(out, c == 'z' ? "+0000" : "UTC", 5);
    else if (c == 'n' || c == 't' || c == '%')
        words(out, c == 'n' ? "\n" : c == 't' ? "\t" : "%", 1);
    else
        __heddle_unsupported("a conversion of strftime other than "
                             "%aAbBcCdDeFhHIjklmMnprRStTuUwWxXyYzZ%");
}

static void add(sink *out, const char *format, const struct tm *t)
{
    for (; *format; format++) {
        if (*format != '%') {
            __heddle_put(out, format, 1);
            continue;
        }
        if (*++format == 'E' || *format == 'O')
            format++;
        convert(out, *format, t);
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format,
                const struct tm *restrict t)
{
    sink out = {.at = to, .room = size ? size - 1 : 0, .fd = -1};
    add(&out, format, t);
    if (out.total >= size)
        return 0;
    to[out.used] = 0;
    return out.used;
}

char *asctime_r(const struct tm *restrict t, char *restrict to)
{
    strftime(to, 26, "%a %b %e %H:%M:%S %Y\n", t);
    return to;
}

static char text[26];

char *asctime(const struct tm *t)
{
    return asctime_r(t, text);
}

char *ctime_r(const time_t *restrict when, char *restrict to)
{
    struct tm t;
    return asctime_r(gmtime_r(when, &t), to);
}

char *ctime(const time_t *when)
{
    return ctime_r(when, text);
}

void tzset(void)
{
}
