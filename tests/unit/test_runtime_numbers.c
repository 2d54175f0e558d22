/* The numbers that the runtime shares with the machine are written out twice; here they are
 * compared. Both sides name them alike, so the runtime's header is read inside a function of its
 * own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NUMBERS(N)            \
    N(EV_READ)                \
    N(EV_WRITE)               \
    N(EV_UPDATE)              \
    N(EV_LOCK)                \
    N(EV_TRYLOCK)             \
    N(EV_UNLOCK)              \
    N(EV_WAIT)                \
    N(EV_SEM_WAIT)            \
    N(EV_SEM_POST)            \
    N(EV_BARRIER)             \
    N(EV_READ_LOCK)           \
    N(EV_ONCE)                \
    N(EV_SYNC)                \
    N(EV_PAUSE)               \
    N(GUARD_ALWAYS)           \
    N(GUARD_EQ)               \
    N(GUARD_NE)               \
    N(GUARD_GE)               \
    N(GUARD_GT)               \
    N(GUARD_LOCK)             \
    N(GUARD_SHARE)            \
    N(GUARD_CANCEL)           \
    N(GUARD_TIMED)            \
    N(GUARD_OWN)              \
    N(LOCK_MARKS)             \
    N(WAIT_TIMED)             \
    N(WAIT_NO_CANCEL)         \
    N(WAIT_STRONG)            \
    N(WAIT_WOKEN)             \
    N(WAIT_SPURIOUS)          \
    N(WAIT_TIMEOUT)           \
    N(WAIT_CANCELED)          \
    N(WAIT_SERIAL)            \
    N(OPTION_MALLOC_MAY_FAIL) \
    N(OPTION_EXIT_STATUS)     \
    N(OPTION_LAST_THREAD)     \
    N(OPTION_REUSE)           \
    N(OPTION_CANCELS)         \
    N(OPTION_LOCKS_STREAMS)   \
    N(OPTION_ALONE)           \
    N(REUSE_NONE)             \
    N(REUSE_LAST)             \
    N(REUSE_FIRST)            \
    N(HEAP_MALLOC)            \
    N(HEAP_NEW)               \
    N(HEAP_NEW_ARRAY)         \
    N(HEAP_OWN)               \
    N(ORDERS_ACQUIRE)         \
    N(ORDERS_RELEASE)         \
    N(ORDERS_READERS)         \
    N(ORDERS_WRITE)           \
    N(ORDERS_LOAD)            \
    N(ORDERS_STORE)           \
    N(ORDERS_UPDATE)          \
    N(ORDERS_CANCELLED) N(ERR_NONE) N(ERR_ASSERTION) N(ERR_DEADLOCK) N(ERR_ABORT) N(ERR_LONGJMP)
#define VALUE(name) (int64_t)(name),
#define NAME(name)  #name,

static int64_t runtime_number(unsigned k)
{
#include "../../runtime/heddle_vm.h"
    static const int64_t values[] = {NUMBERS(VALUE)};
#undef LOCK_MARKS

    return values[k];
}

#include "event.h"
#include "program/program.h"

#include <cmocka.h>

static void numbers_agree(void **state)
{
    static const int64_t values[] = {NUMBERS(VALUE)};
    static const char *const names[] = {NUMBERS(NAME)};

    (void)state;
    for (unsigned k = 0; k < LENGTH(values); k++)
        if (values[k] != runtime_number(k))
            fail_msg("%s is %lld in runtime/heddle_vm.h and %lld in src", names[k],
                     (long long)runtime_number(k), (long long)values[k]);
}

/* Every builtin is declared to the runtime. */
static void builtins_are_declared(void **state)
{
    static char header[1 << 16];
    char name[64];
    FILE *f = fopen("runtime/heddle_vm.h", "r");

    (void)state;
    if (!f)
        skip();
    header[fread(header, 1, sizeof header - 1, f)] = 0;
    fclose(f);
    for (int k = 0; k < BI_COUNT; k++) {
        snprintf(name, sizeof name, "__heddle_%s(", builtin_names[k]);
        if (!strstr(header, name))
            fail_msg("runtime/heddle_vm.h does not declare %s)", name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_agree),
        cmocka_unit_test(builtins_are_declared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
