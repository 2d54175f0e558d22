/* Where threads are: the runs of small programs as sequences of what holds, repetitions left out,
 * are the same whatever a step is.  And progress: which steps leave a loop. */
#include "front/front.h"
#include "program/loops.h"
#include "vm/vm.h"
#include "wrap/por.h"
#include "wrap/selfcheck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const levels[] = {"-O0", "-m32", "-O1"};
enum { PLAIN = 2, ALL = 3 };

#define LABEL(name_, thread_) \
    {.kind = QUERY_PLACE, .text = "@" name_, .name = name_, .thread = thread_}
#define LINE(line_, thread_) \
    {.kind = QUERY_PLACE, .text = "@t.c", .name = "t.c", .line = line_, .thread = thread_}
#define EXPR(text_) {.kind = QUERY_PROPOSITION, .text = text_}

static program *load(const char *source, const char *level, const front_query *queries, u32 n)
{
    char folder[] = "/tmp/heddle-places-XXXXXX", path[64];
    front_options o = {0};
    program *p;
    FILE *f;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs("#include <heddle.h>\n#include <pthread.h>\n#include <setjmp.h>\n#include <stdlib.h>\n"
          "#define APART __attribute__((noinline))\n"
          "#line 1 \"t.c\"\n",
          f);
    fputs(source, f);
    fclose(f);
    vec_push(&o.files, path);
    vec_push(&o.clang, level);
    for (u32 i = 0; i < n; i++)
        vec_push(&o.queries, queries[i]);
    p = front_load(&o);
    unlink(path);
    rmdir(folder);
    vec_free(&o.files);
    vec_free(&o.clang);
    vec_free(&o.queries);
    return p;
}

/* ---- sets of runs ---- */

typedef VEC(char *) run_list;

typedef struct known {
    state_key key;
    u32 rank;
    run_list runs;
} known;

typedef struct explorer {
    sys *s;
    u32 queries;
    VEC(known *) all;
} explorer;

static char letter(explorer *x)
{
    failure why;
    u64 value, bits = 0;

    for (u32 k = 0; k < x->queries; k++) {
        assert_true(sys_value(x->s, k, &value, &why));
        bits |= value << k;
    }
    return (char)('0' + bits);
}

static void add_run(run_list *to, char first, const char *rest)
{
    char *run = malloc(strlen(rest) + 2);

    snprintf(run, strlen(rest) + 2, "%c%s", first, rest[0] == first ? rest + 1 : rest);
    for (u32 i = 0; i < to->n; i++)
        if (strcmp(to->at[i], run) == 0) {
            free(run);
            return;
        }
    vec_push(to, run);
}

static const run_list *runs_from(explorer *x);

static void explore_move(explorer *x, const known *from, const move *m, char here, run_list *out)
{
    taken t = {0};

    for (u32 c = 0; m->flags & MOVE_ENABLED && !(m->flags & MOVE_ASLEEP) && c < m->choices; c++) {
        sys_restore(x->s, from->key);
        sys_set_rank(x->s, from->rank);
        if (c == 0) { /* wrappers look ahead here */
            move_list again = {0};

            sys_moves(x->s, &again);
            vec_free(&again);
        }
        sys_step(x->s, m->thread, m->kind, c, &t);
        assert_int_equal(t.outcome, OUT_RAN);
        sys_save(x->s);
        const run_list *rest = runs_from(x);

        for (u32 i = 0; i < rest->n; i++)
            add_run(out, here, rest->at[i]);
    }
    taken_free(&t);
}

/* All runs from the present state.  No program here comes to a state twice. */
static const run_list *runs_from(explorer *x)
{
    state_key key = sys_save(x->s);
    u32 rank = sys_rank(x->s);
    move_list moves = {0};
    known *k;
    char here = letter(x);

    for (u32 i = 0; i < x->all.n; i++)
        if (x->all.at[i]->key == key && x->all.at[i]->rank == rank)
            return &x->all.at[i]->runs;
    k = calloc(1, sizeof *k);
    k->key = key;
    k->rank = rank;
    sys_moves(x->s, &moves);
    for (u32 i = 0; i < moves.n; i++)
        explore_move(x, k, &moves.at[i], here, &k->runs);
    if (sys_status(x->s), !moves.n)
        add_run(&k->runs, here, "");
    vec_free(&moves);
    vec_push(&x->all, k);
    return &k->runs;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The runs as one text, in order. */
static void all_runs(sys *s, u32 queries, text *out)
{
    explorer x = {.s = s, .queries = queries};
    const run_list *runs = runs_from(&x);

    qsort(runs->at, runs->n, sizeof *runs->at, by_text);
    for (u32 i = 0; i < runs->n; i++)
        text_addf(out, "%s%s", i ? " " : "", runs->at[i]);
    for (u32 i = 0; i < x.all.n; i++) {
        for (u32 k = 0; k < x.all.at[i]->runs.n; k++)
            free(x.all.at[i]->runs.at[k]);
        vec_free(&x.all.at[i]->runs);
        free(x.all.at[i]);
    }
    vec_free(&x.all);
}

/* ---- the same runs in steps of every size ---- */

typedef struct mode {
    vm_grain grain;
    u32 por;
} mode;

static const mode modes[] = {{GRAIN_OPERATION, 0},
                             {GRAIN_INSTRUCTION, 0},
                             {GRAIN_BRANCH, 0},
                             {GRAIN_LOOP, 0},
                             {GRAIN_OPERATION, POR_SUPERSTEP},
                             {GRAIN_OPERATION, POR_SLEEP},
                             {GRAIN_OPERATION, POR_SUPERSTEP | POR_SLEEP},
                             {GRAIN_INSTRUCTION, POR_SUPERSTEP}};

static sys *open_mode(program *p, mode m)
{
    sys *s = vm_open(p, &(vm_options){.grain = m.grain, .footprint = m.por != 0});

    if (m.por)
        s = por_open(s, m.por | POR_EVENTS | POR_CHECK);
    return selfcheck_open(s);
}

static void compare(u32 nlevels, const char *source, const front_query *queries, u32 n,
                    const char *expected)
{
    for (u32 l = 0; l < nlevels; l++) {
        program *p = load(source, levels[l], queries, n);
        text first = {0};

        for (u32 i = 0; i < LENGTH(modes); i++) {
            sys *s = open_mode(p, modes[i]);
            text now = {0};

            all_runs(s, n, &now);
            if (!i)
                text_add(&first, text_str(&now));
            if (strcmp(text_str(&first), text_str(&now)) != 0)
                fail_msg("%s, mode %u: %s; before: %s", levels[l], i, text_str(&now),
                         text_str(&first));
            text_free(&now);
            sys_close(s);
        }
        if (expected && l == 0)
            assert_string_equal(text_str(&first), expected);
        text_free(&first);
        program_free(p);
    }
}

#define COMPARE(source, expected, ...) COMPARE_AT(ALL, source, expected, __VA_ARGS__)
#define COMPARE_AT(levels_, source, expected, ...)               \
    compare(levels_, source, (const front_query[]){__VA_ARGS__}, \
            LENGTH(((const front_query[]){__VA_ARGS__})), expected)

/* One thread; what is written and where it is never change at once. */
static void test_alone(void **unused)
{
    (void)unused;
    COMPARE("int x;\n"
            "APART void f(void) { x = 1; }\n"
            "int main(void) {\n"
            "  f();\n"
            "  x = 2;\n"
            "  return 0; }\n",
            "01320", LINE(2, -1), EXPR("x == 1"));
}

/* Nothing in the line can be seen by others, and it is left and entered again. */
static void test_silent(void **unused)
{
    (void)unused;
    COMPARE("int main(void) {\n"
            "  volatile int i, sum = 0;\n"
            "  for (i = 0; i < 3; i++) {\n"
            "cs: sum += i;\n"
            "    sum ^= 1;\n"
            "  }\n"
            "  return 0; }\n",
            "0101010", LABEL("cs", -1));
}

/* The frame that calls is still there; and functions end in the middle of lines. */
static void test_calls(void **unused)
{
    (void)unused;
    COMPARE("volatile int x;\n"
            "APART int g(int a) { if (a) return x; x++; return 0; }\n"
            "APART int f(void) {\n"
            "  int v = g(0);\n"
            "  return v + g(1);\n"
            "}\n"
            "int main(void) {\n"
            "  f(); return 0; }\n",
            NULL, LINE(2, -1), LINE(5, -1), EXPR("x"));
}

static void test_recursion(void **unused)
{
    (void)unused;
    COMPARE("volatile int x;\n"
            "APART void f(int n) {\n"
            "  x = n;\n"
            "  if (n)\n"
            "    f(n - 1);\n"
            "  x = 7; }\n"
            "int main(void) { f(2); return 0; }\n",
            NULL, LINE(5, -1), LINE(3, -1), EXPR("x == 7"));
}

static void test_longjmp(void **unused)
{
    (void)unused;
    COMPARE("jmp_buf b; volatile int x;\n"
            "APART void f(void) { x = 1; longjmp(b, 1); }\n"
            "int main(void) {\n"
            "  if (setjmp(b)) {\n"
            "    x = 2;\n"
            "    return 0; }\n"
            "  f();\n"
            "  return 1; }\n",
            NULL, LINE(2, -1), EXPR("x == 1"), LINE(7, -1));
}

static const char *const two = "#define W(n) void *w##n(void *p) {\\\n"
                               "  (void)p; \\\n"
                               "  f(); return 0; }\n"
                               "volatile int x;\n"
                               "APART void f(void) {\n"
                               "cs: x = 1;\n"
                               "  x = 0; }\n"
                               "W(1) W(2)\n"
                               "int main(void) {\n"
                               "  pthread_t a, b;\n"
                               "  pthread_create(&a, 0, w1, 0);\n"
                               "  pthread_create(&b, 0, w2, 0);\n"
                               "  pthread_join(a, 0);\n"
                               "  pthread_join(b, 0);\n"
                               "  return 0; }\n";

static void test_threads(void **unused)
{
    (void)unused;
    COMPARE(two, NULL, LABEL("cs", 1), LABEL("cs", 2));
    COMPARE(two, NULL, LABEL("cs", -1), EXPR("x"));
    COMPARE(two, NULL, LABEL("cs", 2), EXPR("x"), LINE(13, 0));
    COMPARE(two, "0", LABEL("cs", 0), LABEL("cs", 3));
}

/* Threads are numbered as they are born, though the second takes the place of the first. */
static void test_numbers(void **unused)
{
    (void)unused;
    COMPARE("APART void *w(void *p) {\n"
            "cs: return p; }\n"
            "int main(void) {\n"
            "  pthread_t a;\n"
            "  pthread_create(&a, 0, w, 0);\n"
            "  pthread_join(a, 0);\n"
            "  pthread_create(&a, 0, w, 0);\n"
            "  pthread_join(a, 0);\n"
            "  return 0; }\n",
            "01020", LABEL("cs", 1), LABEL("cs", 2));
}

static void test_ends(void **unused)
{
    (void)unused;
    COMPARE("volatile int x, y;\n"
            "APART void *w(void *p) {\n"
            "  x = 1, pthread_exit(p); }\n"
            "int main(void) {\n"
            "  pthread_t a;\n"
            "  pthread_create(&a, 0, w, 0);\n"
            "  pthread_join(a, 0);\n"
            "  y = 1, exit(0); }\n",
            "0132640", LINE(3, 1), EXPR("x && !y"), LINE(8, 0));
}

static void test_atomic(void **unused)
{
    (void)unused;
    COMPARE("volatile int x, y;\n"
            "void *w(void *p) {\n"
            "  heddle_atomic_begin();\n"
            "  x = 1;\n"
            "  x = 2; heddle_atomic_end();\n"
            "  y = x; return p; }\n"
            "APART void __VERIFIER_atomic_f(void) {\n"
            "  x = 1; y = 2;\n"
            "  x = 3; }\n"
            "int main(void) {\n"
            "  pthread_t a;\n"
            "  pthread_create(&a, 0, w, 0);\n"
            "  __VERIFIER_atomic_f();\n"
            "  pthread_join(a, 0);\n"
            "  return 0; }\n",
            NULL, LINE(4, -1), LINE(5, -1), EXPR("x == 1"), LINE(13, -1));
}

static void test_choices(void **unused)
{
    (void)unused;
    COMPARE("volatile int x;\n"
            "void *w(void *p) {\n"
            "  switch (heddle_choose(3)) {\n"
            "  case 0: x = 1; break;\n"
            "  case 1: goto two;\n"
            "  default: x = 3; }\n"
            "two: return p; }\n"
            "int main(void) {\n"
            "  pthread_t a;\n"
            "  pthread_create(&a, 0, w, 0);\n"
            "  x = 5;\n"
            "  pthread_join(a, 0);\n"
            "  return 0; }\n",
            NULL, LINE(3, 1), LINE(4, -1), LABEL("two", -1), EXPR("x == 5"));
}

/* Computed jumps: their targets move when marks are put in. */
static void test_computed(void **unused)
{
    (void)unused;
    COMPARE_AT(PLAIN,
               "volatile int x;\n"
               "int main(void) {\n"
               "  static void *const to[] = {&&a, &&b, &&c};\n"
               "  volatile int i = 0;\n"
               "next:\n"
               "  goto *to[i++];\n"
               "a: x = 1;\n"
               "  goto next;\n"
               "b: x = 2; goto next;\n"
               "c: return 0; }\n",
               "014<8020", LABEL("a", -1), LABEL("c", -1), EXPR("x == 1"), LABEL("b", -1));
}

/* A label for code that another line has; a line without code. */
static void test_slides(void **unused)
{
    (void)unused;
    COMPARE("volatile int x;\n"
            "int main(void) {\n"
            "  x = 1;\n"
            "here:\n"
            "  ;\n"
            "  /* nothing */\n"
            "  x = 2;\n"
            "  return 0; }\n",
            "470", LABEL("here", -1), LINE(4, -1), EXPR("x != 2"));
}

/* ---- progress ---- */

/* The steps of the thread `who` from its first on, while the others stand still: p where it makes
 * progress. */
static void steps_of(program *p, vm_grain grain, u16 who, u32 most, text *out)
{
    sys *s = selfcheck_open(vm_open(p, &(vm_options){.grain = grain, .progress = true}));
    taken t = {0};
    move m;

    while (sys_peek(s, 0, &m) && !sys_peek(s, who, &m))
        sys_step(s, 0, sys_peek(s, 0, &m) ? m.kind : MOVE_RUN, 0, &t);
    for (u32 i = 0; i < most && sys_peek(s, who, &m) && m.flags & MOVE_ENABLED; i++) {
        sys_step(s, who, m.kind, 0, &t);
        text_addc(out, t.progress ? 'p' : '.');
    }
    taken_free(&t);
    sys_close(s);
}

static void check_steps(const char *source, u32 most, const char *expected)
{
    program *p = load(source, "-O0", NULL, 0);
    text got = {0};

    steps_of(p, GRAIN_OPERATION, 1, most, &got);
    assert_string_equal(text_str(&got), expected);
    text_free(&got);
    program_free(p);
}

#define MAIN \
    "int main(void) { pthread_t a; pthread_create(&a, 0, w, 0); pthread_join(a, 0); return 0; }\n"

static void test_progress(void **unused)
{
    (void)unused;
    check_steps("volatile int go; void *w(void *p) { while (!go) ; return p; }\n" MAIN, 5, "p....");
    check_steps("volatile int go; void *w(void *p) { for (;;) go = 1; return p; }\n" MAIN, 5,
                "ppppp");
    check_steps("volatile int go; void *w(void *p) { while (go < 3) go++; return p; }\n" MAIN, 20,
                "p.........p");
    check_steps("volatile int go; void *w(void *p) { for (;;) { while (go) ; } return p; }\n" MAIN,
                5, "ppppp");
    check_steps("volatile int go, n; void f(void) { n = 1; }\n"
                "void *w(void *p) { while (!go) f(); return p; }\n" MAIN,
                6, "p.....");
    check_steps("volatile int go; jmp_buf b; void g(void) { longjmp(b, 1); }\n"
                "void f(void) { while (!go) g(); }\n"
                "void *w(void *p) { setjmp(b); f(); return p; }\n" MAIN,
                6, "pp.p.p");
}

static const func *find_function(const program *p, const char *name)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (strcmp(p->funcs.at[i]->name, name) == 0)
            return p->funcs.at[i];
    fail_msg("no function %s", name);
    return NULL;
}

/* The lines of `w` that are inside a loop that can be left. */
static void check_inside(const char *source, const char *level, const char *expected)
{
    program *p = load(source, level, NULL, 0);
    func *f = (func *)find_function(p, "w");
    text got = {0};
    bool inside[64] = {0};

    loops_find(f);
    for (u32 pc = 0; pc < f->ncode; pc++)
        inside[f->where[pc].line] |= loops_inside(f, pc);
    for (u32 i = 0; i < LENGTH(inside); i++)
        if (inside[i])
            text_addf(&got, "%u ", i);
    assert_string_equal(text_str(&got), expected);
    text_free(&got);
    program_free(p);
}

static void test_loops(void **unused)
{
    (void)unused;
    check_inside("volatile int x;\n"
                 "void *w(void *p) {\n"
                 "  for (;;) {\n"
                 "    x++;\n"
                 "    while (x)\n"
                 "      x--;\n"
                 "    x++; }\n"
                 "  return p; }\n" MAIN,
                 "-O0", "5 6 ");
    check_inside("volatile int x;\n"
                 "void *w(void *p) {\n"
                 "  do {\n"
                 "    for (;;)\n"
                 "      if (x)\n"
                 "        break;\n"
                 "    x++;\n"
                 "  } while (x < 3);\n"
                 "  return p; }\n" MAIN,
                 "-O0", "4 5 7 8 ");
    /* two ways into a cycle: no loop with a header */
    check_inside("volatile int x;\n"
                 "void *w(void *p) {\n"
                 "  if (x)\n"
                 "    goto in;\n"
                 "out: x++;\n"
                 "in: x++;\n"
                 "  if (x < 9)\n"
                 "    goto out;\n"
                 "  return p; }\n" MAIN,
                 "-O0", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),    cmocka_unit_test(test_silent),
        cmocka_unit_test(test_calls),    cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_longjmp),  cmocka_unit_test(test_threads),
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_ends),
        cmocka_unit_test(test_atomic),   cmocka_unit_test(test_choices),
        cmocka_unit_test(test_computed), cmocka_unit_test(test_slides),
        cmocka_unit_test(test_progress), cmocka_unit_test(test_loops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
