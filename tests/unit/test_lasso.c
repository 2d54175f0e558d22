/* Runs that never end, given by hand as schedules of small programs: whether their loop leads back,
 * and how they read. */
#include "base/text.h"
#include "front/front.h"
#include "report/report.h"
#include "vm/vm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct run {
    char folder[64], path[80];
    program *p;
    trace t;
    report_options o;
} run;

static void open_run(run *r, const char *source, const char *propositions)
{
    front_options o = {0};
    char *texts = mem_strdup(propositions);
    FILE *f;

    *r = (run){.folder = "/tmp/heddle-lasso-XXXXXX", .o.width = 80};
    assert_non_null(mkdtemp(r->folder));
    snprintf(r->path, sizeof r->path, "%s/run.c", r->folder);
    f = fopen(r->path, "w");
    assert_non_null(f);
    fputs(source, f);
    fclose(f);
    assert_int_equal(chdir(r->folder), 0); /* reports name files as they were given */
    vec_push(&o.files, "run.c");
    for (char *s = strtok(texts, ";"); s; s = strtok(NULL, ";"))
        vec_push(&o.queries, (front_query){.kind = QUERY_PROPOSITION, .text = s});
    r->p = front_load(&o);
    for (u32 i = 0; i < r->p->queries.n; i++)
        vec_push(&r->o.propositions, (report_proposition){i, r->p->queries.at[i].text});
    vec_free(&o.files);
    vec_free(&o.queries);
    mem_free(texts);
}

static void close_run(run *r)
{
    unlink(r->path);
    rmdir(r->folder);
    program_free(r->p);
    trace_free(&r->t);
    vec_free(&r->o.propositions);
}

/* The strong move of the thread that is enabled. */
static move_kind strong_move(sys *s, u16 slot)
{
    move_list moves = {0};
    move_kind kind = MOVE_KINDS;

    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n; i++)
        if (moves.at[i].thread == slot &&
            (moves.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            kind = moves.at[i].kind;
    vec_free(&moves);
    assert_true(kind < MOVE_KINDS);
    return kind;
}

/* A step a letter: m is the first thread, a, b, ... its children.  The loop begins at '('. */
static void follow(run *r, const char *schedule)
{
    sys *s = vm_open(r->p, &(vm_options){.mode = VM_CANONICAL});
    births names;
    taken out = {0};

    trace_free(&r->t);
    r->t = (trace){.lasso = true, .error = ERR_LTL, .line = 1};
    r->t.file = mem_strdup("run.c");
    r->t.message = mem_strdup("G (a -> F b) does not hold");
    births_init(&names);
    for (; *schedule; schedule++) {
        char name[8] = "0";
        trace_move m = {.choice = 0};

        if (*schedule == '(') {
            r->t.loop = r->t.moves.n;
            continue;
        }
        if (*schedule != 'm')
            snprintf(name, sizeof name, "0.%d", *schedule - 'a' + 1);
        int slot = births_slot(&names, name);
        assert_true(slot >= 0);
        m.kind = strong_move(s, (u16)slot);
        m.thread = mem_strdup(name);
        vec_push(&r->t.moves, m);
        sys_step(s, (u16)slot, m.kind, 0, &out);
        births_after(&names, (u16)slot, &out);
        assert_int_equal(out.outcome, OUT_RAN);
        sys_save(s);
    }
    births_free(&names);
    taken_free(&out);
    sys_close(s);
}

static const char *check(run *r)
{
    sys *s = vm_open(r->p, &(vm_options){.mode = VM_CANONICAL});
    const char *problem = lasso_check(s, &r->t);

    sys_close(s);
    return problem;
}

static const char *show(run *r, bool json, text *out)
{
    sys *s = vm_open(r->p, &(vm_options){.mode = VM_BIRTH, .events_all = true});
    const char *problem =
        json ? report_json(s, &r->t, &r->o, out) : report_text(s, &r->t, &r->o, out);

    sys_close(s);
    return problem;
}

static void reads(run *r, const char *schedule, const char *wanted)
{
    text out = {0};

    follow(r, schedule);
    assert_null(check(r));
    assert_null(show(r, false, &out));
    if (strcmp(text_str(&out), wanted) != 0)
        printf("--- got\n%s--- wanted\n%s---\n", text_str(&out), wanted);
    assert_string_equal(text_str(&out), wanted);
    text_free(&out);
}

static void contains(run *r, const char *schedule, const char *wanted)
{
    text out = {0};

    follow(r, schedule);
    assert_null(check(r));
    assert_null(show(r, false, &out));
    if (!strstr(text_str(&out), wanted))
        printf("--- got\n%s--- wanted\n%s---\n", text_str(&out), wanted);
    assert_non_null(strstr(text_str(&out), wanted));
    text_free(&out);
}

static const char peterson[] = "#include <pthread.h>\n"
                               "#include <stdatomic.h>\n"
                               "atomic_int flag[2], turn;\n"
                               "int cs0, cs1;\n"
                               "static void *first(void *arg)\n"
                               "{\n"
                               "    flag[0] = 1;\n"
                               "    turn = 1;\n"
                               "    while (flag[1] && turn == 1)\n"
                               "        ;\n"
                               "    cs0 = 1;\n"
                               "    flag[0] = 0;\n"
                               "    return arg;\n"
                               "}\n"
                               "static void *second(void *arg)\n"
                               "{\n"
                               "    flag[1] = 1;\n"
                               "    turn = 0;\n"
                               "    while (flag[0] && turn == 0)\n"
                               "        ;\n"
                               "    cs1 = 1;\n"
                               "    flag[1] = 0;\n"
                               "    return arg;\n"
                               "}\n"
                               "int main(void)\n"
                               "{\n"
                               "    pthread_t a, b;\n"
                               "    pthread_create(&a, 0, first, 0);\n"
                               "    pthread_create(&b, 0, second, 0);\n"
                               "    pthread_join(a, 0);\n"
                               "    pthread_join(b, 0);\n"
                               "    return cs0 + cs1 != 2;\n"
                               "}\n";

static void loop(void **state)
{
    run r;

    (void)state;
    open_run(&r, peterson, "flag[1] == 1;cs1");
    reads(&r, "maabbab(bb",
          "run.c:1: error: G (a -> F b) does not hold\n"
          "  after 7 steps, steps 8 and 9 repeat for ever\n"
          "\n"
          "  [1]  flag[1] == 1\n"
          " step  T1 first           T2 second                   shared after step  [1] cs1\n"
          " ----  -----------------  --------------------------  -----------------  --- ---\n"
          "           at the start                                                   0   0\n"
          "    1  28  T0 creates T1 first\n"
          "       29  T0 creates T2 second                                           0   0\n"
          " - - - - T0 waits: pthread_join(T1) - - - - - - - - - - - - - - - - - - - - - -\n"
          "    3   7  flag[0] = 1                                flag[0] = 1         0   0\n"
          " - - - - T1 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
          "    5                     17  flag[1] = 1             flag[1] = 1         1   0\n"
          " - - - - T2 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
          "    6   8  turn = 1                                   turn = 1            1   0\n"
          " - - - - T1 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
          "    7                     18  turn = 0                turn = 0            1   0\n"
          "+---- steps 8 and 9 repeat for ever --------------------------------------------\n"
          "|   8                     19  flag[0] is 1 (written at step 3)            1   0\n"
          "|   9                     19  turn is 0                                   1   0\n"
          "+---- back to the state before step 8 ------------------------------------------\n"
          "\n"
          "  T0 main never goes on; it waits: pthread_join(T1)\n"
          "    main, run.c:30  a = T1, b = T2\n"
          "\n"
          "  T1 first could always go on but never does; it is in\n"
          "    first, run.c:9  arg = NULL\n"
          "\n"
          "  T2 second goes on for ever; after step 9 it is in\n"
          "    second, run.c:19  arg = NULL\n"
          "\n");
    close_run(&r);
}

static void ended(void **state)
{
    run r;

    (void)state;
    open_run(&r, peterson, "cs0;cs1 == 7");
    reads(&r, "maaaaaabbbbbbm(",
          "run.c:1: error: G (a -> F b) does not hold\n"
          "  after 14 steps the program has ended\n"
          "\n"
          " step  T1 first      T2 second                   shared after step  cs0 cs1 == 7\n"
          " ----  ------------  --------------------------  -----------------  --- --------\n"
          "           at the start                                              0     0\n"
          "    1  28  T0 creates T1 first\n"
          "       29  T0 creates T2 second                                      0     0\n"
          " - - - - T0 waits: pthread_join(T1) - - - - - - - - - - - - - - - - - - - - - -\n"
          "    3   7  flag[0] = 1                           flag[0] = 1         0     0\n"
          "    4   8  turn = 1                              turn = 1            0     0\n"
          "    5   9  flag[1] is 0                                              0     0\n"
          "    6  11  cs0 = 1                               cs0 = 1             1     0\n"
          "    7  12  flag[0] = 0                           flag[0] = 0         1     0\n"
          " - - - - T1 ends - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
          "    9                17  flag[1] = 1             flag[1] = 1         1     0\n"
          "   10                18  turn = 0                turn = 0            1     0\n"
          "   11                19  flag[0] is 0 (written at step 7)            1     0\n"
          "   12                21  cs1 = 1                 cs1 = 1             1     0\n"
          "   13                22  flag[1] = 0             flag[1] = 0         1     0\n"
          " - - - - T2 ends - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
          "   14  30  T0 joins T1\n"
          "       31  T0 joins T2\n"
          "           T0 the process ends with status 0                         1     0\n"
          "+---- the program has ended; its last state stays for ever ---------------------\n"
          "\n");
    close_run(&r);
}

/* Of a thread that does not go on it is told whether it could. */
static void left_out(void **state)
{
    run r;

    (void)state;
    open_run(&r,
             "#include <pthread.h>\n"
             "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
             "static void *again(void *arg)\n"
             "{\n"
             "    for (;;) {\n"
             "        pthread_mutex_lock(&m);\n"
             "        pthread_mutex_unlock(&m);\n"
             "    }\n"
             "    return arg;\n"
             "}\n"
             "static void *once(void *arg)\n"
             "{\n"
             "    pthread_mutex_lock(&m);\n"
             "    return arg;\n"
             "}\n"
             "int main(void)\n"
             "{\n"
             "    pthread_t a, b;\n"
             "    pthread_create(&a, 0, again, 0);\n"
             "    pthread_create(&b, 0, once, 0);\n"
             "    pthread_join(a, 0);\n"
             "    return 0;\n"
             "}\n",
             "");
    contains(&r, "maba(aa",
             "  T2 once could go on before 1 of the 2 steps but never does;\n"
             "      after step 6 it waits: pthread_mutex_lock(&m), held by T1\n");
    contains(&r, "maa(aa", "T2 once could always go on but never does; it has not begun\n");
    close_run(&r);
}

/* A step that shows nothing but changes a proposition has a row, and so has a loop without
 * events. */
static void silent(void **state)
{
    run r;

    (void)state;
    open_run(&r,
             "int x;\n"
             "int main(void)\n"
             "{\n"
             "    x = 1;\n"
             "    for (;;)\n"
             "        ;\n"
             "}\n",
             "x");
    reads(&r, "mm(m",
          "run.c:1: error: G (a -> F b) does not hold\n"
          "  after 2 steps, step 3 repeats for ever\n"
          "\n"
          " step  T0 main                                              shared after step  x\n"
          " ----  ---------------------------------------------------  -----------------  -\n"
          "           at the start                                                        0\n"
          "    2   4  x = 1                                            x = 1              1\n"
          "+---- step 3 repeats for ever --------------------------------------------------\n"
          "|   3   5  loops here for ever, touching nothing shared                        1\n"
          "+---- back to the state before step 3 ------------------------------------------\n"
          "\n"
          "  T0 main goes on for ever; after step 3 it is in\n"
          "    main, run.c:5\n"
          "\n");
    close_run(&r);
}

static const char renewed[] = "#include <pthread.h>\n"
                              "#include <stdlib.h>\n"
                              "int *p;\n"
                              "static void *set(void *arg)\n"
                              "{\n"
                              "    *p = 1;\n"
                              "    return arg;\n"
                              "}\n"
                              "int main(void)\n"
                              "{\n"
                              "    for (;;) {\n"
                              "        pthread_t t;\n"
                              "        p = malloc(sizeof *p);\n"
                              "        *p = 0;\n"
                              "        pthread_create(&t, 0, set, 0);\n"
                              "        pthread_join(t, 0);\n"
                              "        free(p);\n"
                              "    }\n"
                              "}\n";

/* Threads and objects have other names each time round, and the state is the same. */
static void other_names(void **state)
{
    run r;

    (void)state;
    open_run(&r, renewed, "");
    contains(&r, "m(aaambbbm",
             "|      15  creates T3 set\n"
             "+---- back to the state before step 2 ------------------------------------------\n"
             "\n"
             "  T0 main goes on for ever; after step 9 it waits: pthread_join(T3)\n");
    follow(&r, "ma(aambbbm");
    assert_string_equal(check(&r), "the loop does not lead back to the state it begins in");
    close_run(&r);
}

/* Too many for columns. */
static void changes(void **state)
{
    run r;

    (void)state;
    open_run(&r, peterson, "cs0;cs1;flag[0];flag[1];turn;turn == 0;cs0 && cs1;!turn");

    contains(&r, "maabbab(bb",
             "           at the start\n"
             "           [true: turn == 0, !turn]\n");
    contains(&r, "maabbab(bb",
             "    6   8  turn = 1                                            turn = 1\n"
             "           [turn becomes true, turn == 0 becomes false, !turn becomes false]\n");
    close_run(&r);
}

static void refused(void **state)
{
    run r;
    text out = {0};

    (void)state;
    open_run(&r, peterson, "cs0");
    follow(&r, "maabbab(bb");
    r.t.loop--;
    assert_string_equal(check(&r), "the loop does not lead back to the state it begins in");
    r.t.loop = r.t.moves.n;
    assert_string_equal(check(&r), "the run is said to have ended, but it can go on");
    assert_string_equal(show(&r, false, &out),
                        "after the 9 steps of the trace the program can still go on");
    r.t.loop++;
    assert_string_equal(check(&r), "the loop begins after the last step");
    r.t.loop = 7;
    r.t.moves.at[3].thread[2] = '7';
    assert_string_equal(check(&r), "a step of the run cannot be taken");
    text_free(&out);
    close_run(&r);
}

static void json(void **state)
{
    run r;
    text out = {0};

    (void)state;
    open_run(&r, peterson, "cs0;flag[0] == 1");
    follow(&r, "maabbab(bb");
    assert_null(show(&r, true, &out));
    assert_non_null(strstr(out.at, "\"repeats\": false, \"propositions_before\": {\"cs0\": false, "
                                   "\"flag[0] == 1\": false}, \"propositions_after\": {\"cs0\": "
                                   "false, \"flag[0] == 1\": true}"));
    assert_non_null(strstr(out.at, "\"repeats\": true, "));
    text_free(&out);
    close_run(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop),        cmocka_unit_test(ended),   cmocka_unit_test(left_out),
        cmocka_unit_test(silent),      cmocka_unit_test(changes), cmocka_unit_test(refused),
        cmocka_unit_test(other_names), cmocka_unit_test(json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
