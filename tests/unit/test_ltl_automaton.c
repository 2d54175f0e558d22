/* Automata: text in the Hanoi format and back, errors in it, reduction, one acceptance set. */
#include "../ltl/words.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static automaton *automaton_of(const char *source)
{
    ltl *l = ltl_open();
    ltl_error error;
    formula f;
    automaton *a = NULL;

    if (ltl_parse(l, source, &f, &error))
        a = ltl_translate(l, f, &error);
    if (!a)
        fail_msg("%s: %s", source, error.message);
    ltl_close(l);
    return a;
}

static automaton *read_automaton(const char *source)
{
    hoa_error error;
    automaton *a = automaton_read(source, &error);

    if (!a)
        fail_msg("line %u: %s", error.line, error.message);
    return a;
}

static void expect_hoa(const automaton *a, const char *name, const char *expected)
{
    text out = {0};

    automaton_hoa(a, name, &out);
    assert_string_equal(text_str(&out), expected);
    text_free(&out);
}

/* Whether two automata accept the same words, given one for the complement of the first. */
static void expect_same(const automaton *a, const automaton *complement, const automaton *b)
{
    rng r = {1};

    assert_false(common_word(complement, b));
    for (u32 i = 0; i < 300; i++) {
        random_word random;
        word w = word_random(&r, 3, &random);

        assert_int_equal(word_accepted(a, &w), word_accepted(b, &w));
        assert_int_not_equal(word_accepted(a, &w), word_accepted(complement, &w));
    }
}

static void automata_are_written(void **state)
{
    automaton *a = automaton_of("G(want -> F \"cs == \\\"1\\\"\")"), *b;

    (void)state;
    expect_hoa(a, "G \"x\"",
               "HOA: v1\n"
               "name: \"G \\\"x\\\"\"\n"
               "States: 2\n"
               "Start: 0\n"
               "AP: 2 \"want\" \"cs == \\\"1\\\"\"\n"
               "acc-name: Buchi\n"
               "Acceptance: 1 Inf(0)\n"
               "properties: trans-labels explicit-labels trans-acc stutter-invariant\n"
               "--BODY--\n"
               "State: 0\n"
               "[0&!1] 1\n"
               "[1 | !0] 0 {0}\n"
               "State: 1\n"
               "[!1] 1\n"
               "[1] 0 {0}\n"
               "--END--\n");
    b = automaton_buchi(a);
    expect_hoa(b, NULL,
               "HOA: v1\n"
               "States: 2\n"
               "Start: 0\n"
               "AP: 2 \"want\" \"cs == \\\"1\\\"\"\n"
               "acc-name: Buchi\n"
               "Acceptance: 1 Inf(0)\n"
               "properties: trans-labels explicit-labels state-acc stutter-invariant\n"
               "--BODY--\n"
               "State: 0 {0}\n"
               "[0&!1] 1\n"
               "[1 | !0] 0\n"
               "State: 1\n"
               "[!1] 1\n"
               "[1] 0\n"
               "--END--\n");
    automaton_close(a);
    automaton_close(b);
    a = automaton_of("G F a && G F b");
    expect_hoa(a, NULL,
               "HOA: v1\n"
               "States: 1\n"
               "Start: 0\n"
               "AP: 2 \"a\" \"b\"\n"
               "acc-name: generalized-Buchi 2\n"
               "Acceptance: 2 Inf(0)&Inf(1)\n"
               "properties: trans-labels explicit-labels trans-acc stutter-invariant\n"
               "--BODY--\n"
               "State: 0\n"
               "[!0&!1] 0\n"
               "[!0&1] 0 {1}\n"
               "[0&!1] 0 {0}\n"
               "[0&1] 0 {0 1}\n"
               "--END--\n");
    automaton_close(a);
}

static void automata_are_drawn(void **state)
{
    automaton *a = automaton_of("F \"x > \\\"\""), *b = automaton_buchi(a);
    text out = {0};

    (void)state;
    automaton_dot(b, "F", &out);
    assert_string_equal(text_str(&out), "digraph automaton {\n"
                                        "    rankdir=LR;\n"
                                        "    label=\"F\";\n"
                                        "    node [shape=circle];\n"
                                        "    start [shape=point];\n"
                                        "    start -> 0;\n"
                                        "    0;\n"
                                        "    0 -> 0 [label=\"!x > \\\"\"];\n"
                                        "    0 -> 1 [label=\"x > \\\"\"];\n"
                                        "    1 [shape=doublecircle];\n"
                                        "    1 -> 1 [label=\"true\"];\n"
                                        "}\n");
    text_clear(&out);
    automaton_dot(a, NULL, &out);
    assert_non_null(strstr(text_str(&out), "1 -> 1 [label=\"true {0}\"]"));
    text_free(&out);
    automaton_close(a);
    automaton_close(b);
}

static void constant_formulas_have_one_state(void **state)
{
    automaton *yes = automaton_of("a || !a"), *no = automaton_of("F a && G !a");
    const u64 nothing = 0;
    word w = {.letter = &nothing, .n = 1};

    (void)state;
    assert_int_equal(yes->states.n, 1);
    assert_int_equal(yes->states.at[0].n, 1);
    assert_true(word_accepted(yes, &w));
    assert_int_equal(no->states.n, 1);
    assert_int_equal(no->states.at[0].n, 0);
    assert_false(word_accepted(no, &w));
    automaton_close(yes);
    automaton_close(no);
}

static void other_forms_are_read(void **state)
{
    /* infinitely often a, or for ever b and not a; with all that the format offers */
    static const char source[] = "HOA: v1 /* a comment /* in */ another */\n"
                                 "States: 4\n"
                                 "Start: 0\n"
                                 "Start: 2\n"
                                 "acc-name: Buchi\n"
                                 "tool: \"some\" \"1.0\"\n"
                                 "AP: 3 \"a\" \"b\" \"c\"\n"
                                 "Alias: @a 0\n"
                                 "Alias: @only-b !@a & (1 | f)\n"
                                 "Acceptance: 3 Inf(1) & (t & Inf(2))\n"
                                 "properties: explicit-labels\n"
                                 "--BODY--\n"
                                 "State: 0 \"waits\" {2}\n"
                                 "[@a] 1\n"
                                 "[!(@a | !t)] 0\n"
                                 "State: 1 {1 2}\n"
                                 "[@a] 1\n"
                                 "[!@a] 0\n"
                                 "State: [@only-b] 2 {0 1 2}\n"
                                 "2\n"
                                 "State: 3\n"
                                 "--END--\n";
    automaton *a = read_automaton(source);
    automaton *like = automaton_of("(G F a || G(b && !a)) && (c || !c)");
    automaton *unlike = automaton_of("!(G F a || G(!a && b)) && (c || !c)");

    (void)state;
    assert_int_equal(a->sets, 2);
    assert_int_equal(a->names.n, 3);
    assert_string_equal(a->names.at[1], "b");
    expect_same(like, unlike, a);
    automaton_reduce(a);
    expect_same(like, unlike, a);
    assert_int_equal(a->sets, 1);
    assert_int_equal(a->states.n, 4);
    automaton_close(a);
    automaton_close(like);
    automaton_close(unlike);
}

static void bad_text_is_refused_with_its_line(void **state)
{
#define HEAD "HOA: v1\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n"
    static const struct {
        const char *source;
        u32 line;
        const char *part;
    } bad[] = {
        {"", 1, "begins with HOA: v1"},
        {"digraph {}", 1, "begins with HOA: v1"},
        {"HOA: v2\n", 1, "version v1"},
        {"HOA: v1\nStart: 0 & 1\n", 2, "alternating"},
        {"HOA: v1\nStart: x\n", 2, "number of a state"},
        {"HOA: v1\nStart: 9999999\n", 3, "above the limit"},
        {"HOA: v1\nStart: 99999999999999999999\n", 2, "too large"},
        {"HOA: v1\nAP: 2 \"a\"\nStart: 0\n", 3, "announces 2 propositions and names 1"},
        {"HOA: v1\nAP: 65\n", 3, "more than the 64"},
        {"HOA: v1\nAP: 1 \"a\nStart: 0", 2, "string is not closed"},
        {"HOA: v1\n/* x\n", 3, "comment is not closed"},
        {"HOA: v1\nControllable-AP: 0\n", 2, "Controllable-AP: is not known"},
        {"HOA: v1\nAcceptance: 1 Fin(0)\n", 2, "only Buchi"},
        {"HOA: v1\nAcceptance: 2 Inf(0)|Inf(1)\n", 2, "only Buchi"},
        {"HOA: v1\nAcceptance: 1 Inf(!0)\n", 2, "complements are not supported"},
        {"HOA: v1\nAcceptance: 1 Inf(1)\n", 2, "is not among the 1"},
        {"HOA: v1\nAcceptance: 33 t\n", 2, "more than the 32"},
        {"HOA: v1\nStart: 0\n--BODY--\n", 3, "Acceptance: is missing"},
        {HEAD "State: 0\n", 5, "header State: is not known"},
        {HEAD "--BODY--\nState: 0\n[1] 0\n--END--\n", 7, "proposition 1 is not among the 1"},
        {HEAD "--BODY--\nState: 0\n[@x] 0\n--END--\n", 7, "alias @x is not defined"},
        {HEAD "--BODY--\nState: 0\n[0 0\n--END--\n", 7, "] is expected"},
        {HEAD "--BODY--\nState: 0\n[(0] 0\n--END--\n", 7, ") is expected"},
        {HEAD "--BODY--\nState: 0\n0\n0\n--END--\n", 8, "implicit labels"},
        {HEAD "--BODY--\nState: [0] 0\n[0] 0\n--END--\n", 8, "both the state and its edge"},
        {HEAD "--BODY--\nState: 0 {1}\n[0] 0\n--END--\n", 6, "set 1 is not among the 1"},
        {HEAD "--BODY--\nState: 0\n[0] 0 {0\n--END--\n", 8, "acceptance set or }"},
        {HEAD "--BODY--\nState: 0\n[0] 0&1\n--END--\n", 7, "alternating"},
        {HEAD "--BODY--\nState: 0\n[0] 0\n", 8, "--END-- is expected"},
        {HEAD "--BODY--\nState: 0\n--ABORT--\n", 7, "was aborted"},
        {HEAD "--BODY--\nState: 0\n--END--\nHOA: v1\n", 8, "one automaton is read"},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(bad); i++) {
        hoa_error error;

        assert_null(automaton_read(bad[i].source, &error));
        if (error.line != bad[i].line || !strstr(error.message, bad[i].part))
            fail_msg("%s\nline %u: %s", bad[i].source, error.line, error.message);
    }
}

static void deep_and_wide_labels_are_refused(void **state)
{
    text deep = {0}, wide = {0};
    hoa_error error;

    (void)state;
    text_add(&deep, HEAD "--BODY--\nState: 0\n[");
    for (u32 i = 0; i < 100000; i++)
        text_addc(&deep, '(');
    assert_null(automaton_read(text_str(&deep), &error));
    assert_non_null(strstr(error.message, "nested deeper"));
    text_add(&wide, "HOA: v1\nStart: 0\nAP: 40");
    for (u32 i = 0; i < 40; i++)
        text_addf(&wide, " \"p%u\"", i);
    text_add(&wide, "\nAcceptance: 0 t\n--BODY--\nState: 0\n[");
    for (u32 i = 0; i < 20; i++)
        text_addf(&wide, "%s(%u | %u)", i ? " & " : "", 2 * i, 2 * i + 1);
    text_add(&wide, "] 0\n--END--\n");
    assert_null(automaton_read(text_str(&wide), &error));
    assert_non_null(strstr(error.message, "too large"));
    text_free(&deep);
    text_free(&wide);
}

/* Each case: a formula, the states and sets of its automaton, and the states with one set. */
static void automata_are_small(void **state)
{
    static const struct {
        const char *source;
        u32 states, sets, buchi;
    } cases[] = {
        {"G F a", 1, 1, 2},
        {"F G a", 2, 1, 2},
        {"a U b", 2, 1, 2},
        {"G(a -> F b)", 2, 1, 2},
        {"!G(a -> F b)", 2, 1, 2},
        {"G F a && G F b && G F c", 1, 3, 4},
        {"G F a -> G F b", 4, 1, 5},
        {"F a && F b && F c", 8, 1, 8},
        {"G a || G b || G c", 4, 0, 4},
        {"X(a || b)", 3, 0, 3},
        {"(a U b) U c", 4, 1, 4},
        {"G(a -> (b U (G c || G a)))", 4, 1, 4},
    };

    (void)state;
    for (u32 i = 0; i < LENGTH(cases); i++) {
        automaton *a = automaton_of(cases[i].source), *b = automaton_buchi(a);

        if (a->states.n != cases[i].states || a->sets != cases[i].sets ||
            b->states.n != cases[i].buchi)
            fail_msg("%s: %u states, %u sets, %u with one", cases[i].source, a->states.n, a->sets,
                     b->states.n);
        assert_int_equal(b->sets, 1);
        automaton_close(a);
        automaton_close(b);
    }
}

/* A way into an accepting component that repeats one turn of it is part of it. */
static void states_before_a_component_become_part_of_it(void **state)
{
    automaton *a = read_automaton("HOA: v1\nStart: 0\nAP: 1 \"a\"\nAcceptance: 1 Inf(0)\n--BODY--\n"
                                  "State: 0\n[0] 1\n[!0] 1\n"
                                  "State: 1\n[0] 2\n[!0] 2\n"
                                  "State: 2\n[0] 2 {0}\n[!0] 2\n--END--\n");
    automaton *like = automaton_of("G F a"), *unlike = automaton_of("F G !a");

    (void)state;
    automaton_reduce(a);
    assert_int_equal(a->states.n, 1);
    expect_same(like, unlike, a);
    automaton_close(a);
    automaton_close(like);
    automaton_close(unlike);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(automata_are_written),
        cmocka_unit_test(automata_are_drawn),
        cmocka_unit_test(constant_formulas_have_one_state),
        cmocka_unit_test(other_forms_are_read),
        cmocka_unit_test(bad_text_is_refused_with_its_line),
        cmocka_unit_test(deep_and_wide_labels_are_refused),
        cmocka_unit_test(automata_are_small),
        cmocka_unit_test(states_before_a_component_become_part_of_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
