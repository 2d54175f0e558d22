/* The engines over a toy system: both find the same things, limits are named, counterexamples are
 * shortest where that is said. */
#include "search/search.h"
#include "search/explore.h"
#include "store/visited.h"
#include "toy.h"
#include "wrap/selfcheck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef void engine(sys *s, const search_options *o, result *r);

static engine *const engines[] = {search_dfs, search_bfs};

static result run(engine *search, sys *s, search_options o)
{
    result r;

    search(s, &o, &r);
    return r;
}

/* Takes the result's steps from the start; what the last one gave. */
static outcome take_steps(sys *s, const result *r)
{
    taken out = {0};
    outcome last = OUT_RAN;

    sys_reset(s);
    for (u32 i = 0; i < r->steps.n; i++) {
        const step_taken *m = &r->steps.at[i];

        assert_int_equal(last, OUT_RAN);
        sys_step(s, m->thread, m->kind, m->choice, &out);
        last = out.outcome;
    }
    taken_free(&out);
    return last;
}

static void counts_are_exact(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(2, "...", "...", NULL);
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.verdict, VERDICT_VERIFIED);
        assert_int_equal(r.states, 16);
        assert_int_equal(r.transitions, 24);
        assert_int_equal(r.depth, 6);
        assert_int_equal(r.done, 1);
        assert_true(r.peak_bytes > 0);
        result_free(&r);
        sys_close(s);
    }
}

static void engines_agree(void **state)
{
    static const char *const programs[][3] = {
        {"rw", "rw", "rw"},       {"arwu", "arwu", "arwu"}, {"crw", "crwA1", ""},
        {"abuv", "abuv", "abvu"}, {"cprw", "crwp", "rw"},   {"d", "rwrw", "rw"},
        {"rwq", "rw", ""},        {"srw", "srw", "rwA2"},   {"rwd", "arw", "arwu"},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(programs); i++) {
        const char *const *p = programs[i];
        u32 started = p[0][0] == 's' ? 1 : 3;
        text a = {0}, b = {0};
        sys *s = selfcheck_open(toy_open(started, p[0], p[1], p[2]));
        result d = run(search_dfs, s, (search_options){.outcomes = &a});
        result w = run(search_bfs, s, (search_options){.outcomes = &b});

        assert_int_equal(d.verdict, w.verdict);
        assert_int_equal(d.failed, w.failed);
        if (d.failed) {
            assert_int_equal(d.error.kind, w.error.kind);
        } else {
            assert_int_equal(d.states, w.states);
            assert_int_equal(d.transitions, w.transitions);
            assert_int_equal(d.done, w.done);
            assert_int_equal(d.pruned, w.pruned);
            assert_string_equal(text_str(&a), text_str(&b));
        }
        text_free(&a);
        text_free(&b);
        result_free(&d);
        result_free(&w);
        sys_close(s);
    }
}

static void outcomes_are_a_sorted_set(void **state)
{
    sys *s = toy_open(3, "rw", "rw", "rw");
    text out = {0};
    result r = run(search_dfs, s, (search_options){.outcomes = &out});

    (void)state;
    assert_string_equal(text_str(&out), "x=1\nx=2\nx=3\n");
    text_free(&out);
    result_free(&r);
    sys_close(s);
}

static void errors_have_a_path(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(3, "rw", "rw", "rwA3");
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.error.kind, ERR_ASSERTION);
        assert_int_equal(r.error.line, 202);
        assert_string_equal(r.error.file, "toy");
        assert_int_equal(take_steps(s, &r), OUT_ERROR);
        assert_int_equal(r.shortest, engines[i] == search_bfs);
        result_free(&r);
        sys_close(s);
    }
}

static void deadlocks_are_found(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(2, "abvu", "bauv", NULL);
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.error.kind, ERR_DEADLOCK);
        assert_int_equal(r.deadlocks, 1);
        assert_int_equal(take_steps(s, &r), OUT_RAN);
        assert_int_equal(sys_status(s), ST_DEADLOCK);
        if (engines[i] == search_bfs)
            assert_int_equal(r.steps.n, 2);
        result_free(&r);
        sys_close(s);
    }
}

static void weak_moves_prevent_no_deadlock(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(2, "q.", "..", NULL);
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.error.kind, ERR_DEADLOCK);
        result_free(&r);
        sys_close(s);
    }
}

static void a_diverging_thread_is_no_deadlock(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(2, "d", "abab", NULL);
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.verdict, VERDICT_VERIFIED);
        result_free(&r);
        sys_close(s);
    }
}

static void the_initial_state_may_be_the_end(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(1, "", NULL, NULL);
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.verdict, VERDICT_VERIFIED);
        assert_int_equal(r.done, 1);
        result_free(&r);
        sys_close(s);
        s = toy_open(1, "q", NULL, NULL);
        r = run(engines[i], s, (search_options){0});
        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.steps.n, 0);
        result_free(&r);
        sys_close(s);
    }
}

static void limits_are_named(void **state)
{
    volatile int stop = 1;
    const search_options options[] = {
        {.max.states = 10},    {.max.depth = 3},       {.max.memory = 100},
        {.max.seconds = 1e-9}, {.interrupted = &stop},
    };
    static const char *const words[] = {"10 states was reached (--max-states)", "3 steps",
                                        "--max-memory", "--max-time", "interrupted"};

    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        for (u32 k = 0; k < LENGTH(options); k++) {
            sys *s = toy_open(3, "rwrwrw", "rwrwrw", "rwrwrw");
            result r = run(engines[i], s, options[k]);

            assert_int_equal(r.verdict, VERDICT_UNKNOWN);
            assert_non_null(strstr(r.reason, words[k]));
            assert_true(r.states >= 1);
            result_free(&r);
            sys_close(s);
        }
    }
}

static void an_exact_limit_is_no_limit(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(2, "...", "...", NULL);
        result r = run(engines[i], s, (search_options){.max = {.states = 16, .depth = 6}});

        assert_int_equal(r.verdict, VERDICT_VERIFIED);
        result_free(&r);
        sys_close(s);
    }
}

static void a_cut_run_leaves_the_verdict_open(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = toy_open(2, "rl", "rwr", NULL);
        result r = run(engines[i], s, (search_options){0});

        assert_int_equal(r.verdict, VERDICT_UNKNOWN);
        assert_non_null(strstr(r.reason, "--max-toys"));
        result_free(&r);
        sys_close(s);
        s = toy_open(2, "rl", "rwA0", NULL);
        r = run(engines[i], s, (search_options){0});
        assert_int_equal(r.verdict, VERDICT_FAILED);
        result_free(&r);
        sys_close(s);
    }
}

/* Within a bound on the depth DFS must see all that BFS sees, though it meets states on long ways
 * first. */
static void the_depth_bound_is_exact(void **state)
{
    (void)state;
    for (u64 depth = 1; depth <= 9; depth++) {
        sys *s = toy_open(3, "crw", "rwr", "crw");
        search_options o = {.max.depth = depth};
        result d = run(search_dfs, s, o), w = run(search_bfs, s, o);

        assert_int_equal(d.states, w.states);
        assert_int_equal(d.verdict, w.verdict);
        assert_int_equal(d.verdict, depth < 9 ? VERDICT_UNKNOWN : VERDICT_VERIFIED);
        result_free(&d);
        result_free(&w);
        sys_close(s);
    }
}

static void shortening_finds_the_shortest(void **state)
{
    static const char *const programs[][3] = {
        {"ssrwrw", "rw", "rwA2"},
        {"ssabuv", "....bavu", "...."},
        {"srw", "s..", "rwA2"},
        {"sq", "s.....", "..."},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(programs); i++) {
        const char *const *p = programs[i];
        sys *s = toy_open(1, p[0], p[1], p[2]);
        search_options o = {.shorten = true};
        result d = run(search_dfs, s, o), w = run(search_bfs, s, o);

        assert_true(d.failed);
        search_shorten(s, &o, &d);
        assert_true(d.shortest);
        assert_int_equal(d.steps.n, w.steps.n);
        assert_int_equal(take_steps(s, &d), d.error.kind == ERR_DEADLOCK ? OUT_RAN : OUT_ERROR);
        result_free(&d);
        result_free(&w);
        sys_close(s);
    }
}

static u32 count_switches(const result *r)
{
    u32 n = 0;

    for (u32 i = 1; i < r->steps.n; i++)
        n += r->steps.at[i].thread != r->steps.at[i - 1].thread;
    return n;
}

static void shortening_joins_what_one_thread_does(void **state)
{
    sys *s = toy_open(1, "sr..w", "rwrwA3", NULL);
    search_options o = {.shorten = true};
    result r = run(search_bfs, s, o);

    (void)state;
    search_shorten(s, &o, &r);
    assert_true(count_switches(&r) <= 3);
    assert_int_equal(take_steps(s, &r), OUT_ERROR);
    result_free(&r);
    sys_close(s);
}

/* Without the breadth-first search: a long trace with needless steps loses them all. */
static void shortening_drops_steps(void **state)
{
    static const u16 threads[] = {0, 0, 0, 2, 0, 2, 1, 2, 1, 2, 1};
    volatile int stop = 0;
    sys *s = toy_open(1, "ss..", "rwA5", "....");
    search_options o = {.shorten = true, .interrupted = &stop, .max.memory = 1};
    result r = {.failed = true, .verdict = VERDICT_FAILED};

    (void)state;
    for (u32 i = 0; i < LENGTH(threads); i++)
        vec_push(&r.steps, (step_taken){.thread = threads[i]});
    r.error = (failure){ERR_ASSERTION, 1, mem_strdup("toy"), 102, mem_strdup("x is another")};
    search_shorten(s, &o, &r);
    assert_int_equal(r.steps.n, 4);
    assert_int_equal(take_steps(s, &r), OUT_ERROR);
    result_free(&r);
    sys_close(s);
}

static void moves_are_named_by_birth(void **state)
{
    static const char *const names[] = {"0", "0.1", "0.1.1", "0.1.1"};
    sys *s = toy_open(1, "s", "s", ".A9");
    result r = run(search_bfs, s, (search_options){0});
    trace t = {0};

    (void)state;
    search_trace(s, &r, &t);
    assert_int_equal(t.moves.n, 4);
    for (u32 i = 0; i < 4; i++)
        assert_string_equal(t.moves.at[i].thread, names[i]);
    trace_free(&t);
    result_free(&r);
    sys_close(s);
}

static void visited_is_exact(void **state)
{
    visited v = {0};
    static const u64 keys[] = {1, 63, 64, 65, 1000000, 2, 5000000};

    (void)state;
    for (u32 i = 0; i < LENGTH(keys); i++)
        assert_int_equal(visited_put(&v, keys[i]), SEEN_NEW);
    for (u32 i = 0; i < LENGTH(keys); i++)
        assert_int_equal(visited_put(&v, keys[i]), SEEN_BEFORE);
    assert_int_equal(visited_put(&v, 66), SEEN_NEW);
    assert_int_equal(v.count, LENGTH(keys) + 1);
    assert_true(visited_bytes(&v) < 2 * 5000000 / 8);
    visited_free(&v);
}

static void visited_keeps_the_least_rank(void **state)
{
    visited v = {0};

    (void)state;
    for (u64 key = 1; key <= 5000; key++)
        assert_int_equal(visited_put_ranked(&v, key * 7, (u32)key), SEEN_NEW);
    for (u64 key = 1; key <= 5000; key++) {
        assert_int_equal(visited_put_ranked(&v, key * 7, (u32)key), SEEN_BEFORE);
        assert_int_equal(visited_put_ranked(&v, key * 7, (u32)key + 3), SEEN_BEFORE);
        assert_int_equal(visited_put_ranked(&v, key * 7, (u32)key - 1), SEEN_BETTER);
        assert_int_equal(visited_rank(&v, key * 7), key - 1);
    }
    assert_int_equal(v.count, 5000);
    visited_free(&v);
}

static seen put_mask(visited *v, u64 key, u32 mask, u32 left)
{
    seen s = visited_put_mask(v, key, &mask);

    assert_int_equal(mask, left);
    assert_int_equal(visited_rank(v, key), left);
    return s;
}

static void visited_keeps_the_common_bits(void **state)
{
    visited v = {0};

    (void)state;
    for (u64 key = 5; key <= 25000; key += 5)
        assert_int_equal(put_mask(&v, key, 0x7fffffff, 0x7fffffff), SEEN_NEW);
    for (u64 key = 5; key <= 25000; key += 5) {
        assert_int_equal(put_mask(&v, key, 0x7ffffff6, 0x7ffffff6), SEEN_BETTER);
        assert_int_equal(put_mask(&v, key, 0x7fffffff, 0x7ffffff6), SEEN_BEFORE);
        assert_int_equal(put_mask(&v, key, 3, 2), SEEN_BETTER);
        assert_int_equal(put_mask(&v, key, 2, 2), SEEN_BEFORE);
    }
    assert_int_equal(v.count, 5000);
    visited_free(&v);
}

/* The exit status of a search over a toy that breaks a rule. */
static int status_of_broken(int how)
{
    pid_t child = fork();
    int code;

    if (child == 0) {
        sys *s = toy_open(2, "abrwuv", "abrwuv", NULL);
        search_options o = {0};
        result r;

        ((toy *)s)->broken = how;
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        search_dfs(selfcheck_open(s), &o, &r);
        _exit(0);
    }
    assert_true(waitpid(child, &code, 0) == child);
    return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static void the_self_check_sees_broken_rules(void **state)
{
    (void)state;
    assert_int_equal(status_of_broken(0), 0);
    assert_int_equal(status_of_broken(TOY_FORGETS), EXIT_BUG);
    assert_int_equal(status_of_broken(TOY_LIES), EXIT_BUG);
    assert_int_equal(status_of_broken(TOY_WAVERS), EXIT_BUG);
}

static void dependence_is_symmetric(void **state)
{
    static const struct {
        event a, b;
        bool depends;
    } cases[] = {
        {{.kind = EV_READ, .object = 1, .size = 4},
         {.kind = EV_READ, .object = 1, .size = 4},
         false},
        {{.kind = EV_READ, .object = 1, .size = 4},
         {.kind = EV_WRITE, .object = 1, .size = 4},
         true},
        {{.kind = EV_WRITE, .object = 1, .size = 4},
         {.kind = EV_WRITE, .object = 2, .size = 4},
         false},
        {{.kind = EV_WRITE, .object = 1, .size = 4},
         {.kind = EV_WRITE, .object = 1, .offset = 4, .size = 4},
         false},
        {{.kind = EV_WRITE, .object = 1, .size = 4},
         {.kind = EV_WRITE, .object = 1, .offset = 3, .size = 1},
         true},
        {{.kind = EV_FREE, .object = 1},
         {.kind = EV_READ, .object = 1, .offset = 90, .size = 1},
         true},
        {{.kind = EV_LOCK, .object = 1, .size = 4},
         {.kind = EV_UNLOCK, .object = 1, .size = 4},
         true},
        {{.kind = EV_EXIT}, {.kind = EV_CHOOSE}, true},
        {{.kind = EV_CHOOSE}, {.kind = EV_CHOOSE}, false},
        {{.kind = EV_CREATE, .value = 1}, {.kind = EV_START}, true},
        {{.kind = EV_CREATE, .value = 2}, {.kind = EV_START}, false},
        {{.kind = EV_JOIN, .value = 2}, {.kind = EV_THREAD_EXIT}, true},
        {{.kind = EV_CHOOSE, .flags = EVF_OPAQUE}, {.kind = EV_READ, .object = 1, .size = 1}, true},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(cases); i++) {
        event a = cases[i].a, b = cases[i].b;

        b.thread = 1;
        assert_int_equal(dependent(&a, &b), cases[i].depends);
        assert_int_equal(dependent(&b, &a), cases[i].depends);
    }
}

static void figures_read_well(void **state)
{
    char out[FIGURE];

    (void)state;
    assert_string_equal(figure_count(out, 0), "0");
    assert_string_equal(figure_count(out, 999), "999");
    assert_string_equal(figure_count(out, 1000), "1,000");
    assert_string_equal(figure_count(out, 1234567), "1,234,567");
    assert_string_equal(figure_bytes(out, 3565158), "3.4 MB");
    assert_string_equal(figure_bytes(out, 512), "0.5 kB");
    assert_string_equal(figure_seconds(out, 0.1), "0.1 s");
    assert_string_equal(figure_seconds(out, 0.012), "0.012 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_exact),
        cmocka_unit_test(engines_agree),
        cmocka_unit_test(outcomes_are_a_sorted_set),
        cmocka_unit_test(errors_have_a_path),
        cmocka_unit_test(deadlocks_are_found),
        cmocka_unit_test(weak_moves_prevent_no_deadlock),
        cmocka_unit_test(a_diverging_thread_is_no_deadlock),
        cmocka_unit_test(the_initial_state_may_be_the_end),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(an_exact_limit_is_no_limit),
        cmocka_unit_test(a_cut_run_leaves_the_verdict_open),
        cmocka_unit_test(the_depth_bound_is_exact),
        cmocka_unit_test(shortening_finds_the_shortest),
        cmocka_unit_test(shortening_joins_what_one_thread_does),
        cmocka_unit_test(shortening_drops_steps),
        cmocka_unit_test(moves_are_named_by_birth),
        cmocka_unit_test(visited_is_exact),
        cmocka_unit_test(visited_keeps_the_least_rank),
        cmocka_unit_test(visited_keeps_the_common_bits),
        cmocka_unit_test(the_self_check_sees_broken_rules),
        cmocka_unit_test(dependence_is_symmetric),
        cmocka_unit_test(figures_read_well),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
