/* Two engines in one portfolio, with searches that only say what they found, and when. */
#include "session/portfolio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* What an engine finds, after how many milliseconds, and how long it takes to shorten that. */
typedef struct play {
    verdict verdict;
    int search, shorten;
} play;

enum { DISPUTE = 70, BY_SECOND = 10 };

static play plays[2];

static void wait_for(int milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

static void search(session *c)
{
    const play *p = &plays[c->o.engine == ENGINE_STATELESS];

    wait_for(p->search);
    c->r.verdict = p->verdict;
    c->r.failed = p->verdict == VERDICT_FAILED;
    if (!c->r.failed)
        return;
    c->found(c);
    wait_for(p->shorten);
}

/* The status of the process that the user started: the verdict, and who had it. */
static int status_of(play first, play second, const char *name, const char *value)
{
    pid_t child = fork();
    int how;

    if (child == 0) {
        session c = {.begun = clock_seconds()};

        plays[0] = first, plays[1] = second;
        setenv(name, value, 1);
        portfolio(&c, search);
        if (c.dispute && strstr(c.dispute, "\"FAILED") && strstr(c.dispute, "\"VERIFIED"))
            _exit(DISPUTE);
        _exit((int)c.r.verdict + (c.o.engine == ENGINE_STATELESS ? BY_SECOND : 0));
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    return WEXITSTATUS(how);
}

static const play verified = {VERDICT_VERIFIED, 0, 0}, failed = {VERDICT_FAILED, 0, 0},
                  unknown = {VERDICT_UNKNOWN, 0, 0}, late_verified = {VERDICT_VERIFIED, 100, 0},
                  long_failed = {VERDICT_FAILED, 0, 300}, late_failed = {VERDICT_FAILED, 100, 0};

static void test_either_decides(void **unused)
{
    (void)unused;
    assert_int_equal(status_of(verified, failed, "HEDDLE_HEAD_START", "1000"), VERDICT_VERIFIED);
    assert_int_equal(status_of(failed, verified, "HEDDLE_HEAD_START", "1000"), VERDICT_FAILED);
    assert_int_equal(status_of(late_verified, verified, "HEDDLE_HEAD_START", "-1000"),
                     BY_SECOND + VERDICT_VERIFIED);
    assert_int_equal(status_of(late_failed, failed, "HEDDLE_HEAD_START", "-1000"),
                     BY_SECOND + VERDICT_FAILED);
    assert_int_equal(status_of(failed, unknown, "HEDDLE_HEAD_START", "-1000"), VERDICT_FAILED);
}

/* An error is claimed before it is shortened, and a VERIFIED that comes meanwhile is a defect. */
static void test_error_is_claimed_at_once(void **unused)
{
    (void)unused;
    assert_int_equal(status_of(long_failed, late_verified, "HEDDLE_HEAD_START", "0"), DISPUTE);
    assert_int_equal(status_of(late_verified, long_failed, "HEDDLE_HEAD_START", "0"), DISPUTE);
    assert_int_equal(status_of(long_failed, late_failed, "HEDDLE_HEAD_START", "0"), VERDICT_FAILED);
    assert_int_equal(status_of(late_failed, long_failed, "HEDDLE_HEAD_START", "0"),
                     BY_SECOND + VERDICT_FAILED);
}

static void test_both_run_to_their_end(void **unused)
{
    static const struct {
        play first, second;
        int status;
    } cases[] = {
        {verified, verified, VERDICT_VERIFIED},
        {verified, late_verified, VERDICT_VERIFIED},
        {late_verified, verified, VERDICT_VERIFIED},
        {failed, failed, VERDICT_FAILED},
        {long_failed, late_failed, VERDICT_FAILED},
        {late_failed, long_failed, VERDICT_FAILED},
        {verified, failed, DISPUTE},
        {verified, late_failed, DISPUTE},
        {late_verified, failed, DISPUTE},
        {late_verified, long_failed, DISPUTE},
        {failed, verified, DISPUTE},
        {failed, late_verified, DISPUTE},
        {late_failed, verified, DISPUTE},
        {long_failed, late_verified, DISPUTE},
        {unknown, verified, BY_SECOND + VERDICT_VERIFIED},
        {unknown, late_failed, BY_SECOND + VERDICT_FAILED},
        {verified, unknown, VERDICT_VERIFIED},
        {late_failed, unknown, VERDICT_FAILED},
        {unknown, unknown, VERDICT_UNKNOWN},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(status_of(cases[i].first, cases[i].second, "HEDDLE_BOTH", "5"),
                         cases[i].status);
    /* Nobody waits longer than was said. */
    assert_int_equal(status_of((play){VERDICT_FAILED, 3000, 0}, verified, "HEDDLE_BOTH", "0.1"),
                     BY_SECOND + VERDICT_VERIFIED);
    assert_int_equal(status_of(verified, (play){VERDICT_FAILED, 3000, 0}, "HEDDLE_BOTH", "0.1"),
                     VERDICT_VERIFIED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_either_decides),
        cmocka_unit_test(test_error_is_claimed_at_once),
        cmocka_unit_test(test_both_run_to_their_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
