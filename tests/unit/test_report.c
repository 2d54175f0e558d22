/* Reports over a scripted system: every line of the script is one step with one event, so that the
 * texts below show the layout and nothing else. */
#include "base/text.h"
#include "report/columns.h"
#include "report/moment.h"
#include "report/report.h"
#include "report/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { THREADS = 4 };

typedef struct line {
    u16 thread;
    event_kind kind;
    u32 at; /* source line */
    const char *where, *value, *call;
    u64 object, number;
    move_kind how;
    u32 blocked;        /* threads that are, before this step */
    const char *output; /* a second event: what is printed */
} line;

typedef struct script {
    sys head;
    const line *lines;
    u32 n, at;
    const char *const *names;
    u32 born; /* threads before the first step */
    bool deadlock;
    failure error;
    const char *const *waits;
    const char *const *locals;
    event events[2];
} script;

static u32 live(const script *s)
{
    u32 n = s->born;

    for (u32 i = 0; i < s->at; i++)
        n += s->lines[i].kind == EV_CREATE;
    return n;
}

static void script_moves(sys *head, move_list *out)
{
    script *s = (script *)head;
    u32 blocked = s->at < s->n ? s->lines[s->at].blocked : 0;

    vec_clear(out);
    for (u32 i = 0; i < live(s); i++) {
        u8 kind = s->at < s->n && s->lines[s->at].thread == i ? (u8)s->lines[s->at].how : MOVE_RUN;
        u8 flags = blocked >> i & 1 ? 0 : MOVE_ENABLED;

        vec_push(out, (move){.thread = (u16)i, .kind = kind, .flags = flags, .choices = 4});
    }
}

static void script_step(sys *head, u16 thread, move_kind kind, u32 choice, taken *out)
{
    script *s = (script *)head;
    const line *l = &s->lines[s->at++];

    (void)kind;
    (void)choice;
    vec_clear(&out->events);
    vec_push(&out->events, (event){.kind = (u8)l->kind,
                                   .flags = EVF_VISIBLE | EVF_VALUE,
                                   .thread = thread,
                                   .size = 4,
                                   .object = l->object,
                                   .pc = s->at - 1,
                                   .value = l->number});
    if (l->output)
        vec_push(&out->events,
                 (event){.kind = EV_OUTPUT, .thread = thread, .pc = s->at - 1, .text = l->output});
    out->outcome = s->at == s->n && !s->deadlock ? OUT_ERROR : OUT_RAN;
    out->error = s->error;
}

static state_key script_save(sys *head)
{
    return ((script *)head)->at;
}

static status script_status(sys *head)
{
    script *s = (script *)head;

    return s->at < s->n ? ST_RUNNING : s->deadlock ? ST_DEADLOCK : ST_ERROR;
}

static void script_reset(sys *head)
{
    ((script *)head)->at = 0;
}

static void script_explain(sys *head, failure *out)
{
    *out = ((script *)head)->error;
}

static void script_show(sys *head, const event *e, shown *out)
{
    const line *l = &((script *)head)->lines[e->pc];

    out->file = "toy.c";
    out->line = l->at;
    text_add(&out->where, l->where ? l->where : "");
    text_add(&out->value, l->value ? l->value : "");
    text_add(&out->call, l->call ? l->call : "");
}

static void script_name(sys *head, u16 thread, text *out)
{
    text_add(out, ((script *)head)->names[thread]);
}

static u32 script_stack(sys *head, u16 thread, u32 max, frame_shown *out)
{
    script *s = (script *)head;

    (void)max;
    if (!s->locals || !s->locals[thread])
        return 0;
    out->function = thread ? "worker" : "main";
    out->file = "toy.c";
    out->line = s->error.thread == thread ? s->error.line : 30;
    text_add(&out->locals, s->locals[thread]);
    return 1;
}

static void script_waits(sys *head, u16 thread, text *out)
{
    script *s = (script *)head;

    if (s->waits && s->waits[thread])
        text_add(out, s->waits[thread]);
}

static const system_describe script_describe = {
    .show = script_show,
    .thread_name = script_name,
    .stack = script_stack,
    .waits_for = script_waits,
};

static const system_ops script_ops = {
    .moves = script_moves,
    .step = script_step,
    .status = script_status,
    .explain = script_explain,
    .save = script_save,
    .reset = script_reset,
    .describe = &script_describe,
};

/* Runs the whole script as a trace. */
static trace trace_of(const script *s)
{
    static const char *const names[] = {"0", "0.1", "0.2", "0.3"};
    trace t = {.error = s->error.kind,
               .file = mem_strdup(s->error.file),
               .line = s->error.line,
               .message = mem_strdup(s->error.message),
               .folder = mem_strdup("")};

    for (u32 i = 0; i < s->n; i++)
        vec_push(&t.moves, (trace_move){mem_strdup(names[s->lines[i].thread]), s->lines[i].how, 0});
    return t;
}

static void expect_text(script *s, report_options o, bool shortest, const char *wanted)
{
    trace t = trace_of(s);
    text out = {0};

    s->head.ops = &script_ops;
    t.shortest = shortest;
    assert_null(report_text(&s->head, &t, &o, &out));
    if (strcmp(out.at, wanted) != 0)
        printf("--- got\n%s--- wanted\n%s---\n", out.at, wanted);
    assert_string_equal(out.at, wanted);
    text_free(&out);
    trace_free(&t);
}

static const char *const two_names[] = {"main", "worker(0)", "worker(1)"};

static const line peterson[] = {
    {0, EV_CREATE, 30, .number = 1},
    {0, EV_CREATE, 31, .number = 2},
    {1, EV_START, .how = MOVE_START},
    {1, EV_WRITE, 9, "turn", "1", .object = 5},
    {2, EV_START, .how = MOVE_START},
    {2, EV_WRITE, 9, "turn", "0", .object = 5},
    {2, EV_WRITE, 10, "flag[1]", "1", .object = 6},
    {1, EV_READ, 11, "flag[1]", "1", .object = 6, .output = "waiting\n"},
};

static script peterson_script(void)
{
    static const char *const locals[] = {"i = 2", "me = 0, others = 1", "me = 1"};
    static const char *const waits[] = {"pthread_join(T1)", NULL, NULL};

    return (script){.lines = peterson,
                    .n = LENGTH(peterson),
                    .names = two_names,
                    .born = 1,
                    .locals = locals,
                    .waits = waits,
                    .error = {ERR_ASSERTION, 1, "toy.c", 14, "assertion failed: others == 0"}};
}

/* Where the threads of Peterson's algorithm are at the end. */
#define ENDING                                   \
    "\n"                                         \
    "  T1 worker(0) fails in\n"                  \
    "    worker, toy.c:14  me = 0, others = 1\n" \
    "\n"                                         \
    "  T0 main waits: pthread_join(T1)\n"        \
    "    main, toy.c:30  i = 2\n"                \
    "\n"                                         \
    "  T2 worker(1) is in\n"                     \
    "    worker, toy.c:30  me = 1\n\n"

static void columns(void **state)
{
    script s = peterson_script();

    (void)state;
    expect_text(&s, (report_options){.width = 80}, true,
                "toy.c:14: error: assertion failed: others == 0\n"
                "  thread T1, after 8 steps, 3 preemptions (no trace has fewer steps)\n"
                "  T1 read flag[1] at step 8 as T2 wrote it at step 7\n"
                "\n"
                " step  T1 worker(0)                T2 worker(1)                shared after step\n"
                " ----  --------------------------  --------------------------  -----------------\n"
                "    1  30  T0 creates T1 worker(0)\n"
                "    2  31  T0 creates T2 worker(1)\n"
                " - - - - T0 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
                "    4   9  turn = 1                                            turn = 1\n"
                " - - - - T1 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
                "    6                               9  turn = 0                turn = 0\n"
                ">   7                              10  flag[1] = 1             flag[1] = 1\n"
                " - - - - T2 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
                ">   8  11  flag[1] is 1 (written at step 7)\n"
                "       11  prints \"waiting\\n\"\n"
                "    !  14  assertion failed: others == 0\n" ENDING);
}

/* Too narrow for two columns: the thread stands in front. */
static void narrow(void **state)
{
    script s = peterson_script();

    (void)state;
    expect_text(&s, (report_options){.width = 50}, false,
                "toy.c:14: error: assertion failed: others == 0\n"
                "  thread T1, after 8 steps, 3 preemptions\n"
                "  T1 read flag[1] at step 8 as T2 wrote it at step\n"
                "  7\n"
                "\n"
                " step  thread                    shared after step\n"
                " ----  ------------------------  -----------------\n"
                "    1  T0  30  creates T1 worker(0)\n"
                "    2  T0  31  creates T2 worker(1)\n"
                " - - - - T0 preempted - - - - - - - - - - - - - -\n"
                "    4  T1   9  turn = 1          turn = 1\n"
                " - - - - T1 preempted - - - - - - - - - - - - - -\n"
                "    6  T2   9  turn = 0          turn = 0\n"
                ">   7  T2  10  flag[1] = 1       flag[1] = 1\n"
                " - - - - T2 preempted - - - - - - - - - - - - - -\n"
                ">   8  T1  11  flag[1] is 1 (written at step 7)\n"
                "       T1  11  prints \"waiting\\n\"\n"
                "    !  T1  14  assertion failed: others == 0\n" ENDING);
}

static void all_steps(void **state)
{
    script s = peterson_script();
    trace t = trace_of(&s);
    text out = {0};

    (void)state;
    s.head.ops = &script_ops;
    assert_null(report_text(&s.head, &t, &(report_options){.all = true}, &out));
    assert_non_null(strstr(out.at, "\n    3      starts\n"));
    assert_non_null(strstr(out.at, "\n    5                                  starts\n"));
    text_free(&out);
    trace_free(&t);
}

static void deadlock(void **state)
{
    static const line lines[] = {
        {0, EV_CREATE, 30, .number = 1},
        {0, EV_CREATE, 31, .number = 2, .blocked = 1 << 1},
        {1, EV_LOCK, 12, "a", "locked by T1", "pthread_mutex_lock(&a)", .object = 5},
        {2, EV_LOCK, 22, "b", "locked by T2", "pthread_mutex_lock(&b)", .object = 6},
        {0, EV_CHOOSE, 32, .call = "heddle_choose(3)", .value = "2", .blocked = 1 << 2},
        {0, EV_WOKEN, 33, "c", .call = "pthread_cond_wait(&c, &m)", .how = MOVE_SPURIOUS},
    };
    static const char *const waits[] = {"pthread_join(T1)", "pthread_mutex_lock(&b), held by T2",
                                        "pthread_mutex_lock(&a), held by T1"};
    static const char *const locals[] = {"", "", ""};
    script s = {.lines = lines,
                .n = LENGTH(lines),
                .names = two_names,
                .born = 1,
                .deadlock = true,
                .waits = waits,
                .locals = locals,
                .error = {ERR_DEADLOCK, 1, "toy.c", 13, "deadlock: every thread is blocked"}};

    (void)state;
    expect_text(&s, (report_options){.width = 100}, false,
                "toy.c:13: error: deadlock: every thread is blocked\n"
                "  after 6 steps, 2 preemptions\n"
                "  T1 waits in pthread_mutex_lock(&b) for T2 (has it since step 4),\n"
                "  T2 in pthread_mutex_lock(&a) for T1 (has it since step 3)\n"
                "\n"
                " step  T0 main                 T1 worker(0)            T2 worker(1)               "
                " shared after step\n"
                " ----  ----------------------  ----------------------  -------------------------- "
                " -----------------\n"
                "    1  30  creates T1 worker(0)\n"
                "    2  31  creates T2 worker(1)\n"
                " - - - - T0 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - "
                "- - - - - - - - -\n"
                ">   3                          12  pthread_mutex_lock(&a)                         "
                " a locked by T1\n"
                " - - - - T1 preempted - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - "
                "- - - - - - - - -\n"
                ">   4                                                  22  pthread_mutex_lock(&b) "
                " b locked by T2\n"
                " - - - - T2 waits: pthread_mutex_lock(&a), held by T1 - - - - - - - - - - - - - - "
                "- - - - - - - - -\n"
                "    5  32  heddle_choose(3) is 2\n"
                "    6  33  pthread_cond_wait(&c, &m) wakes up without a signal\n"
                "    !  30  WAITS\n"
                "    !                          13  WAITS\n"
                "    !                                                  30  WAITS\n"
                "\n"
                "  T0 main waits: pthread_join(T1)\n"
                "    main, toy.c:30\n"
                "\n"
                "  T1 worker(0) waits: pthread_mutex_lock(&b), held by T2\n"
                "    worker, toy.c:13\n"
                "\n"
                "  T2 worker(1) waits: pthread_mutex_lock(&a), held by T1\n"
                "    worker, toy.c:30\n\n");
}

static void colours(void **state)
{
    script s = peterson_script();
    trace t = trace_of(&s);
    text out = {0};

    (void)state;
    s.head.ops = &script_ops;
    assert_null(report_text(&s.head, &t, &(report_options){.colour = true}, &out));
    assert_non_null(strstr(out.at, "toy.c:14: \033[1;31merror: \033[0m"));
    text_free(&out);
    trace_free(&t);
}

/* A trace that the system cannot follow, or that ends elsewhere, is told where. */
static void another_way(void **state)
{
    script s = peterson_script();
    report_options o = {0};
    trace t = trace_of(&s);
    text out = {0};

    (void)state;
    s.head.ops = &script_ops;
    t.line = 15;
    assert_string_equal(report_text(&s.head, &t, &o, &out),
                        "after the 8 steps of the trace the error is at another place");
    t.line = 14;
    t.moves.n--;
    text_clear(&out);
    assert_string_equal(report_json(&s.head, &t, &(report_options){0}, &out),
                        "after the 7 steps of the trace there is no error");
    t.moves.n++;
    t.moves.at[3].thread[0] = '1';
    text_clear(&out);
    assert_string_equal(report_text(&s.head, &t, &o, &out),
                        "step 4 of the trace: thread 1.1 does not exist");
    t.moves.at[3].thread[0] = '0';
    t.moves.at[3].choice = 4;
    text_clear(&out);
    assert_string_equal(report_text(&s.head, &t, &o, &out),
                        "step 4 of the trace: thread 0.1 has no such choice there");
    text_free(&out);
    trace_free(&t);
}

static void json(void **state)
{
    script s = peterson_script();
    trace t = trace_of(&s);
    text out = {0};

    (void)state;
    s.head.ops = &script_ops;
    assert_null(report_json(&s.head, &t, &(report_options){0}, &out));
    assert_non_null(strstr(
        out.at, "{\"step\": 8, \"thread\": \"T1\", \"name\": \"worker(0)\", \"birth\": \"0.1\", "
                "\"kind\": \"run\", \"choice\": 0, \"event\": \"read\", \"file\": \"toy.c\", "
                "\"line\": 11, \"source\": null, \"call\": null, \"where\": \"flag[1]\", "
                "\"value\": \"1\", \"old\": null, \"written_at\": 7, \"output\": null, "
                "\"preempted\": true, \"events\": ["));
    assert_non_null(strstr(out.at, "\"output\": \"waiting\\n\""));
    text_free(&out);
    trace_free(&t);
}

static void quotes(const char *contents, const char *wanted)
{
    char folder[] = "/tmp/heddle-unit-XXXXXX", path[64];
    source s = {.folder = mkdtemp(folder)};
    text out = {0};
    FILE *f;

    snprintf(path, sizeof path, "%s/a.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(contents, f);
    fclose(f);
    source_line(&s, "a.c", 2, &out);
    assert_string_equal(text_str(&out), wanted);
    text_clear(&out);
    source_line(&s, "a.c", 99, &out);
    source_line(&s, "b.c", 1, &out);
    assert_string_equal(text_str(&out), "");
    source_free(&s);
    text_free(&out);
    unlink(path);
    rmdir(folder);
}

static void statement(u32 column, const char *wanted)
{
    static const char contents[] =
        "void f(void) { for (i = 0; i < 2; i++) n++; if (n) { x = 1; y = 2; } }\n";
    char folder[] = "/tmp/heddle-unit-XXXXXX", path[64];
    source s = {.folder = mkdtemp(folder)};
    text out = {0};
    FILE *f;

    snprintf(path, sizeof path, "%s/a.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(contents, f);
    fclose(f);
    source_statement(&s, "a.c", 1, column, &out);
    assert_string_equal(text_str(&out), wanted);
    source_free(&s);
    text_free(&out);
    unlink(path);
    rmdir(folder);
}

static void statements(void **state)
{
    (void)state;
    statement(40, "n++");
    statement(28, "for (i = 0; i < 2; i++)");
    statement(54, "x = 1");
    statement(61, "y = 2");
    statement(49, "if (n)");
}

static void source_lines(void **state)
{
    (void)state;
    quotes("int a;\n\t  x  =   y;  // why\nint b;\n", "x = y");
    quotes("\nfor (i = 0; i < n; i++) {\r\n", "for (i = 0; i < n; i++)");
    quotes("\n} while (!done);\n", "while (!done)");
    quotes("\n  }\n", "}");
    quotes("\nputs(\"a  // b\"); /* c */", "puts(\"a  // b\")");
    quotes("\n\n", "");
}

static void widths(void **state)
{
    text out = {0};

    (void)state;
    assert_int_equal(columns_width("häddle…"), 7);
    assert_int_equal(columns_clip(&out, "häddle", 4), 4);
    assert_string_equal(out.at, "häd…");
    text_clear(&out);
    assert_int_equal(columns_clip(&out, "häddle", 6), 6);
    assert_string_equal(out.at, "häddle");
    text_clear(&out);
    columns_wrap(&out, "a = 1, b = 22222, c = 333", 4, 2, 14);
    assert_string_equal(out.at, "a = 1,\n  b = 22222,\n  c = 333");
    text_free(&out);
}

/* A lock, an unlock and a lock that fails in one step: each has the word it left. */
static void moments(void **state)
{
    enum { RT = EVF_RUNTIME, RV = EVF_RUNTIME | EVF_VALUE };
    taken t = {0};

    (void)state;
    vec_push(&t.events, (event){.kind = EV_LOCK, .flags = RT, .object = 4, .size = 40});
    vec_push(&t.events, (event){.kind = EV_WRITE, .flags = RV, .object = 4, .size = 4, .value = 2});
    vec_push(&t.events,
             (event){.kind = EV_WRITE, .flags = EVF_VALUE, .object = 5, .size = 4, .value = 7});
    vec_push(&t.events, (event){.kind = EV_TRYLOCK, .flags = RT, .object = 4, .size = 40});
    vec_push(&t.events, (event){.kind = EV_READ, .flags = RV, .object = 4, .size = 4, .value = 2});
    vec_push(&t.events, (event){.kind = EV_UNLOCK, .flags = RT, .object = 4, .size = 40});
    vec_push(&t.events, (event){.kind = EV_WRITE, .flags = RV, .object = 4, .size = 4, .old = 2});
    vec_push(&t.events, (event){.kind = EV_READ, .object = 5, .size = 16});
    vec_push(&t.events, (event){.kind = EV_FREE, .object = 9, .size = 4});
    assert_int_equal(moment_of(&t, 0).value, 2);
    assert_int_equal(moment_of(&t, 3).value, 2);
    assert_int_equal(moment_of(&t, 5).value, 0);
    assert_true(moment_of(&t, 5).flags & EVF_VALUE);
    assert_true(moment_of(&t, 7).flags & EVF_SETTLED);
    taken_free(&t);
}

/* A thread that is preempted before it has a row is still said to be. */
static void hidden_preemption(void **state)
{
    static const line lines[] = {
        {0, EV_CREATE, 30, .number = 1},
        {0, EV_CREATE, 31, .number = 2},
        {1, EV_START, .how = MOVE_START},
        {2, EV_START, .how = MOVE_START},
        {2, EV_WRITE, 9, "turn", "0", .object = 5},
    };
    script s = {.lines = lines,
                .n = LENGTH(lines),
                .names = two_names,
                .born = 1,
                .error = {ERR_ASSERTION, 2, "toy.c", 14, "assertion failed: turn"}};
    trace t = trace_of(&s);
    text out = {0};

    (void)state;
    s.head.ops = &script_ops;
    assert_null(report_text(&s.head, &t, &(report_options){.width = 80}, &out));
    assert_non_null(strstr(out.at, "2 preemptions"));
    assert_non_null(strstr(out.at, " - - - - T0 preempted - "));
    assert_non_null(strstr(out.at, " - - - - T1 preempted at its start - "));
    text_free(&out);
    trace_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns),   cmocka_unit_test(narrow),
        cmocka_unit_test(all_steps), cmocka_unit_test(deadlock),
        cmocka_unit_test(colours),   cmocka_unit_test(another_way),
        cmocka_unit_test(json),      cmocka_unit_test(source_lines),
        cmocka_unit_test(widths),    cmocka_unit_test(statements),
        cmocka_unit_test(moments),   cmocka_unit_test(hidden_preemption),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
