/* <err.h> and <error.h>: messages on standard error, which begin with the name of the program, here
 * always "program". */
#include "heddle_runtime.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>

static char name[] = "program";
char *program_invocation_name = name;
char *program_invocation_short_name = name;
unsigned error_message_count;

/* The number is left out when it is negative. */
static void say(int number, const char *format, va_list args)
{
    fputs("program: ", stderr);
    if (format)
        vfprintf(stderr, format, args);
    if (number >= 0)
        fprintf(stderr, "%s%s", format ? ": " : "", __heddle_error_text(number));
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list args)
{
    say(errno, format, args);
}

void vwarnx(const char *format, va_list args)
{
    say(-1, format, args);
}

_Noreturn void verr(int status, const char *format, va_list args)
{
    say(errno, format, args);
    __heddle_quit(status);
}

_Noreturn void verrx(int status, const char *format, va_list args)
{
    say(-1, format, args);
    __heddle_quit(status);
}

void warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vwarn(format, args);
    va_end(args);
}

void warnx(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vwarnx(format, args);
    va_end(args);
}

_Noreturn void err(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    verr(status, format, args);
}

_Noreturn void errx(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    verrx(status, format, args);
}

void error(int status, int number, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(number ? number : -1, format, args);
    va_end(args);
    __heddle_visible(EV_UPDATE, &error_message_count, sizeof error_message_count);
    error_message_count++;
    __heddle_op_end();
    if (status)
        __heddle_quit(status);
}
