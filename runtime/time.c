/* Time does not pass: every clock stands at one fixed moment, and sleeping only lets others run.  A
 * sleep is a cancellation point.  Waiting with a time-out may always time out; the deadline itself
 * is not looked at beyond being well-formed. */
#include "heddle_runtime.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NOW = 1000000000 }; /* 2001-09-09 01:46:40 UTC */

int __heddle_bad_time(const struct timespec *time)
{
    return time->tv_nsec < 0 || time->tv_nsec >= 1000000000;
}

time_t time(time_t *out)
{
    __heddle_tells_time();
    if (out)
        *out = NOW;
    return NOW;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    __heddle_tells_time();
    *out = (struct timespec){.tv_sec = NOW};
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *out)
{
    (void)clock;
    if (out)
        *out = (struct timespec){.tv_nsec = 1};
    return 0;
}

int timespec_get(struct timespec *out, int base)
{
    __heddle_tells_time();
    if (base != TIME_UTC)
        return 0;
    *out = (struct timespec){.tv_sec = NOW};
    return base;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    __heddle_tells_time();
    *out = (struct timeval){.tv_sec = NOW};
    return 0;
}

clock_t clock(void)
{
    __heddle_tells_time();
    return 0;
}

double difftime(time_t a, time_t b)
{
    return (double)a - (double)b;
}

unsigned sleep(unsigned seconds)
{
    (void)seconds;
    __heddle_cancel_point();
    return 0;
}

int usleep(useconds_t microseconds)
{
    (void)microseconds;
    __heddle_cancel_point();
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    (void)left;
    if (__heddle_bad_time(wanted) || wanted->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    __heddle_cancel_point();
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *left)
{
    (void)clock, (void)flags, (void)left;
    if (__heddle_bad_time(wanted))
        return EINVAL;
    __heddle_cancel_point();
    return 0;
}

/* The civil calendar in UTC, the only zone. */
static int leap(long long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static const int days_before[2][13] = {
    {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366},
};

static long long floor_of(long long a, long long b)
{
    return a / b - (a % b < 0);
}

/* From the epoch to the first of January. */
static long long days_to_year(long long year)
{
    long long y = year - 1;
    return 365 * (year - 1970) + (floor_of(y, 4) - 492) - (floor_of(y, 100) - 19) +
           (floor_of(y, 400) - 4);
}

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict out)
{
    long long days = floor_of(*when, 86400), second = *when - days * 86400;
    long long year = 1970 + days / 366;
    while (days_to_year(year + 1) <= days)
        year++;
    while (days_to_year(year) > days)
        year--;
    int yday = (int)(days - days_to_year(year)), month = 0;
    while (days_before[leap(year)][month + 1] <= yday)
        month++;
    *out = (struct tm){.tm_sec = (int)(second % 60),
                       .tm_min = (int)(second / 60 % 60),
                       .tm_hour = (int)(second / 3600),
                       .tm_mday = yday - days_before[leap(year)][month] + 1,
                       .tm_mon = month,
                       .tm_year = (int)(year - 1900),
                       .tm_wday = (int)(((days + 4) % 7 + 7) % 7),
                       .tm_yday = yday,
                       .tm_zone = "UTC"};
    return out;
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict out)
{
    return gmtime_r(when, out);
}

static struct tm broken_down;

struct tm *gmtime(const time_t *when)
{
    return gmtime_r(when, &broken_down);
}

struct tm *localtime(const time_t *when)
{
    return gmtime_r(when, &broken_down);
}

time_t timegm(struct tm *given)
{
    long long year = given->tm_year + 1900 + given->tm_mon / 12, month = given->tm_mon % 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    long long days = days_to_year(year) + days_before[leap(year)][month] + given->tm_mday - 1;
    time_t when =
        (time_t)(((days * 24 + given->tm_hour) * 60 + given->tm_min) * 60 + given->tm_sec);
    gmtime_r(&when, given);
    return when;
}

time_t mktime(struct tm *given)
{
    return timegm(given);
}
