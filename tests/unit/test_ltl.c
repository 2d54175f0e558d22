/* Formulas of linear temporal logic: text, errors, simplification, limits. */
#include "../ltl/words.h"

#include "base/text.h"
#include "ltl/prefix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static formula parse(ltl *l, const char *source)
{
    ltl_error error;
    formula f;

    if (!ltl_parse(l, source, &f, &error))
        fail_msg("%s: %s at %zu", source, error.message, error.place);
    return f;
}

static void expect_text(const ltl *l, formula f, const char *expected)
{
    text out = {0};

    ltl_print(l, f, &out);
    assert_string_equal(text_str(&out), expected);
    text_free(&out);
}

static void operators_bind_as_documented(void **state)
{
    static const char *const same[][2] = {
        {"a && b || c && d", "(a && b) || (c && d)"},
        {"a U b && c", "(a U b) && c"},
        {"!a U b", "(!a) U b"},
        {"F a U G b", "(F a) U (G b)"},
        {"a -> b -> c", "a -> (b -> c)"},
        {"a <-> b -> c", "a <-> (b -> c)"},
        {"a -> b <-> c", "a -> (b <-> c)"},
        {"a || b -> c && d", "(a || b) -> (c && d)"},
        {"a U b U c", "a U (b U c)"},
        {"a U b R c W d M e", "a U (b R (c W (d M e)))"},
        {"GF a", "G F a"},
        {"GFXFG(a)", "G F X F G a"},
        {"[]<>a", "G F a"},
        {"[] (a /\\ b \\/ not c)", "G (a && b || !c)"},
        {"a and b or c", "a && b || c"},
        {"a & b | c", "a && b || c"},
        {"1 U 0", "true U false"},
        {"FG -> GF", "(FG) -> (GF)"},
        {"FG U GF", "(FG) U (GF)"},
        {"  a\n\t&&b", "a && b"},
    };
    ltl *l = ltl_open();

    (void)state;
    for (u32 i = 0; i < LENGTH(same); i++)
        assert_int_equal(parse(l, same[i][0]), parse(l, same[i][1]));
    assert_int_not_equal(parse(l, "a && b && c"), parse(l, "(a && b) && c"));
    ltl_close(l);
}

static void printed_formulas_are_read_back(void **state)
{
    static const char *const texts[] = {
        "G(a -> F b)",
        "!(a && b)",
        "a && (b && c)",
        "(a -> b) -> c",
        "F(a U b)",
        "(a U b) U c",
        "X X F !a",
        "(a <-> b) || true",
        "\"x > 1\" U a",
        "@retry(T2) -> a",
        "G !(@lock.c:12 && \"y == \\\"\\\"[0]\")",
    };
    ltl *l = ltl_open();

    (void)state;
    for (u32 i = 0; i < LENGTH(texts); i++)
        expect_text(l, parse(l, texts[i]), texts[i]);
    ltl_close(l);
}

static void propositions_have_kinds(void **state)
{
    ltl *l = ltl_open();
    formula f =
        parse(l, "want && \"count > 1\" U @retry || @cs(T2) && @dir/my-lock.c:12(T10) -> want");
    static const proposition expected[] = {
        {PROP_NAME, "want", "want", 0, LTL_ANY_THREAD, 0},
        {PROP_EXPR, "count > 1", "count > 1", 0, LTL_ANY_THREAD, 8},
        {PROP_LABEL, "@retry", "retry", 0, LTL_ANY_THREAD, 22},
        {PROP_LABEL, "@cs(T2)", "cs", 0, 2, 32},
        {PROP_LINE, "@dir/my-lock.c:12(T10)", "dir/my-lock.c", 12, 10, 43},
    };

    (void)state;
    assert_int_equal(ltl_propositions(l), LENGTH(expected));
    for (u32 i = 0; i < LENGTH(expected); i++) {
        const proposition *p = ltl_proposition(l, i);

        assert_int_equal(p->kind, expected[i].kind);
        assert_string_equal(p->text, expected[i].text);
        assert_string_equal(p->name, expected[i].name);
        assert_int_equal(p->line, expected[i].line);
        assert_int_equal(p->thread, expected[i].thread);
        assert_int_equal(p->place, expected[i].place);
    }
    assert_int_equal(ltl_used(l, f), 31);
    assert_int_equal(ltl_used(l, parse(l, "G @retry")), 4);
    parse(l, "@a->b"); /* the arrow is no part of the place */
    assert_int_equal(ltl_propositions(l), LENGTH(expected) + 2);
    ltl_close(l);
}

static void names_of_automata_become_propositions(void **state)
{
    ltl *l = ltl_open();
    ltl_error error;

    (void)state;
    assert_int_equal(ltl_name(l, "want", &error), 0);
    assert_int_equal(ltl_name(l, "count > 1", &error), 1);
    assert_int_equal(ltl_name(l, "@cs(T2)", &error), 2);
    assert_int_equal(ltl_name(l, "want", &error), 0);
    assert_int_equal(ltl_name(l, "@cs(T2) x", &error), -1);
    assert_string_equal(error.message, "this is no place in a program");
    assert_int_equal(ltl_proposition(l, 1)->kind, PROP_EXPR);
    assert_int_equal(ltl_proposition(l, 2)->thread, 2);
    ltl_close(l);
}

static void errors_have_a_place(void **state)
{
    static const struct {
        const char *source;
        size_t place;
        const char *part;
    } bad[] = {
        {"", 0, "ends where an operand"},
        {"G (a -> b", 2, "not closed"},
        {"G a)", 3, "no parenthesis is open"},
        {"a &&", 4, "ends where an operand"},
        {"a && || b", 5, "an operand is expected"},
        {"a b", 2, "an operator is expected"},
        {"(a b)", 3, "an operator or )"},
        {"a U", 3, "ends where an operand"},
        {"F", 1, "ends where an operand"},
        {"U a", 0, "an operand is expected"},
        {"count > 1", 6, "in quotes"},
        {"a && 12", 5, "a number is no proposition"},
        {"G \"x > 1", 2, "quote that begins here"},
        {"G \"  \"", 2, "no expression"},
        {"G @", 2, "label or file:line"},
        {"G @a.c", 2, "label or file:line"},
        {"G @a.c:0", 2, "label or file:line"},
        {"G @2x", 2, "label or file:line"},
        {"G @cs(2)", 5, "as in @label(T2)"},
        {"G @cs(T)", 5, "as in @label(T2)"},
        {"G @cs(T2", 5, "as in @label(T2)"},
        {"G @cs(", 5, "as in @label(T2)"},
        {"G @cs(T12345)", 5, "as in @label(T2)"},
        {"()", 1, "an operand is expected"},
        {"a %", 2, "no part of a formula"},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(bad); i++) {
        char *source = mem_strdup(bad[i].source); /* so that reading past its end shows */
        ltl *l = ltl_open();
        ltl_error error;
        formula f;

        assert_false(ltl_parse(l, source, &f, &error));
        mem_free(source);
        if (error.place != bad[i].place || !strstr(error.message, bad[i].part))
            fail_msg("%s: %s at %zu", bad[i].source, error.message, error.place);
        ltl_close(l);
    }
}

static void errors_are_shown_with_a_caret(void **state)
{
    ltl *l = ltl_open();
    text out = {0};
    ltl_error error;
    formula f;

    (void)state;
    assert_false(ltl_parse(l, "G(want -> count > 1)", &f, &error));
    ltl_explain("G(want -> count > 1)", &error, &out);
    assert_string_equal(
        text_str(&out),
        "this is no part of a formula; C expressions stand in quotes: \"count > 1\"\n"
        "    G(want -> count > 1)\n"
        "                    ^\n");
    text_free(&out);
    ltl_close(l);
}

/* `part` so many times, then `middle`, then `after` so many times. */
static char *repeat(const char *part, u32 n, const char *middle, const char *after)
{
    text out = {0};

    for (u32 i = 0; i < n; i++)
        text_add(&out, part);
    text_add(&out, middle);
    for (u32 i = 0; i < n; i++)
        text_add(&out, after);
    return out.at;
}

static automaton *translate(ltl *l, formula f)
{
    ltl_error error;
    automaton *a = ltl_translate(l, f, &error);

    if (!a)
        fail_msg("%s", error.message);
    return a;
}

static void expect_states(const char *source, u32 states, u32 sets)
{
    ltl *l = ltl_open();
    automaton *a = translate(l, parse(l, source));

    if (a->states.n != states || a->sets != sets)
        fail_msg("%.100s: %u states, %u sets", source, a->states.n, a->sets);
    automaton_close(a);
    ltl_close(l);
}

static void long_formulas_work(void **state)
{
    static const struct {
        const char *part, *middle, *after;
        u32 n, states, sets;
    } cases[] = {
        {"X ", "a", "", 200, 202, 0},
        {"F(a && F(b && ", "c", "))", 50, 101, 1},
        {"a U (b U (", "c", "))", 100, 201, 1},
        {"a && ", "b", "", 5000, 2, 0},
        {"!", "a", "", 200, 2, 0},
        {"G(a || G(b || ", "c", "))", 50, 100, 0},
        {"(", "a", ")", 400, 2, 0},
        {"a -> ", "b", "", 200, 2, 0},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(cases); i++) {
        char *source = repeat(cases[i].part, cases[i].n, cases[i].middle, cases[i].after);

        expect_states(source, cases[i].states, cases[i].sets);
        mem_free(source);
    }
}

static void limits_are_named(void **state)
{
    static const struct {
        const char *part, *middle, *after, *message;
        u32 n;
    } deep[] = {
        {"(", "a", ")", "nested deeper than 500", 5000},
        {"!", "a", "", "nested deeper than 500", 100000},
        {"a -> ", "b", "", "nested deeper than 500", 5000},
        {"a U ", "b", "", "nested deeper than 500", 5000},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(deep); i++) {
        char *source = repeat(deep[i].part, deep[i].n, deep[i].middle, deep[i].after);
        ltl *l = ltl_open();
        ltl_error error;
        formula f;

        assert_false(ltl_parse(l, source, &f, &error));
        assert_non_null(strstr(error.message, deep[i].message));
        mem_free(source);
        ltl_close(l);
    }
}

/* `format` for each number below n, joined by &&. */
static char *conjunction(u32 n, const char *before, const char *after)
{
    text out = {0};

    for (u32 i = 0; i < n; i++)
        text_addf(&out, "%s%sp%u%s", i ? " && " : "", before, i, after);
    return out.at;
}

static void too_many_propositions_are_refused(void **state)
{
    char *source = conjunction(65, "", "");
    ltl *l = ltl_open();
    ltl_error error;
    formula f;

    (void)state;
    assert_false(ltl_parse(l, source, &f, &error));
    assert_non_null(strstr(error.message, "64 that are possible"));
    assert_string_equal(source + error.place, "p64");
    mem_free(source);
    ltl_close(l);
    source = conjunction(64, "", "");
    expect_states(source, 2, 0);
    mem_free(source);
}

static void expect_too_large(char *source, const char *what)
{
    ltl *l = ltl_open();
    ltl_error error;

    assert_null(ltl_translate(l, parse(l, source), &error));
    assert_non_null(strstr(error.message, what));
    mem_free(source);
    ltl_close(l);
}

static void too_large_automata_are_refused(void **state)
{
    text parity = {0};

    (void)state;
    expect_too_large(conjunction(40, "G F ", ""), "more than 32 acceptance sets");
    expect_too_large(conjunction(20, "G(q -> X F ", ")"), "edges");
    expect_too_large(repeat("X ", 300, "a", ""), "more than 256 temporal subformulas");
    for (u32 i = 0; i < 30; i++)
        text_addf(&parity, "p%u <-> ", i);
    text_add(&parity, "q");
    expect_too_large(parity.at, "edges at one state");
    expect_states("G F a && G F b && G F c && G F d && G F e", 1, 5);
}

static void formulas_are_simplified(void **state)
{
    static const char *const rules[][2] = {
        {"!(a U b)", "!a R !b"},
        {"!(a W b)", "!b U (!a && !b)"},
        {"F F a", "F a"},
        {"F G F a", "G F a"},
        {"G F G a", "F G a"},
        {"a U F b", "F b"},
        {"a R G b", "G b"},
        {"F a || F b", "F(a || b)"},
        {"G a && G b", "G(a && b)"},
        {"G F a || G F b", "G F(a || b)"},
        {"X a && X b", "X(a && b)"},
        {"X a U X b", "X(a U b)"},
        {"F X a", "X F a"},
        {"X G F a", "G F a"},
        {"a && !a", "false"},
        {"G a && F !a", "false"},
        {"G a || F !a", "true"},
        {"(a U b) || F b", "F b"},
        {"(a U b) && F b", "a U b"},
        {"a U a", "a"},
        {"!a U a", "F a"},
        {"a U (a U b)", "a U b"},
        {"(a U c) && (b U c)", "(a && b) U c"},
        {"(a U b) || (a U c)", "a U (b || c)"},
        {"G(a || G F b)", "G a || G F b"},
        {"F G(a || G b)", "F G a || F G b"},
        {"a <-> a", "true"},
        {"true U a", "F a"},
        {"false R a", "G a"},
        {"a W false", "G a"},
        {"a M true", "F a"},
    };
    ltl *l = ltl_open();

    (void)state;
    parse(l, "a && b && c"); /* fixes the order of literals */
    for (u32 i = 0; i < LENGTH(rules); i++)
        assert_int_equal(ltl_simplify(l, parse(l, rules[i][0])),
                         ltl_simplify(l, parse(l, rules[i][1])));
    expect_text(l, ltl_simplify(l, parse(l, "!(a U b)")), "!a R !b");
    expect_text(l, ltl_simplify(l, parse(l, "!G(a -> F b)")), "F(a && G !b)");
    expect_text(l, ltl_simplify(l, parse(l, "G F a || G F b")), "G F(a || b)");
    ltl_close(l);
}

static void next_is_seen(void **state)
{
    ltl *l = ltl_open();

    (void)state;
    assert_true(ltl_has_next(l, parse(l, "G(a -> (b U X c))")));
    assert_false(ltl_has_next(l, parse(l, "G(a -> (b U c))")));
    ltl_close(l);
}

/* The evaluator that random tests trust, on cases computed by hand. */
static void the_evaluator_follows_the_definitions(void **state)
{
    /* positions 0 1 2 3, then 2 again: a, a, b, nothing */
    static const u64 letters[] = {1, 1, 2, 0};
    const word w = {.letter = letters, .n = 4, .loop = 2};
    u8 at[4];
    static const struct {
        const char *source;
        u8 holds;
    } cases[] = {
        {"a", 3},         {"X a", 1},          {"F a", 3},   {"G F b", 15},  {"F G b", 0},
        {"a U b", 7},     {"b U a", 3},        {"a W b", 7}, {"G !a", 12},   {"b R a", 0},
        {"b R !a", 12},   {"b M !a", 12},      {"b M a", 0}, {"a <-> b", 8}, {"X X b", 5},
        {"b -> X a", 11}, {"G(a -> F b)", 15},
    };
    ltl *l = ltl_open();

    (void)state;
    parse(l, "a && b");
    for (u32 i = 0; i < LENGTH(cases); i++) {
        word_positions(l, parse(l, cases[i].source), &w, at);
        assert_int_equal(at[0] | at[1] << 1 | at[2] << 2 | at[3] << 3, cases[i].holds);
    }
    ltl_close(l);
}

static void beginnings_refute_formulas(void **state)
{
    static const u64 letters[] = {1, 1, 2, 0}; /* a, a, b, nothing */
    static const struct {
        const char *source;
        u32 after; /* so many letters; 0: never */
    } cases[] = {
        {"b", 1},        {"a", 0},          {"X b", 2},
        {"G a", 3},      {"F c", 0},        {"a U b", 0},
        {"b U a", 0},    {"c U b", 1},      {"a W c", 3},
        {"G F a", 0},    {"G (a || b)", 4}, {"!F b", 3},
        {"!(a U b)", 3}, {"b R a", 3},      {"a M c", 1},
        {"a <-> b", 1},  {"X X !b", 3},     {"G (b -> X a)", 4},
        {"F a -> b", 1}, {"F G a", 0},      {"G (a -> F c)", 0},
    };
    ltl *l = ltl_open();

    (void)state;
    parse(l, "a && b && c");
    for (u32 i = 0; i < LENGTH(cases); i++)
        assert_int_equal(prefix_refutes(l, parse(l, cases[i].source), letters, LENGTH(letters)),
                         cases[i].after);
    ltl_close(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_documented),
        cmocka_unit_test(printed_formulas_are_read_back),
        cmocka_unit_test(propositions_have_kinds),
        cmocka_unit_test(names_of_automata_become_propositions),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(errors_are_shown_with_a_caret),
        cmocka_unit_test(long_formulas_work),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(too_many_propositions_are_refused),
        cmocka_unit_test(too_large_automata_are_refused),
        cmocka_unit_test(formulas_are_simplified),
        cmocka_unit_test(next_is_seen),
        cmocka_unit_test(the_evaluator_follows_the_definitions),
        cmocka_unit_test(beginnings_refute_formulas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
