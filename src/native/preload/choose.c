/* What a program may tell heddle: heddle.h, and the names that VeriSoft's programs use. */
#include "native/preload/control.h"

EXPORT unsigned heddle_native_choose(unsigned n);
EXPORT void heddle_native_assume(int condition);
EXPORT _Noreturn void heddle_native_fail(const char *text);
EXPORT int VS_toss(int n);
EXPORT void VS_assert(int condition);

static unsigned choose(unsigned n, uint64_t caller)
{
    if (!control)
        return 0;
    control_ask(&(ask){.operation = NATIVE_CHOOSE, .argument = n, .caller = caller});
    return (unsigned)control_result();
}

EXPORT unsigned heddle_native_choose(unsigned n)
{
    return choose(n, CALLER);
}

/* The run ends in a step of its own: what the thread did before has happened, and others may come
 * between. */
EXPORT void heddle_native_assume(int condition)
{
    if (condition)
        return;
    if (control)
        control_ask(&(ask){.operation = NATIVE_ASSUME, .caller = CALLER});
    control_end(END_PRUNED, 0, "", CALLER);
}

EXPORT _Noreturn void heddle_native_fail(const char *text)
{
    control_end(END_ASSERTION, 0, text, CALLER);
}

/* From 0 to n. */
EXPORT int VS_toss(int n)
{
    return (int)choose((unsigned)n + 1, CALLER);
}

EXPORT void VS_assert(int condition)
{
    if (!condition)
        control_end(END_ASSERTION, 0, "VS_assert", CALLER);
}
