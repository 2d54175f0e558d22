/* The context bound against all runs of toys, one by one: what is reached with at most so many
 * preemptions, and when nothing is left out. */
#include "search/explore.h"
#include "toy.h"
#include "wrap/context.h"
#include "wrap/selfcheck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

typedef void engine(sys *s, const search_options *o, result *r);

static engine *const engines[] = {search_dfs, search_bfs};

enum { MOST = 8, PLACES = 300 };

/* The least number of preemptions with which all runs reach each error (by line), each final x, and
 * a deadlock. */
typedef struct truth {
    u32 error[PLACES], x[8], deadlock;
} truth;

static void less(u32 *least, u32 n)
{
    if (n < *least)
        *least = n;
}

static bool could_go_on(const move_list *moves, int thread)
{
    for (u32 i = 0; i < moves->n; i++)
        if (moves->at[i].thread == thread && explore_strong(&moves->at[i]))
            return true;
    return false;
}

static void end_of_run(toy *t, u32 used, truth *out)
{
    status st = sys_status(&t->base);

    if (st == ST_DONE)
        less(&out->x[t->now.x], used);
    if (st == ST_DEADLOCK)
        less(&out->deadlock, used);
}

static void all_runs(toy *t, int last, u32 used, truth *out);

static void go(toy *t, const move *m, u32 choice, u32 used, truth *out)
{
    toy_state here = t->now;
    taken done = {0};

    sys_step(&t->base, m->thread, m->kind, choice, &done);
    if (done.outcome == OUT_ERROR)
        less(&out->error[done.error.line], used);
    if (done.outcome == OUT_RAN)
        all_runs(t, m->thread, used, out);
    taken_free(&done);
    t->now = here;
}

static void all_runs(toy *t, int last, u32 used, truth *out)
{
    move_list moves = {0};
    bool cost;

    end_of_run(t, used, out);
    sys_moves(&t->base, &moves);
    cost = could_go_on(&moves, last);
    for (u32 i = 0; i < moves.n; i++) {
        const move *m = &moves.at[i];

        for (u32 c = 0; m->flags & MOVE_ENABLED && c < m->choices; c++)
            go(t, m, c, used + (cost && m->thread != last), out);
    }
    vec_free(&moves);
}

static truth tell(const char *const *p)
{
    sys *s = toy_open(p[0][0] == 's' ? 1 : 2, p[0], p[1], p[2]);
    truth t;

    memset(&t, 0xff, sizeof t);
    sys_reset(s);
    all_runs((toy *)s, -1, 0, &t);
    sys_close(s);
    return t;
}

static void same_outcomes(const truth *t, u32 bound, const text *found)
{
    text all = {0};

    for (u32 x = 0; x < LENGTH(t->x); x++)
        if (t->x[x] <= bound)
            text_addf(&all, "x=%u\n", x);
    assert_string_equal(text_str(found), text_str(&all));
    text_free(&all);
}

/* Breadth first for one error: it is found if and only if a run reaches it. */
static void same_error(sys *s, wanted w, u32 least, u32 bound)
{
    search_options o = {.rank = RANK_LEAST};
    result r;
    bool exhausted;

    search_bfs_for(s, &o, &w, &r, &exhausted);
    assert_int_equal(r.failed, least <= bound);
    result_free(&r);
}

static void same_errors(sys *s, const truth *t, u32 bound)
{
    for (u32 line = 0; line < PLACES; line++)
        if (t->error[line] != UINT32_MAX)
            same_error(s, (wanted){true, ERR_ASSERTION, "toy", line}, t->error[line], bound);
    if (t->deadlock != UINT32_MAX)
        same_error(s, (wanted){true, ERR_DEADLOCK, "toy", 0}, t->deadlock, bound);
}

static bool fails_within(const truth *t, u32 bound)
{
    bool fails = t->deadlock <= bound;

    for (u32 line = 0; line < PLACES; line++)
        fails |= t->error[line] <= bound;
    return fails;
}

/* One search within the bound; whether it left out nothing. */
static bool compare(sys *s, engine *search, const truth *t, u32 bound)
{
    text found = {0};
    search_options o = {.rank = RANK_LEAST, .outcomes = &found};
    result r;
    bool whole;

    context_bound(s, bound);
    search(s, &o, &r);
    assert_int_equal(r.failed, fails_within(t, bound));
    whole = !r.failed && !context_cut(s);
    if (!r.failed)
        same_outcomes(t, bound, &found);
    if (whole) {
        assert_false(fails_within(t, UINT32_MAX - 1));
        same_outcomes(t, UINT32_MAX - 1, &found);
    }
    text_free(&found);
    result_free(&r);
    return whole;
}

/* Engines agree on the first bound that leaves out nothing, and every higher one does. */
static void compare_all(const char *const *p)
{
    truth t = tell(p);
    sys *s = toy_open(p[0][0] == 's' ? 1 : 2, p[0], p[1], p[2]);
    bool before = false;

    s = context_open(selfcheck_open(s), 0);
    for (u32 bound = 0; bound < MOST; bound++) {
        bool whole = compare(s, search_dfs, &t, bound);

        assert_int_equal(compare(s, search_bfs, &t, bound), whole);
        assert_true(whole || !before);
        before = whole;
        same_errors(s, &t, bound);
    }
    sys_close(s);
}

static void programs_reach_what_their_runs_reach(void **state)
{
    static const char *const programs[][3] = {
        {"rw", "rwA2", NULL},     {"srwrw", "rwrwA4", NULL}, {"abvu", "bauv", NULL},
        {"q.rw", "rwA1", NULL},   {"t.rw", "trwA2", NULL},   {"scpw", "rwA1", NULL},
        {"arwu", "arwu", "rwA3"}, {"s.rw", "srw", "rwA3"},   {"q.", "rw", NULL},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(programs); i++)
        compare_all(programs[i]);
}

static u32 draw(u64 *seed, u32 n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*seed >> 33) % n;
}

static void draw_program(char *program, u64 *seed)
{
    static const char alphabet[] = "rrwwfgA.abuvcpqt";
    u32 n = 1 + draw(seed, 4), k = 0;

    for (u32 i = 0; i < n; i++) {
        program[k] = alphabet[draw(seed, sizeof alphabet - 1)];
        if (program[k++] == 'A')
            program[k++] = (char)('0' + draw(seed, 3));
    }
    program[k] = 0;
}

static void random_programs_reach_what_their_runs_reach(void **state)
{
    u64 seed = 1;

    (void)state;
    for (u32 i = 0; i < 600; i++) {
        char words[3][12] = {"s", "", ""};
        bool third = draw(&seed, 3) == 0;
        const char *p[3] = {words[0], words[1], words[2]};

        draw_program(words[0] + 1, &seed);
        strcpy(words[1], third ? "s" : "");
        draw_program(words[1] + third, &seed);
        if (third)
            draw_program(words[2], &seed);
        compare_all(p);
    }
}

/* A run that was found takes no more preemptions than allowed, also when it is shortened. */
static void traces_keep_to_the_bound(void **state)
{
    const char *const p[] = {"s.rwrw", "rwrwA3", NULL};
    truth t = tell(p);
    u32 least = t.error[104];

    (void)state;
    assert_true(least < MOST);
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = context_open(toy_open(1, p[0], p[1], p[2]), least);
        search_options o = {.rank = RANK_LEAST, .shorten = true};
        trace found = {0};
        result r;

        engines[i](s, &o, &r);
        assert_true(r.failed);
        search_shorten(s, &o, &r);
        search_trace(s, &r, &found);
        assert_int_equal(r.preemptions, least);
        trace_free(&found);
        result_free(&r);
        sys_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_reach_what_their_runs_reach),
        cmocka_unit_test(random_programs_reach_what_their_runs_reach),
        cmocka_unit_test(traces_keep_to_the_bound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
