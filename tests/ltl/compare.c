/* ltl-compare random COUNT SEED SIZE  automata of random formulas of up to SIZE operators against a
 *                                     direct evaluator on random words, against the automata of the
 *                                     negations and, if they are small, the claims of spin
 * ltl-compare sizes PERCENT FILE      for each formula of the file and its negation the states of
 * the Büchi automaton and those of spin's claim; ours may be larger for at most 100 - PERCENT of a
 * hundred ltl-compare words COUNT FILE        the first comparison for the formulas of a file With
 * SPIN=no in the environment nothing is compared with spin.  Each ends with `N passed, M failed`.
 */
#include "claim.h"
#include "ltl/prefix.h"

#include <stdlib.h>

enum { WORDS = 40, SPIN_SIZE = 9 };

static const char *const names[] = {"a", "b", "c"};

typedef struct tally {
    u32 passed, failed, too_large, by_spin, too_slow, larger;
} tally;

/* A random formula with about `size` operators. */
static formula random_formula(ltl *l, rng *r, u32 size, bool next)
{
    static const ltl_op unary[] = {OP_NOT, OP_FINALLY, OP_GLOBALLY, OP_NEXT};
    static const ltl_op binary[] = {OP_AND,     OP_OR,         OP_UNTIL,          OP_RELEASE,
                                    OP_IMPLIES, OP_WEAK_UNTIL, OP_STRONG_RELEASE, OP_EQUIVALENT};
    formula a, b;
    u32 left;

    if (size == 0) {
        u32 k = (u32)(rng_next(r) % 20);
        ltl_error error;

        if (k == 0)
            return rng_next(r) % 2 ? FORMULA_TRUE : FORMULA_FALSE;
        if (!ltl_parse(l, names[k % LENGTH(names)], &a, &error))
            die("%s", error.message);
        return a;
    }
    if (rng_next(r) % 5 < 2) {
        a = random_formula(l, r, size - 1, next);
        return ltl_unary(l, unary[rng_next(r) % (next ? 4 : 3)], a);
    }
    left = (u32)(rng_next(r) % size);
    a = random_formula(l, r, left, next);
    b = random_formula(l, r, size - 1 - left, next);
    return ltl_binary(l, binary[rng_next(r) % LENGTH(binary)], a, b);
}

typedef struct subject {
    ltl *l;
    formula f;
    automaton *yes, *no, *buchi;
    claim claim;
    bool claimed;
    const char *wrong;
} subject;

/* What is wrong with the automata for this word, or NULL. */
static const char *try_word(const subject *s, const word *w)
{
    bool holds = word_holds(s->l, s->f, w);

    if (word_holds(s->l, ltl_simplify(s->l, s->f), w) != holds)
        return "the simplified formula differs from the formula";
    if (holds && prefix_refutes(s->l, s->f, w->letter, w->n))
        return "a beginning of a word is said to refute a formula that holds of it";
    if (word_accepted(s->yes, w) != holds)
        return "the automaton differs from the formula";
    if (word_accepted(s->no, w) == holds)
        return "the automaton of the negation accepts the same word, or neither does";
    if (word_accepted(s->buchi, w) != holds)
        return "the Buchi automaton differs from the formula";
    if (s->claimed && claim_accepts(&s->claim, s->l, w) != holds)
        return "spin's claim differs from the formula";
    return NULL;
}

static bool read_again(const subject *s)
{
    text out = {0};
    hoa_error error;
    automaton *back;
    bool same;

    automaton_hoa(s->yes, NULL, &out);
    back = automaton_read(text_str(&out), &error);
    if (!back)
        die("line %u: %s\n%s", error.line, error.message, text_str(&out));
    same = back->states.n == s->yes->states.n && back->sets == s->yes->sets &&
           !common_word(back, s->no);
    automaton_close(back);
    text_free(&out);
    return same;
}

static void examine(subject *s, rng *r)
{
    text printed = {0};
    formula again;
    ltl_error error;

    ltl_print(s->l, s->f, &printed);
    if (!ltl_parse(s->l, text_str(&printed), &again, &error) || again != s->f)
        s->wrong = "the printed formula is another one";
    text_free(&printed);
    if (common_word(s->yes, s->no))
        s->wrong = "the automata of the formula and its negation share a word";
    if (!read_again(s))
        s->wrong = "the automaton read from its text is another one";
    for (u32 i = 0; i < WORDS && !s->wrong; i++) {
        random_word random;
        word w = word_random(r, ltl_propositions(s->l), &random);

        s->wrong = try_word(s, &w);
    }
}

static void report(const subject *s)
{
    text out = {0};

    ltl_print(s->l, s->f, &out);
    printf("FAIL %s: %s\n", text_str(&out), s->wrong);
    text_free(&out);
}

static void compare_all(subject *s, bool spin, rng *r, tally *t)
{
    if (spin && !ltl_has_next(s->l, s->f)) {
        s->claimed = claim_of(s->l, s->f, &s->claim);
        t->by_spin += s->claimed;
        t->too_slow += !s->claimed;
    }
    s->buchi = automaton_buchi(s->yes);
    t->larger += s->claimed && s->buchi->states.n > s->claim.accepting.n;
    examine(s, r);
    if (s->wrong)
        report(s);
    t->failed += s->wrong != NULL;
    t->passed += !s->wrong;
    automaton_close(s->buchi);
    claim_free(&s->claim);
}

static void compare(ltl *l, formula f, bool spin, rng *r, tally *t)
{
    ltl_error error;
    subject s = {.l = l, .f = f};

    s.yes = ltl_translate(l, f, &error);
    s.no = ltl_translate(l, ltl_not(l, f), &error);
    if (s.yes && s.no)
        compare_all(&s, spin, r, t);
    else
        t->too_large++;
    if (s.yes)
        automaton_close(s.yes);
    if (s.no)
        automaton_close(s.no);
}

static int finish(const tally *t)
{
    if (t->by_spin || t->too_slow)
        printf(
            "%u compared with spin's claims, of which %u are smaller; spin took too long for %u\n",
            t->by_spin, t->larger, t->too_slow);
    if (t->too_large)
        printf("%u too large\n", t->too_large);
    printf("%u passed, %u failed\n", t->passed, t->failed);
    return t->failed > 0;
}

static bool use_spin(void)
{
    const char *answer = getenv("SPIN");

    return !answer || strcmp(answer, "no") != 0;
}

static int run_random(u32 count, u64 seed, u32 most)
{
    tally t = {0};

    for (u32 i = 0; i < count; i++) {
        rng r = {seed + i};
        ltl *l = ltl_open();
        u32 size = 1 + (u32)(rng_next(&r) % most);
        formula f = random_formula(l, &r, size, (seed + i) % 2);
        u32 failed = t.failed;

        compare(l, f, size <= SPIN_SIZE && use_spin(), &r, &t);
        if (t.failed > failed)
            printf("     repeat it: ltl-compare random 1 %llu %u\n", (unsigned long long)(seed + i),
                   most);
        ltl_close(l);
    }
    return finish(&t);
}

/* Calls for each line that is no comment; an error in a formula ends the run. */
static FILE *open_list(const char *path)
{
    FILE *in = fopen(path, "r");

    if (!in)
        fail(EXIT_USAGE, "%s cannot be read", path);
    return in;
}

static bool next_formula(FILE *in, ltl *l, char *line, size_t size, formula *f)
{
    ltl_error error;

    while (fgets(line, (int)size, in)) {
        line[strcspn(line, "\n")] = 0;
        if (!line[0] || line[0] == '#')
            continue;
        if (!ltl_parse(l, line, f, &error))
            fail(EXIT_USAGE, "%s: %s at %zu", line, error.message, error.place);
        return true;
    }
    return false;
}

static int run_words(u32 count, const char *path)
{
    FILE *in = open_list(path);
    char line[4096];
    tally t = {0};
    rng r = {1};

    for (;;) {
        ltl *l = ltl_open();
        formula f;
        bool more = next_formula(in, l, line, sizeof line, &f);

        for (u32 i = 0; more && i < count; i++)
            compare(l, f, use_spin(), &r, &t);
        ltl_close(l);
        if (!more)
            break;
    }
    fclose(in);
    return finish(&t);
}

typedef struct sizes {
    u32 formulas, larger, ours, spins, unknown;
} sizes;

static void measure(ltl *l, formula f, const char *name, sizes *z)
{
    ltl_error error;
    automaton *a = ltl_translate(l, f, &error), *b = automaton_buchi(a);
    claim c;
    bool known = claim_of(l, f, &c);
    bool larger = known && b->states.n > c.accepting.n;

    printf("%3u %2u %4u  ", a->states.n, a->sets, b->states.n);
    if (known)
        printf("%5u %c %s\n", c.accepting.n, larger ? '>' : ' ', name);
    else
        printf("    -   %s\n", name);
    z->formulas++;
    z->larger += larger;
    z->unknown += !known;
    z->ours += known ? b->states.n : 0;
    z->spins += c.accepting.n;
    claim_free(&c);
    automaton_close(a);
    automaton_close(b);
}

static int run_sizes(u32 percent, const char *path)
{
    FILE *in = open_list(path);
    char line[4096], name[4200];
    sizes z = {0};
    bool more;

    printf("states, sets; states of Buchi, of spin's claim; formula\n");
    do {
        ltl *l = ltl_open();
        formula f;

        more = next_formula(in, l, line, sizeof line, &f);
        if (more && !ltl_has_next(l, f)) {
            measure(l, f, line, &z);
            snprintf(name, sizeof name, "!(%s)", line);
            measure(l, ltl_not(l, f), name, &z);
        }
        ltl_close(l);
    } while (more);
    fclose(in);
    printf("%s: %u automata, %u larger than spin's, %u without an answer of spin in time; "
           "%u states against %u\n",
           path, z.formulas, z.larger, z.unknown, z.ours, z.spins);
    more = z.formulas > z.unknown && z.larger * 100 <= (z.formulas - z.unknown) * (100 - percent);
    printf("%u passed, %u failed\n", more, !more);
    return !more;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 3 ? argv[1] : "";

    if (strcmp(mode, "random") == 0 && argc == 5)
        return run_random((u32)atoi(argv[2]), strtoull(argv[3], NULL, 10), (u32)atoi(argv[4]));
    if (strcmp(mode, "words") == 0 && argc == 4)
        return run_words((u32)atoi(argv[2]), argv[3]);
    if (strcmp(mode, "sizes") == 0 && argc == 4)
        return run_sizes((u32)atoi(argv[2]), argv[3]);
    fail(EXIT_USAGE,
         "usage: ltl-compare random COUNT SEED SIZE | words COUNT FILE | sizes PERCENT FILE");
}
