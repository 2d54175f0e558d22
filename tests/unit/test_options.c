/* The command line: what is understood, and that every mistake ends with status 64. */
#include "session/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define MOST 24

/* Splits at blanks; argv[0] is `check`. */
static options parse(int command, const char *line, char *buffer)
{
    char *argv[MOST] = {"check"};
    int argc = 1;
    options o;

    strcpy(buffer, line);
    for (char *word = strtok(buffer, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    options_parse(&o, command, argc, argv);
    return o;
}

static void everything_lands_in_its_place(void **state)
{
    char b[512];
    options o =
        parse(FOR_CHECK,
              "--engine bfs a.c --reduction=none --max-states 10k -D X -O2 b.bc --max-depth 1g "
              "--max-memory=2G --max-time 5m --nondet-range -3..0x10 -q --json - -- -q x",
              b);

    (void)state;
    assert_int_equal(o.engine, ENGINE_BFS);
    assert_true(o.reduction.given && !o.reduction.set);
    assert_int_equal(o.max.states, 10000);
    assert_int_equal(o.max.depth, 1000000000);
    assert_int_equal(o.max.memory, (u64)2 << 30);
    assert_true(o.max.seconds > 299 && o.max.seconds < 301);
    assert_true(o.vm.nondet.set && o.vm.nondet.low == -3 && o.vm.nondet.high == 16);
    assert_true(o.quiet && !o.front.verbose);
    assert_string_equal(o.json, "-");
    assert_int_equal(o.front.files.n, 2);
    assert_string_equal(o.front.files.at[1], "b.bc");
    assert_int_equal(o.front.clang.n, 3);
    assert_string_equal(o.front.clang.at[1], "X");
    assert_int_equal(o.front.args.n, 2);
    assert_string_equal(o.front.args.at[0], "-q");
    options_free(&o);
}

/* What a trace keeps gives the same program when it is parsed again. */
static void shaping_arguments_are_kept(void **state)
{
    char b[512];
    options o =
        parse(FOR_CHECK, "--engine bfs --overflow a.c -I inc --max-threads 3 --trace t -- z", b);
    text line = {0};

    (void)state;
    for (u32 i = 0; i < o.shaping.n; i++)
        text_addf(&line, "%s ", o.shaping.at[i]);
    assert_string_equal(text_str(&line), "--overflow a.c -I inc --max-threads 3 -- z ");
    text_free(&line);
    options_free(&o);
}

static void a_bound_sets_reductions_aside(void **state)
{
    static const struct {
        const char *line;
        u32 low, high, set;
    } cases[] = {
        {"--context-bound 0 a.c", 0, 0, REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY},
        {"--context-bound=2..7 --reduction default a.c", 2, 7,
         REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY},
        {"--reduction default,superstep --context-bound 3..3 a.c", 3, 3,
         REDUCE_STORE_VISIBILITY | REDUCE_HEAP_SYMMETRY | REDUCE_SUPERSTEP},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(cases); i++) {
        char b[512];
        options o = parse(FOR_CHECK, cases[i].line, b);

        assert_true(o.context_bound.set);
        assert_int_equal(o.context_bound.low, cases[i].low);
        assert_int_equal(o.context_bound.high, cases[i].high);
        assert_int_equal(options_reductions(&o), cases[i].set);
        options_free(&o);
    }
}

static void settings_reach_the_machine(void **state)
{
    char b[512];
    options o = parse(
        FOR_RUN, "--leaks --no-spurious --max-stack 5 --max-heap 1k --nondet-range 1..2 a.c", b);
    vm_options v = options_vm(&o);

    (void)state;
    assert_true(v.rules.leaks && v.rules.no_spurious && !v.malloc_may_fail && !v.every_access);
    assert_int_equal(v.max_stack, 5);
    assert_int_equal(v.max_heap, 1024);
    assert_true(v.nondet.set && v.nondet.low == 1 && v.nondet.high == 2);
    options_free(&o);
}

static int status_of(int command, const char *line)
{
    pid_t child = fork();
    int code;

    if (child == 0) {
        char b[512];
        options o;

        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(1);
        o = parse(command, line, b);
        options_free(&o);
        _exit(99);
    }
    assert_true(waitpid(child, &code, 0) == child);
    return WEXITSTATUS(code);
}

static void mistakes_are_wrong_usage(void **state)
{
    static const char *const lines[] = {
        "--engine",
        "--engine xfs",
        "--engine=",
        "--max-states 0",
        "--max-states -1",
        "--max-states 1x",
        "--max-states 1kk",
        "--max-states 99999999999999999999",
        "--max-time 5d",
        "--max-time 0",
        "--overflow=1",
        "--nondet-range 3",
        "--nondet-range 5..1",
        "--nondet-range 1..",
        "--nope",
        "--nondet-range 0..99999999999",
        "-Z",
        "--function f",
        "-D",
        "--max-threads 65536",
        "--width 0",
        "--context-bound",
        "--context-bound -1",
        "--context-bound 2..1",
        "--context-bound 1.5",
        "--context-bound 1000000000",
        "--context-bound 1 --max-depth 5",
        "--context-bound 1 --reduction sleep",
        "--reduction default,persistent --context-bound 1",
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(lines); i++)
        assert_int_equal(status_of(FOR_CHECK, lines[i]), EXIT_USAGE);
    assert_int_equal(status_of(FOR_REPLAY, "-O2 x.trace"), EXIT_USAGE);
    assert_int_equal(status_of(FOR_CHECK, "--help"), 0);
    assert_int_equal(status_of(FOR_CHECK, "a.c"), 99);
}

static void near_words_are_found(void **state)
{
    static const char *const words[] = {"check", "replay", "dump", "list", "--max-states"};

    (void)state;
    assert_string_equal(options_nearest("chek", words, 5), "check");
    assert_string_equal(options_nearest("dmup", words, 5), "dump");
    assert_string_equal(options_nearest("--max-stats", words, 5), "--max-states");
    assert_null(options_nearest("xyzzy", words, 5));
    assert_null(options_nearest("", words, 5));
}

static void help_fits_the_page(void **state)
{
    text out = {0};

    (void)state;
    for (u32 i = 0; i < command_count; i++)
        assert_true(help_command(command_names[i], &out));
    assert_false(help_command("nothing", &out));
    help_overview(&out);
    for (const char *at = text_str(&out); *at; at += strcspn(at, "\n") + 1)
        assert_true(strcspn(at, "\n") <= 80);
    assert_non_null(strstr(text_str(&out), "--max-states"));
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_lands_in_its_place),
        cmocka_unit_test(shaping_arguments_are_kept),
        cmocka_unit_test(a_bound_sets_reductions_aside),
        cmocka_unit_test(settings_reach_the_machine),
        cmocka_unit_test(mistakes_are_wrong_usage),
        cmocka_unit_test(near_words_are_found),
        cmocka_unit_test(help_fits_the_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
