/* Reads the Hanoi omega-automata format (Babiak and others, CAV 2015), as far as automata for
 * checking need it: acceptance by a conjunction of Inf, on states or edges; explicit labels,
 * aliases among them; several initial states.  What else changes the meaning is refused with its
 * line. */
#include "ltl/automaton.h"
#include "ltl/cube.h"

#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_STATES = 1 << 20,
    MOST_CUBES = 4096,
    MOST_DEPTH = 200,
    MOST_SETS = 32,
    MOST_NAMES = 64,
};

#define NOT_BUCHI "only Buchi and generalized-Buchi acceptance is supported, as in Inf(0)&Inf(1)"

typedef enum token_kind {
    T_END,
    T_HEADER, /* name: */
    T_WORD,
    T_NUMBER,
    T_STRING,
    T_ALIAS,
    T_BODY, /* --BODY--, --END--, --ABORT-- */
    T_SIGN, /* one character */
} token_kind;

typedef struct alias {
    char *name;
    cubes is[2]; /* its negation, itself */
} alias;

typedef struct reader {
    const char *source;
    size_t place; /* after the present token */
    token_kind kind;
    char sign;
    u32 number;
    text word; /* of T_HEADER, T_WORD, T_STRING, T_ALIAS, T_BODY */
    u32 depth;
    u32 line; /* of the present token */
    automaton *a;
    VEC(alias) aliases;
    VEC(u32) starts;
    u32 accepted; /* sets that the acceptance condition names */
    u32 sets;     /* that it declares */
    bool condition;
    hoa_error *error;
} reader;

static bool failed(const reader *r)
{
    return r->error->message[0];
}

__attribute__((format(printf, 2, 3))) static void complain(reader *r, const char *format, ...)
{
    va_list args;

    if (failed(r))
        return;
    va_start(args, format);
    r->error->line = r->line;
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
}

/* Passes a comment, which may hold others. */
static void skip_comment(reader *r)
{
    u32 depth = 0;

    do {
        const char *s = r->source + r->place;

        if (!*s) {
            complain(r, "a comment is not closed");
            return;
        }
        r->line += *s == '\n';
        if (s[0] == '/' && s[1] == '*')
            depth++;
        if (s[0] == '*' && s[1] == '/')
            depth--;
        r->place += (s[0] == '/' && s[1] == '*') || (s[0] == '*' && s[1] == '/') ? 2 : 1;
    } while (depth);
}

static void skip_space(reader *r)
{
    while (!failed(r)) {
        const char *s = r->source + r->place;

        if (s[0] == '/' && s[1] == '*') {
            skip_comment(r);
        } else if (isspace((unsigned char)*s)) {
            r->line += *s == '\n';
            r->place++;
        } else {
            return;
        }
    }
}

static void read_string(reader *r)
{
    const char *s = r->source + r->place + 1;

    r->kind = T_STRING;
    for (; *s && *s != '"' && *s != '\n'; s++) {
        s += *s == '\\' && s[1] && s[1] != '\n';
        text_addc(&r->word, *s);
    }
    if (*s != '"')
        complain(r, "a string is not closed");
    r->place = (size_t)(s - r->source) + (*s == '"');
}

static void read_number(reader *r)
{
    u64 n = 0;

    r->kind = T_NUMBER;
    for (; isdigit((unsigned char)r->source[r->place]); r->place++)
        if (n <= UINT32_MAX)
            n = n * 10 + (u64)(r->source[r->place] - '0');
    if (n > UINT32_MAX)
        complain(r, "a number is too large");
    r->number = (u32)n;
}

static size_t word_length(const char *s)
{
    size_t n = 0;

    while (text_is_word(s[n]) || s[n] == '-')
        n++;
    return n;
}

static void read_word(reader *r, size_t skip)
{
    const char *s = r->source + r->place + skip;
    size_t n = word_length(s);

    text_addn(&r->word, s, n);
    r->place += skip + n;
    if (r->kind == T_WORD && s[n] == ':') {
        r->kind = T_HEADER;
        r->place++;
    }
}

/* Moves to the next token. */
static void advance(reader *r)
{
    const char *s;

    skip_space(r);
    text_clear(&r->word);
    s = r->source + r->place;
    if (failed(r) || !*s) {
        r->kind = T_END;
    } else if (*s == '"') {
        read_string(r);
    } else if (isdigit((unsigned char)*s)) {
        read_number(r);
    } else if (isalpha((unsigned char)*s) || *s == '_') {
        r->kind = T_WORD;
        read_word(r, 0);
    } else if (*s == '@') {
        r->kind = T_ALIAS;
        read_word(r, 1);
    } else if (s[0] == '-' && s[1] == '-') {
        r->kind = T_BODY;
        read_word(r, 0);
    } else {
        r->kind = T_SIGN;
        r->sign = *s;
        r->place++;
    }
}

static bool at_sign(const reader *r, char c)
{
    return r->kind == T_SIGN && r->sign == c;
}

static bool at_word(const reader *r, token_kind kind, const char *word)
{
    return r->kind == kind && strcmp(text_str(&r->word), word) == 0;
}

/* Passes a sign if it is there. */
static bool pass(reader *r, char c)
{
    if (!at_sign(r, c))
        return false;
    advance(r);
    return true;
}

static void expect(reader *r, char c)
{
    if (!pass(r, c))
        complain(r, "%c is expected", c);
}

static u32 expect_number(reader *r, const char *what)
{
    u32 n = r->number;

    if (r->kind != T_NUMBER)
        complain(r, "%s is expected", what);
    else
        advance(r);
    return n;
}

static cubes any_of(bool holds)
{
    cubes all = {0};

    if (holds)
        vec_push(&all, (cube){0, 0});
    return all;
}

static cubes copy(const cubes *all)
{
    cubes c = {0};

    for (u32 i = 0; i < all->n; i++)
        vec_push(&c, all->at[i]);
    return c;
}

static cubes read_label(reader *r, bool positive);

static cubes read_alias(reader *r, bool positive)
{
    for (u32 i = 0; i < r->aliases.n; i++)
        if (strcmp(r->aliases.at[i].name, text_str(&r->word)) == 0) {
            advance(r);
            return copy(&r->aliases.at[i].is[positive]);
        }
    complain(r, "the alias @%s is not defined", text_str(&r->word));
    return any_of(false);
}

static cubes read_atom(reader *r, bool positive)
{
    cubes all = {0};
    u32 n;

    if (r->kind == T_ALIAS)
        return read_alias(r, positive);
    if (at_word(r, T_WORD, "t") || at_word(r, T_WORD, "f")) {
        all = any_of((text_str(&r->word)[0] == 't') == positive);
        advance(r);
        return all;
    }
    n = expect_number(r, "a proposition's number, t, f or an alias");
    if (!failed(r) && n >= r->a->names.n)
        complain(r, "proposition %u is not among the %u of AP:", n, r->a->names.n);
    if (!failed(r))
        vec_push(&all, positive ? (cube){1ull << n, 0} : (cube){0, 1ull << n});
    return all;
}

static cubes read_factor(reader *r, bool positive)
{
    cubes all;

    while (pass(r, '!'))
        positive = !positive;
    if (!at_sign(r, '('))
        return read_atom(r, positive);
    if (++r->depth > MOST_DEPTH)
        complain(r, "a label is nested deeper than %d levels", MOST_DEPTH);
    advance(r);
    all = read_label(r, positive);
    expect(r, ')');
    r->depth--;
    return all;
}

/* Adds the cubes of b to a, or keeps what is in both; b is used up. */
static void combine(reader *r, cubes *a, cubes *b, bool both)
{
    if ((u64)a->n * b->n > MOST_CUBES * 16 || a->n + b->n > MOST_CUBES)
        complain(r, "a label is too large");
    if (both && !failed(r)) {
        cubes c = cubes_both(a, b);

        vec_free(a);
        *a = c;
    } else {
        for (u32 i = 0; i < b->n && !failed(r); i++)
            cubes_add(a, b->at[i]);
    }
    vec_free(b);
}

static cubes read_product(reader *r, bool positive)
{
    cubes all = read_factor(r, positive), more;

    while (!failed(r) && pass(r, '&')) {
        more = read_factor(r, positive);
        combine(r, &all, &more, positive);
    }
    return all;
}

/* A label's letters, or those of its negation. */
static cubes read_label(reader *r, bool positive)
{
    cubes all = {0}, more;

    if (!failed(r))
        all = read_product(r, positive);
    while (!failed(r) && pass(r, '|')) {
        more = read_product(r, positive);
        combine(r, &all, &more, !positive);
    }
    return all;
}

static void read_names(reader *r)
{
    u32 n = expect_number(r, "the number of propositions");

    if (r->a->names.n)
        complain(r, "AP: stands here a second time");
    if (n > MOST_NAMES)
        complain(r, "%u propositions are more than the %d that are possible", n, MOST_NAMES);
    for (; r->kind == T_STRING && !failed(r); advance(r))
        automaton_add_name(r->a, text_str(&r->word));
    if (r->a->names.n != n)
        complain(r, "AP: announces %u propositions and names %u", n, r->a->names.n);
}

/* An alias is read twice, for itself and for its negation. */
static void read_definition(reader *r)
{
    alias x = {.name = mem_strdup(text_str(&r->word))};
    size_t place = r->place;
    u32 line = r->line;

    if (r->kind != T_ALIAS)
        complain(r, "an alias @name is expected");
    for (u32 positive = 0; positive < 2 && !failed(r); positive++) {
        r->place = place;
        r->line = line;
        advance(r);
        x.is[positive] = read_label(r, positive);
    }
    vec_push(&r->aliases, x);
}

static void read_condition(reader *r);

/* Inf(n), t, or a condition in parentheses. */
static void read_conjunct(reader *r)
{
    u32 n;

    if (at_sign(r, '(') && ++r->depth < MOST_DEPTH) {
        advance(r);
        read_condition(r);
    } else if (at_word(r, T_WORD, "Inf")) {
        advance(r);
        expect(r, '(');
        n = expect_number(r, "an acceptance set (complements are not supported)");
        if (!failed(r) && n >= r->sets)
            complain(r, "acceptance set %u is not among the %u of Acceptance:", n, r->sets);
        else if (!failed(r))
            r->accepted |= 1u << n;
    } else {
        if (!at_word(r, T_WORD, "t"))
            complain(r, NOT_BUCHI);
        advance(r);
        return;
    }
    expect(r, ')');
}

static void read_condition(reader *r)
{
    do
        read_conjunct(r);
    while (!failed(r) && pass(r, '&'));
    if (at_sign(r, '|'))
        complain(r, NOT_BUCHI);
}

static void read_acceptance(reader *r)
{
    r->sets = expect_number(r, "the number of acceptance sets");
    if (r->sets > MOST_SETS)
        complain(r, "%u acceptance sets are more than the %d that are possible", r->sets,
                 MOST_SETS);
    if (!failed(r))
        read_condition(r);
    r->condition = true;
    r->a->sets = (u32)__builtin_popcount(r->accepted);
}

/* States are made as they are mentioned. */
static u32 read_state_number(reader *r)
{
    u32 q = expect_number(r, "the number of a state");

    if (at_sign(r, '&'))
        complain(r, "alternating automata (with & between states) are not supported");
    if (q >= MOST_STATES)
        complain(r, "state %u is above the limit of %d states", q, MOST_STATES);
    while (!failed(r) && r->a->states.n <= q)
        automaton_add_state(r->a);
    return q;
}

/* Of what the automaton says of itself one thing matters; a name may well contain the word. */
static void read_properties(reader *r)
{
    bool not = false;

    while (r->kind != T_HEADER && r->kind != T_BODY && r->kind != T_END) {
        if (r->kind == T_WORD && strcmp(text_str(&r->word), "stutter-invariant") == 0)
            r->a->stutters = !not;
        not = at_sign(r, '!');
        advance(r);
    }
}

static void read_header(reader *r)
{
    char name[32];

    snprintf(name, sizeof name, "%s", text_str(&r->word));
    advance(r);
    if (strcmp(name, "States") == 0) {
        expect_number(r, "the number of states");
    } else if (strcmp(name, "Start") == 0) {
        u32 q = read_state_number(r);
        vec_push(&r->starts, q);
    } else if (strcmp(name, "AP") == 0) {
        read_names(r);
    } else if (strcmp(name, "Alias") == 0) {
        read_definition(r);
    } else if (strcmp(name, "Acceptance") == 0) {
        read_acceptance(r);
    } else if (strcmp(name, "properties") == 0) {
        read_properties(r);
    } else if (isupper((unsigned char)name[0])) {
        complain(r, "the header %s: is not known, and may change the meaning", name);
    } else {
        while (r->kind != T_HEADER && r->kind != T_BODY && r->kind != T_END)
            advance(r);
    }
}

/* {0 2}: the marks of the sets that the condition names, numbered without gaps. */
static u32 read_marks(reader *r)
{
    u32 marks = 0;

    if (!pass(r, '{'))
        return 0;
    while (!at_sign(r, '}') && !failed(r)) {
        u32 n = expect_number(r, "the number of an acceptance set or }");

        if (!failed(r) && n >= r->sets)
            complain(r, "acceptance set %u is not among the %u of Acceptance:", n, r->sets);
        else if (!failed(r) && r->accepted >> n & 1)
            marks |= 1u << __builtin_popcount(r->accepted & ((1u << n) - 1));
    }
    expect(r, '}');
    return marks;
}

/* [label], if it is there. */
static cubes read_brackets(reader *r, bool *there)
{
    cubes all = {0};

    *there = pass(r, '[');
    if (!*there)
        return all;
    all = read_label(r, true);
    expect(r, ']');
    return all;
}

static void read_edge(reader *r, u32 from, const cubes *state_label, u32 state_marks)
{
    bool labelled;
    cubes label = read_brackets(r, &labelled);
    u32 to = read_state_number(r), marks = read_marks(r) | state_marks;
    const cubes *on = labelled ? &label : state_label;

    if (labelled && state_label)
        complain(r, "both the state and its edge have a label");
    if (!on)
        complain(r, "an edge has no label (implicit labels are not supported)");
    for (u32 i = 0; !failed(r) && i < on->n; i++) {
        edge e = {on->at[i].yes, on->at[i].no, to, marks};
        vec_push(&r->a->states.at[from], e);
    }
    vec_free(&label);
}

/* State: with its edges up to the next one. */
static void read_state(reader *r)
{
    bool labelled;
    cubes label;
    u32 q, marks;

    advance(r);
    label = read_brackets(r, &labelled);
    q = read_state_number(r);
    if (r->kind == T_STRING)
        advance(r);
    marks = read_marks(r);
    while (!failed(r) && (r->kind == T_NUMBER || at_sign(r, '[')))
        read_edge(r, q, labelled ? &label : NULL, marks);
    vec_free(&label);
}

/* One initial state: with several a new one that has the edges of all. */
static void settle_start(reader *r)
{
    automaton *a = r->a;

    if (r->starts.n == 1) {
        a->start = r->starts.at[0];
        return;
    }
    a->start = automaton_add_state(a);
    for (u32 k = 0; k < r->starts.n; k++)
        for (u32 i = 0; i < a->states.at[r->starts.at[k]].n; i++) {
            edge e = a->states.at[r->starts.at[k]].at[i];
            vec_push(&a->states.at[a->start], e);
        }
}

static void read_body(reader *r)
{
    advance(r);
    while (!failed(r) && at_word(r, T_HEADER, "State"))
        read_state(r);
    if (at_word(r, T_BODY, "--ABORT--"))
        complain(r, "the automaton was aborted");
    if (!at_word(r, T_BODY, "--END--"))
        complain(r, "State:, an edge or --END-- is expected");
    advance(r);
    if (r->kind != T_END)
        complain(r, "nothing more is expected after --END--: one automaton is read");
    if (!failed(r))
        settle_start(r);
}

static void read_all(reader *r)
{
    advance(r);
    if (!at_word(r, T_HEADER, "HOA"))
        complain(r, "an automaton in the Hanoi format begins with HOA: v1");
    advance(r);
    if (!at_word(r, T_WORD, "v1"))
        complain(r, "version v1 of the Hanoi format is expected");
    advance(r);
    while (!failed(r) && r->kind == T_HEADER)
        read_header(r);
    if (!at_word(r, T_BODY, "--BODY--"))
        complain(r, "a header or --BODY-- is expected");
    if (!r->condition)
        complain(r, "the header Acceptance: is missing");
    if (!failed(r))
        read_body(r);
}

static void close_reader(reader *r)
{
    for (u32 i = 0; i < r->aliases.n; i++) {
        mem_free(r->aliases.at[i].name);
        vec_free(&r->aliases.at[i].is[0]);
        vec_free(&r->aliases.at[i].is[1]);
    }
    vec_free(&r->aliases);
    vec_free(&r->starts);
    text_free(&r->word);
}

automaton *automaton_read(const char *source, hoa_error *error)
{
    reader r = {.source = source, .line = 1, .a = automaton_open(0), .error = error};

    *error = (hoa_error){0};
    read_all(&r);
    close_reader(&r);
    if (!error->message[0])
        return r.a;
    automaton_close(r.a);
    return NULL;
}
