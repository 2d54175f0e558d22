// verdict: VERIFIED
// flags: -D_GNU_SOURCE
// Dates as text.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t when = 951827696; /* 2000-02-29 12:34:56 */
    struct tm t;
    char text[80];
    gmtime_r(&when, &t);
    assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &t) == 19);
    assert(!strcmp(text, "2000-02-29 12:34:56"));
    assert(strftime(text, sizeof text, "%F %T|%D|%a %A|%b %B|%j|%I %p|%e|%u%w|%y %C|%%", &t) > 0);
    assert(!strcmp(text, "2000-02-29 12:34:56|02/29/00|Tue Tuesday|Feb February|060|12 PM|29|22|00 20|%"));
    assert(strftime(text, sizeof text, "%U %W %Z%z", &t) && !strcmp(text, "09 09 UTC+0000"));
    assert(strftime(text, 10, "%F", &t) == 0 && strftime(text, 11, "%F", &t) == 10);
    assert(!strcmp(asctime_r(&t, text), "Tue Feb 29 12:34:56 2000\n"));
    assert(!strcmp(ctime(&when), "Tue Feb 29 12:34:56 2000\n"));
    return 0;
}
