/* When two events may not be exchanged. */
#include "event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static event at(event_kind kind, u16 thread, u64 object, u32 offset, u32 size)
{
    return (event){
        .kind = (u8)kind, .thread = thread, .object = object, .offset = offset, .size = size};
}

static void check(event a, event b, bool expected)
{
    assert_int_equal(dependent(&a, &b), expected);
    assert_int_equal(dependent(&b, &a), expected);
}

static void accesses(void **state)
{
    (void)state;
    check(at(EV_READ, 0, 5, 0, 4), at(EV_READ, 1, 5, 0, 4), false);
    check(at(EV_READ, 0, 5, 0, 4), at(EV_WRITE, 1, 5, 0, 4), true);
    check(at(EV_WRITE, 0, 5, 0, 4), at(EV_WRITE, 1, 5, 4, 4), false);
    check(at(EV_WRITE, 0, 5, 0, 8), at(EV_READ, 1, 5, 4, 4), true);
    check(at(EV_WRITE, 0, 5, 0, 4), at(EV_WRITE, 1, 6, 0, 4), false);
    check(at(EV_UPDATE, 0, 5, 0, 4), at(EV_READ, 1, 5, 3, 1), true);
    check(at(EV_READ, 0, 5, 0, 4), at(EV_READ, 0, 5, 0, 4), true);
}

static void objects_come_and_go(void **state)
{
    (void)state;
    check(at(EV_FREE, 0, 5, 0, 0), at(EV_READ, 1, 5, 100, 4), true);
    check(at(EV_FREE, 0, 5, 0, 0), at(EV_READ, 1, 6, 100, 4), false);
}

static void locks(void **state)
{
    (void)state;
    check(at(EV_LOCK, 0, 5, 0, 40), at(EV_LOCK, 1, 5, 0, 40), true);
    check(at(EV_LOCK, 0, 5, 0, 40), at(EV_LOCK, 1, 5, 40, 40), false);
    check(at(EV_SIGNAL, 0, 5, 0, 48), at(EV_WAIT, 1, 5, 0, 48), true);
}

static void threads(void **state)
{
    event join = at(EV_JOIN, 0, 0, 0, 0), create = at(EV_CREATE, 0, 0, 0, 0);

    (void)state;
    join.value = create.value = 2;
    check(join, at(EV_READ, 2, 5, 0, 4), false);
    check(join, at(EV_THREAD_EXIT, 2, 0, 0, 0), true);
    check(join, at(EV_READ, 1, 5, 0, 4), false);
    check(create, join = at(EV_JOIN, 1, 0, 0, 0), true);
    check(create, at(EV_START, 2, 0, 0, 0), true);
}

static void ends_of_runs(void **state)
{
    event opaque = at(EV_READ, 0, 5, 0, 4);

    (void)state;
    opaque.flags = EVF_OPAQUE;
    check(at(EV_EXIT, 0, 0, 0, 0), at(EV_READ, 1, 5, 0, 4), true);
    check(opaque, at(EV_READ, 1, 77, 0, 4), true);
    check(at(EV_OUTPUT, 0, 0, 0, 0), at(EV_READ, 1, 5, 0, 4), false);
}

static void every_kind_has_a_name(void **state)
{
    (void)state;
    for (u32 i = 0; i < EV_COUNT; i++)
        assert_true(strlen(event_names[i]) > 0);
    for (u32 i = ERR_NONE + 1; i < ERR_COUNT; i++) {
        assert_true(strlen(error_names[i]) > 0);
        assert_true(strlen(error_meanings[i]) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses),     cmocka_unit_test(objects_come_and_go),
        cmocka_unit_test(locks),        cmocka_unit_test(threads),
        cmocka_unit_test(ends_of_runs), cmocka_unit_test(every_kind_has_a_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
