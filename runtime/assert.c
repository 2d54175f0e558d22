/* Failed assertions: what <assert.h> and heddle.h call. */
#include "heddle_runtime.h"

#include <assert.h>

#define MESSAGE "assertion failed: "
enum { SHOWN = 200 };

static _Noreturn void failed(const char *what)
{
    char message[sizeof MESSAGE + SHOWN] = MESSAGE;
    int i = 0;
    for (; i < SHOWN && what[i]; i++)
        message[sizeof MESSAGE - 1 + i] = what[i];
    message[sizeof MESSAGE - 1 + i] = 0;
    __heddle_fail(ERR_ASSERTION, message);
}

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line,
                             const char *function)
{
    (void)file, (void)line, (void)function;
    failed(assertion);
}

_Noreturn void __assert(const char *assertion, const char *file, int line)
{
    (void)file, (void)line;
    failed(assertion);
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line,
                                    const char *function)
{
    (void)file, (void)line, (void)function;
    failed(__heddle_error_text(number));
}

void __heddle_assert(int condition, const char *text);
void __heddle_assert(int condition, const char *text)
{
    if (!condition)
        failed(text);
}
