/* What reductions and bounds ask of the engines: a state met again with a better rank is explored
 * again, moves that may wait are taken when nothing else leads on, and states are the same when
 * they match. */
#include "graph.h"
#include "search/search.h"
#include "toy.h"
#include "wrap/selfcheck.h"
#include "wrap/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef void engine(sys *s, const search_options *o, result *r);

static engine *const engines[] = {search_dfs, search_bfs};

/* A small random generator of our own: the same programs everywhere. */
static u32 draw(u64 *seed, u32 n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*seed >> 33) % n;
}

/* Takes the result's steps; the outcome of the last. */
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

/* Node 4 is reached first on the dear way, which leaves nothing for the edge that fails. */
static void a_lesser_rank_is_explored_again(void **state)
{
    static const edge edges[] = {{1, 2, 0, 0, 0}, {1, 3, 1, 0, 2}, {2, 5, 0, 0, 0},
                                 {5, 4, 0, 0, 0}, {3, 4, 0, 0, 0}, {4, 0, 0, 0, 1}};

    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = graph_open(edges, LENGTH(edges), 2, NULL);
        search_options o = {.rank = RANK_LEAST};
        result r;

        engines[i](s, &o, &r);
        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.states, 5);
        assert_int_equal(r.steps.n, 4);
        assert_int_equal(take_steps(s, &r), OUT_ERROR);
        result_free(&r);
        sys_close(s);
    }
}

enum { NODES = 12, EDGES = 30 };

/* How many nodes can be paid for. */
static u32 affordable(const edge *edges, u32 n, u32 budget)
{
    u32 least[NODES + 1], count = 0;

    for (u32 i = 0; i <= NODES; i++)
        least[i] = i == 1 ? 0 : 1000;
    for (u32 round = 0; round < NODES; round++)
        for (u32 i = 0; i < n; i++) {
            u32 cost = least[edges[i].from] + edges[i].cost;

            if (cost < least[edges[i].to])
                least[edges[i].to] = cost;
        }
    for (u32 i = 1; i <= NODES; i++)
        count += least[i] <= budget;
    return count;
}

static void draw_edges(edge *edges, u64 *seed)
{
    for (u32 i = 0; i < EDGES; i++)
        edges[i] = (edge){(u8)(1 + draw(seed, NODES)), (u8)(1 + draw(seed, NODES)),
                          (u8)draw(seed, 3), 0, draw(seed, 3)};
}

static void the_least_rank_is_exact(void **state)
{
    u64 seed = 1;

    (void)state;
    for (u32 k = 0; k < 300; k++) {
        edge edges[EDGES];

        draw_edges(edges, &seed);
        for (u32 budget = 0; budget < 5; budget++) {
            for (u32 i = 0; i < LENGTH(engines); i++) {
                sys *s = graph_open(edges, EDGES, budget, NULL);
                search_options o = {.rank = RANK_LEAST};
                result r;

                engines[i](s, &o, &r);
                assert_int_equal(r.states, affordable(edges, EDGES, budget));
                result_free(&r);
                sys_close(s);
            }
        }
    }
}

/* Breadth first, a bound on the depth stays exact beside the rank: the nodes within both. */
static u32 near_and_affordable(const edge *edges, u32 n, u32 budget, u32 depth)
{
    bool at[NODES + 1][8] = {{false}}, seen[NODES + 1] = {false};
    u32 count = 0;

    at[1][0] = true;
    for (u32 round = 0; round <= depth; round++) {
        bool next[NODES + 1][8] = {{false}};

        for (u32 v = 1; v <= NODES; v++)
            for (u32 c = 0; c <= budget; c++)
                seen[v] |= at[v][c];
        for (u32 i = 0; i < n; i++)
            for (u32 c = 0; c + edges[i].cost <= budget; c++)
                next[edges[i].to][c + edges[i].cost] |= at[edges[i].from][c];
        memcpy(at, next, sizeof at);
    }
    for (u32 v = 1; v <= NODES; v++)
        count += seen[v];
    return count;
}

static void breadth_first_bounds_rank_and_depth(void **state)
{
    u64 seed = 2;

    (void)state;
    for (u32 k = 0; k < 300; k++) {
        edge edges[EDGES];
        u32 budget = draw(&seed, 5), depth = 1 + draw(&seed, 5);
        search_options o = {.rank = RANK_LEAST, .max.depth = depth};
        sys *s;
        result r;

        draw_edges(edges, &seed);
        s = graph_open(edges, EDGES, budget, NULL);
        search_bfs(s, &o, &r);
        assert_int_equal(r.states, near_and_affordable(edges, EDGES, budget, depth));
        result_free(&r);
        sys_close(s);
    }
}

/* Sleep sets over a toy, in full: a thread sleeps after a step that is independent of its next one
 * when it slept before or was taken before, at this visit. */
typedef struct sleepy {
    wrapper w; /* first */
    u32 asleep;
} sleepy;

static u32 toy_reads(char c)
{
    return strchr("rAg", c) ? 1 : 0;
}

static u32 toy_writes(char c)
{
    return strchr("wf", c) ? 1 : strchr("au", c) ? 2 : strchr("bv", c) ? 4 : 0;
}

static bool toys_depend(const toy *t, u32 i, u32 j)
{
    char a = toy_next(t, i), b = toy_next(t, j);

    if (!a || !b)
        return false;
    return toy_writes(a) & (toy_reads(b) | toy_writes(b)) || toy_writes(b) & toy_reads(a);
}

static void sleepy_moves(sys *s, move_list *out)
{
    const sleepy *z = (sleepy *)s;

    sys_moves(wrap_inner(s), out);
    for (u32 i = 0; i < out->n; i++)
        if (z->asleep >> out->at[i].thread & 1)
            out->at[i].flags |= MOVE_ASLEEP;
}

/* The threads whose steps come before this one's at this visit. */
static u32 taken_before(sys *s, u16 thread)
{
    move_list moves = {0};
    u32 set = 0;

    sleepy_moves(s, &moves);
    for (u32 i = 0; i < moves.n && moves.at[i].thread != thread; i++)
        if ((moves.at[i].flags & (MOVE_ENABLED | MOVE_ASLEEP)) == MOVE_ENABLED)
            set |= 1u << moves.at[i].thread;
    vec_free(&moves);
    return set;
}

static void sleepy_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    sleepy *z = (sleepy *)s;
    toy *t = (toy *)wrap_inner(s);
    u32 set = z->asleep | taken_before(s, thread);

    for (u32 i = 0; i < TOY_THREADS; i++)
        if (i == thread || toys_depend(t, i, thread))
            set &= ~(1u << i);
    sys_step(&t->base, thread, kind, choice, out);
    z->asleep = set;
}

static u32 sleepy_rank(sys *s)
{
    return ((sleepy *)s)->asleep;
}

static void sleepy_set_rank(sys *s, u32 rank)
{
    ((sleepy *)s)->asleep = rank;
}

static void sleepy_reset(sys *s)
{
    sys_reset(wrap_inner(s));
    sleepy_set_rank(s, 0);
}

static const system_rank sleepy_ranks = {.get = sleepy_rank, .set = sleepy_set_rank};

static sys *sleepy_open(sys *inner)
{
    sleepy *z = mem_alloc(sizeof *z);

    wrap_open(&z->w, inner, SYSTEM_SELFCHECK);
    z->w.ops.moves = sleepy_moves;
    z->w.ops.step = sleepy_step;
    z->w.ops.rank = &sleepy_ranks;
    z->w.ops.reset = sleepy_reset;
    return &z->w.base;
}

/* Node 4 is met with thread 1 asleep and then with none: thread 1 is taken then. */
static void what_slept_is_taken_later(void **state)
{
    static const edge edges[] = {{1, 2, 0, 0, 0}, {1, 3, 1, 0, 0}, {2, 5, 0, 0, 0}, {5, 4, 0, 0, 0},
                                 {3, 4, 0, 0, 2}, {4, 6, 0, 0, 0}, {4, 7, 1, 0, 0}};

    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = graph_open(edges, LENGTH(edges), NO_BUDGET, NULL);
        search_options o = {.rank = RANK_MASK};
        result r;

        engines[i](s, &o, &r);
        assert_int_equal(r.states, 7);
        result_free(&r);
        sys_close(s);
    }
}

/* Nodes 2 and 3 are the same to the search, which goes on from one of them: the path leads through
 * that one. */
static void states_that_match_are_one(void **state)
{
    static const u8 same[] = {0, 1, 9, 9, 4, 5, 6};
    static const edge edges[] = {{1, 2, 0, 0, 0}, {1, 3, 1, 0, 0}, {2, 4, 0, 0, 0}, {3, 5, 1, 0, 0},
                                 {4, 6, 0, 0, 0}, {5, 6, 1, 0, 0}, {6, 0, 0, 0, 0}};

    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = graph_open(edges, LENGTH(edges), 1, same);
        search_options o = {.rank = i ? RANK_NONE : RANK_LEAST};
        result r;

        engines[i](s, &o, &r);
        assert_int_equal(r.states, 4);
        assert_int_equal(r.steps.n, 4);
        assert_int_equal(take_steps(s, &r), OUT_ERROR);
        result_free(&r);
        sys_close(s);
    }
}

/* The dear way to node 3 is met first; node 2, which matches it, is cheaper and goes on. */
static void a_match_may_have_a_lesser_rank(void **state)
{
    static const u8 same[] = {0, 1, 9, 9, 4, 5};
    static const edge edges[] = {{1, 4, 0, 0, 0}, {4, 2, 0, 0, 0}, {1, 3, 1, 0, 1},
                                 {2, 5, 0, 0, 1}, {3, 5, 0, 0, 1}, {5, 0, 0, 0, 0}};

    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = graph_open(edges, LENGTH(edges), 1, same);
        search_options o = {.rank = RANK_LEAST};
        result r;

        engines[i](s, &o, &r);
        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.states, 4);
        assert_int_equal(take_steps(s, &r), OUT_ERROR);
        result_free(&r);
        sys_close(s);
    }
}

/* Thread 0 goes round in a circle; thread 1, which may wait while that finds something new, fails.
 */
static void no_thread_is_put_off_for_ever(void **state)
{
    static const edge edges[] = {{1, 2, 0, 0, 0},          {2, 3, 0, 0, 0},
                                 {3, 1, 0, 0, 0},          {1, 4, 1, MOVE_LATER, 0},
                                 {2, 5, 1, MOVE_LATER, 0}, {3, 6, 1, MOVE_LATER, 0},
                                 {6, 7, 1, MOVE_LATER, 0}, {7, 0, 1, 0, 0}};

    (void)state;
    for (u32 i = 0; i < LENGTH(engines); i++) {
        sys *s = graph_open(edges, LENGTH(edges), 1, NULL);
        search_options o = {0};
        result r;

        engines[i](s, &o, &r);
        assert_int_equal(r.verdict, VERDICT_FAILED);
        assert_int_equal(r.error.line, 7);
        assert_int_equal(r.states, 5);
        assert_int_equal(r.done, 0);
        assert_int_equal(take_steps(s, &r), OUT_ERROR);
        result_free(&r);
        sys_close(s);
    }
}

static void draw_toy(char *program, u64 *seed, const char *alphabet)
{
    u32 n = 1 + draw(seed, 5);

    for (u32 i = 0; i < n; i++)
        program[i] = alphabet[draw(seed, (u32)strlen(alphabet))];
    program[n] = 0;
}

/* Sleep sets leave out steps, never states; nor does the self-check change them. */
static void sleeping_loses_no_state(void **state)
{
    u64 seed = 3, plain = 0, slept = 0;

    (void)state;
    for (u32 k = 0; k < 4000; k++) {
        char p[3][8];
        search_options none = {0}, mask = {.rank = RANK_MASK};
        result whole;
        sys *s;

        for (u32 i = 0; i < 3; i++)
            draw_toy(p[i], &seed, "ffgg.abuvo");
        s = sleepy_open(toy_open(3, p[0], p[1], p[2]));
        search_bfs(wrap_inner(s), &none, &whole);
        if (k % 2)
            s = selfcheck_open(s);
        for (u32 i = 0; i < LENGTH(engines); i++) {
            result r;

            engines[i](s, &mask, &r);
            assert_int_equal(r.failed, whole.failed);
            if (!r.failed)
                assert_int_equal(r.states, whole.states);
            plain += whole.transitions;
            slept += r.transitions;
            result_free(&r);
        }
        result_free(&whole);
        sys_close(s);
    }
    assert_true(slept < plain);
}

/* A toy whose threads go on through up to two of `.` after each step. */
static void strider_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    toy *t = (toy *)wrap_inner(s);
    u32 steps = 1;

    sys_step(&t->base, thread, kind, choice, out);
    while (out->outcome == OUT_RAN && steps < 3 && toy_next(t, thread) == '.') {
        sys_step(&t->base, thread, MOVE_RUN, 0, out);
        steps++;
    }
    out->steps = steps;
}

static sys *strider_open(sys *inner)
{
    wrapper *w = mem_alloc(sizeof *w);

    wrap_open(w, inner, SYSTEM_SELFCHECK);
    w->ops.step = strider_step;
    return &w->base;
}

static void compound_steps_are_taken_apart(void **state)
{
    static const char *const programs[][2] = {
        {"sc..rw", ".rwA1.."}, {"..s.rw..", "..rwA1"}, {"s.a.b", ".b.a"}, {"sq.", "....."}};

    (void)state;
    for (u32 k = 0; k < LENGTH(programs); k++) {
        sys *base = toy_open(1, programs[k][0], programs[k][1], NULL);
        sys *s = strider_open(base);

        for (u32 i = 0; i < LENGTH(engines); i++) {
            search_options o = {.shorten = true};
            result r;
            u32 strides;

            engines[i](s, &o, &r);
            assert_true(r.failed);
            strides = r.steps.n;
            search_elementary(s, &r);
            assert_true(r.steps.n > strides);
            assert_int_equal(take_steps(base, &r),
                             r.error.kind == ERR_DEADLOCK ? OUT_RAN : OUT_ERROR);
            assert_true(r.error.kind != ERR_DEADLOCK || sys_status(base) == ST_DEADLOCK);
            r.shortest = false;
            search_shorten(base, &o, &r);
            assert_true(r.shortest);
            result_free(&r);
        }
        sys_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesser_rank_is_explored_again),
        cmocka_unit_test(the_least_rank_is_exact),
        cmocka_unit_test(breadth_first_bounds_rank_and_depth),
        cmocka_unit_test(states_that_match_are_one),
        cmocka_unit_test(a_match_may_have_a_lesser_rank),
        cmocka_unit_test(no_thread_is_put_off_for_ever),
        cmocka_unit_test(what_slept_is_taken_later),
        cmocka_unit_test(compound_steps_are_taken_apart),
        cmocka_unit_test(sleeping_loses_no_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
