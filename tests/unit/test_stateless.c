/* The stateless search over systems whose runs are known by number: the dining philosophers of the
 * VeriSoft paper, as it draws them, and toys.  Systems that can only be reset are searched as well:
 * their save and restore end the process. */
#include "search/search.h"
#include "wrap/por.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <cmocka.h>

/* N philosophers: take the left fork, the right one, release both in that order, be over.  The
 * forks follow from the places. */
#define MOST 6u

typedef struct table {
    sys base;
    system_ops ops;
    u32 n;
    u8 pc[MOST];
} table;

enum { OVER = 4 };

static u32 fork_of(const table *t, u32 i)
{
    return (i + (t->pc[i] & 1)) % t->n;
}

/* Left fork: taken at 0, released at 2; right fork: taken at 1, released at 3. */
static u32 free_forks(const table *t, u32 fork)
{
    u32 right = (fork + t->n - 1) % t->n;
    bool left = t->pc[fork] == 1 || t->pc[fork] == 2;

    return !left && t->pc[right] != 2 && t->pc[right] != 3;
}

static move table_move(const table *t, u32 i)
{
    bool takes = t->pc[i] < 2;
    u32 fork = fork_of(t, i), left = free_forks(t, fork);
    move m = {.thread = (u16)i,
              .choices = 1,
              .flags = !takes || left ? MOVE_ENABLED : 0,
              .next = {.kind = takes ? EV_SEM_WAIT : EV_SEM_POST,
                       .flags = EVF_VISIBLE | EVF_WORD | (takes ? EVF_GUARD : 0u),
                       .thread = (u16)i,
                       .object = fork + 1,
                       .size = 4,
                       .old = left,
                       .value = takes ? event_guard(GUARD_GT, 0) : 0}};

    return m;
}

static void table_moves(sys *s, move_list *out)
{
    table *t = (table *)s;

    vec_clear(out);
    for (u32 i = 0; i < t->n; i++)
        if (t->pc[i] != OVER)
            vec_push(out, table_move(t, i));
}

static bool table_peek(sys *s, u16 i, move *out)
{
    table *t = (table *)s;

    if (t->pc[i] == OVER)
        return false;
    *out = table_move(t, i);
    return true;
}

static void table_step(sys *s, u16 i, move_kind kind, u32 choice, taken *out)
{
    table *t = (table *)s;
    move m = table_move(t, i);

    (void)kind, (void)choice;
    assert_true(m.flags & MOVE_ENABLED);
    *out = (taken){.events = out->events, .steps = 1};
    vec_clear(&out->events);
    vec_push(&out->events, m.next);
    t->pc[i]++;
}

static status table_status(sys *s)
{
    table *t = (table *)s;
    bool over = true;

    for (u32 i = 0; i < t->n; i++) {
        over &= t->pc[i] == OVER;
        if (t->pc[i] != OVER && table_move(t, i).flags & MOVE_ENABLED)
            return ST_RUNNING;
    }
    return over ? ST_DONE : ST_DEADLOCK;
}

static state_key table_save(sys *s)
{
    table *t = (table *)s;
    state_key key = 1;

    for (u32 i = 0; i < t->n; i++)
        key = key << 3 | t->pc[i];
    return key;
}

static void table_restore(sys *s, state_key key)
{
    table *t = (table *)s;

    for (u32 i = t->n; i-- > 0; key >>= 3)
        t->pc[i] = key & 7;
}

static void table_reset(sys *s)
{
    memset(((table *)s)->pc, 0, MOST);
}

static void table_explain(sys *s, failure *out)
{
    (void)s;
    *out = (failure){.kind = ERR_DEADLOCK, .file = "", .message = "deadlock"};
}

static u64 table_memory(const sys *s)
{
    (void)s;
    return 0;
}

static u32 table_future(sys *s, u16 i, u64 *bits, u32 words)
{
    table *t = (table *)s;

    if (!words)
        return 1;
    memset(bits, 0, words * sizeof *bits);
    if (t->pc[i] <= 2)
        bits[0] |= 1ull << (i + 1);
    if (t->pc[i] <= 3)
        bits[0] |= 1ull << ((i + 1u) % t->n + 1);
    return 0;
}

static void table_close(sys *s)
{
    mem_free(s);
}

static state_key never_save(sys *s)
{
    (void)s;
    die("a system that can only be reset is saved");
}

static void never_restore(sys *s, state_key key)
{
    (void)s, (void)key;
    die("a system that can only be reset is restored");
}

static sys *table_open(u32 n, bool resets_only)
{
    table *t = mem_alloc(sizeof *t);

    t->ops = (system_ops){.moves = table_moves,
                          .step = table_step,
                          .status = table_status,
                          .save = resets_only ? never_save : table_save,
                          .restore = resets_only ? never_restore : table_restore,
                          .reset = table_reset,
                          .close = table_close,
                          .explain = table_explain,
                          .memory = table_memory,
                          .peek = table_peek,
                          .future = table_future};
    t->base.ops = &t->ops;
    t->n = n;
    return &t->base;
}

static const search_options any_end = {.allow_deadlock = true};

static result search(sys *s, search_kind kind, bool replay)
{
    stateless_options how = {.kind = kind, .replay = replay};
    result r;

    search_stateless(s, &any_end, &how, &r);
    assert_int_equal(r.verdict, VERDICT_VERIFIED);
    return r;
}

static void the_state_space(void **state)
{
    static const u32 known[][3] = {
        {2, 17, 18}, {3, 75, 123}, {4, 321, 708}, {5, 1363, 3765}, {6, 5777, 19158}};

    (void)state;
    for (u32 i = 0; i < LENGTH(known); i++) {
        sys *s = table_open(known[i][0], false);
        result r;

        search_dfs(s, &any_end, &r);
        assert_int_equal(r.states, known[i][1]);
        assert_int_equal(r.transitions, known[i][2]);
        assert_int_equal(r.deadlocks, 1);
        result_free(&r);
        sys_close(s);
    }
}

static void the_plain_search(void **state)
{
    static const u32 known[][2] = {{2, 18}, {3, 1680}, {4, 386816}};

    (void)state;
    for (u32 i = 0; i < LENGTH(known); i++)
        for (int resets = 0; resets < 2; resets++) {
            sys *s = table_open(known[i][0], resets);
            result r = search(s, SEARCH_FULL, resets);

            assert_int_equal(r.transitions, known[i][1]);
            result_free(&r);
            sys_close(s);
        }
}

static void persistent_and_sleep_sets(void **state)
{
    static const u32 most[][2] = {{2, 17}, {3, 67}, {4, 198}, {5, 507}, {6, 1205}};

    (void)state;
    for (u32 i = 0; i < LENGTH(most); i++) {
        sys *s = por_open(table_open(most[i][0], false), POR_PERSISTENT | POR_EVENTS);
        result r = search(s, SEARCH_PERSISTENT, false);

        assert_true(r.transitions <= most[i][1]);
        assert_true(r.deadlocks > 0);
        result_free(&r);
        sys_close(s);
    }
}

static void optimal_runs(void **state)
{
    (void)state;
    for (u32 n = 2; n <= MOST; n++)
        for (int resets = 0; resets < 2; resets++) {
            sys *s = table_open(n, resets);
            result r = search(s, SEARCH_OPTIMAL, resets);

            assert_int_equal(r.done + r.deadlocks, (1u << n) - 1);
            assert_int_equal(r.deadlocks, 1);
            result_free(&r);
            sys_close(s);
        }
}

static void source_sets(void **state)
{
    (void)state;
    for (u32 n = 2; n <= MOST; n++)
        for (int resets = 0; resets < 2; resets++) {
            sys *s = table_open(n, resets);
            result r = search(s, SEARCH_DPOR, resets);

            assert_true(r.done + r.deadlocks >= (1u << n) - 1);
            assert_true(r.deadlocks > 0);
            result_free(&r);
            sys_close(s);
        }
}

/* By several processes, also with parts that are begun as late as they can be: the same runs, since
 * none is explored twice. */
static void several_processes(void **state)
{
    static const char *const late[] = {"0", "1", "3", "30"};

    (void)state;
    for (u32 i = 0; i < LENGTH(late) * 3 * 2; i++) {
        search_kind kind = i % 2 ? SEARCH_OPTIMAL : SEARCH_DPOR;
        u32 n = 4 + i / 2 % 3;
        sys *s = table_open(n, true);
        stateless_options how = {.kind = kind, .replay = true};
        result r;

        setenv("HEDDLE_LATE", late[i / 6], 1);
        how.pool = worker_pool_open(2 + i % 3);
        search_stateless(s, &any_end, &how, &r);
        assert_int_equal(r.verdict, VERDICT_VERIFIED);
        assert_int_equal(r.done + r.deadlocks, (1u << n) - 1);
        assert_int_equal(r.deadlocks, 1);
        assert_true(r.forked > 0);
        worker_pool_close(how.pool);
        result_free(&r);
        sys_close(s);
    }
    unsetenv("HEDDLE_LATE");
}

static void another_process_finds_it(void **state)
{
    sys *s = table_open(5, true);
    stateless_options how = {.kind = SEARCH_DPOR, .replay = true};
    search_options o = {0};
    result r;

    (void)state;
    setenv("HEDDLE_LATE", "30", 1);
    how.pool = worker_pool_open(2);
    for (int again = 0; again < 2; again++) {
        search_stateless(s, &o, &how, &r);
        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.error.kind, ERR_DEADLOCK);
        assert_int_equal(r.steps.n, 5);
        result_free(&r);
    }
    worker_pool_close(how.pool);
    sys_close(s);
    unsetenv("HEDDLE_LATE");
}

static void the_deadlock_is_found(void **state)
{
    static const search_kind kinds[] = {SEARCH_DPOR, SEARCH_OPTIMAL, SEARCH_SLEEP,
                                        SEARCH_FULL, SEARCH_RANDOM,  SEARCH_PCT};

    (void)state;
    for (u32 i = 0; i < LENGTH(kinds); i++) {
        sys *s = table_open(3, true);
        stateless_options how = {
            .kind = kinds[i], .replay = true, .seed = 1, .runs = 10000, .changes = 2};
        search_options o = {0};
        result r;

        search_stateless(s, &o, &how, &r);
        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.error.kind, ERR_DEADLOCK);
        assert_int_equal(r.steps.n, 3);
        result_free(&r);
        sys_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_space),
        cmocka_unit_test(the_plain_search),
        cmocka_unit_test(persistent_and_sleep_sets),
        cmocka_unit_test(optimal_runs),
        cmocka_unit_test(source_sets),
        cmocka_unit_test(the_deadlock_is_found),
        cmocka_unit_test(several_processes),
        cmocka_unit_test(another_process_finds_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
