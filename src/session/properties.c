/* From options to what the search looks for.
 *
 * Formulas share one pool of propositions; each proposition becomes one query.  A formula is
 * negated and translated; an automaton from a file is taken as it is: it accepts the runs that must
 * not be.
 *
 * Reductions: a formula with X speaks of single steps, so all are left out.  Persistent sets
 * explore steps in place of others: they keep what formulas say of all runs, but not which runs are
 * fair, who moves, or where a thread is.  Supersteps keep those runs in which a thread waits and is
 * held up. Sleep sets are not proved for runs that never end. */
#include "session/properties.h"
#include "ltl/automaton.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const fairness_words[3] = {"no fairness", "weak fairness", "strong fairness"};

/* ---- reading ---- */

static _Noreturn void refuse(const char *where, const char *words, const ltl_error *e)
{
    text out = {0};

    ltl_explain(words, e, &out);
    out.n--; /* fail ends the line */
    fail(EXIT_USAGE, "heddle check: %s: %.*s", where, (int)out.n, out.at);
}

static void add_formula(properties *p, const char *where, const char *name, const char *words)
{
    property new = {.name = name ? mem_strdup(name) : NULL, .text = mem_strdup(words)};
    ltl_error e;

    if (!ltl_parse(p->pool, words, &new.formula, &e))
        refuse(where, words, &e);
    new.counts_steps = ltl_has_next(p->pool, new.formula);
    new.automaton = ltl_translate(p->pool, ltl_not(p->pool, new.formula), &e);
    if (!new.automaton)
        refuse(where, words, &e);
    vec_push(&p->all, new);
}

static bool word_char(char c)
{
    return text_is_word(c) || c == '-';
}

/* `name: formula`, or a formula alone. */
static void add_named(properties *p, const char *where, char *line)
{
    size_t n = 0;

    while (word_char(line[n]))
        n++;
    if (!n || line[n] != ':' || line[0] == '-') {
        add_formula(p, where, NULL, line);
        return;
    }
    line[n++] = 0;
    add_formula(p, where, line, line + n + text_blanks(line + n));
}

static void read_whole(const char *file, const char *option, text *out)
{
    if (!text_read_file(out, file))
        fail(EXIT_USAGE, "heddle check: %s %s: the file cannot be read", option, file);
}

typedef void line_reader(properties *p, const char *where, char *line);

/* Hands on each line of the file, with where it is. */
static void each_line(properties *p, const char *file, const char *option, line_reader *read)
{
    text in = {0}, where = {0};
    u32 number = 1;
    char *line, *end;

    read_whole(file, option, &in);
    text_addc(&in, '\n');
    text_addc(&in, 0);
    for (line = in.at; (end = strchr(line, '\n')); line = end + 1, number++) {
        *end = 0;
        text_clear(&where);
        text_addf(&where, "%s:%u", file, number);
        read(p, text_str(&where), line);
    }
    text_free(&in);
    text_free(&where);
}

static void read_file_line(properties *p, const char *where, char *line)
{
    line = text_trim(line);
    if (*line && *line != '#' && strncmp(line, "//", 2) != 0)
        add_named(p, where, line);
}

/* Does what stands before, on the line, begin a comment or go on with one? */
static bool in_comment(const char *line, const char *at)
{
    size_t n = (size_t)(at - line), first = 0;

    while (n && isspace((u8)line[n - 1]))
        n--;
    while (first < n && isspace((u8)line[first]))
        first++;
    if (n >= 2 && line[n - 2] == '/' && (line[n - 1] == '/' || line[n - 1] == '*'))
        return true;
    while (first < n && line[first] == '*')
        first++;
    return first == n;
}

/* // heddle: ltl name: formula */
static void read_source_line(properties *p, const char *where, char *line)
{
    char *at = strstr(line, "heddle: ltl "), *end;

    if (!at || !in_comment(line, at))
        return;
    at += strlen("heddle: ltl ");
    end = strstr(at, "*/");
    if (end)
        *end = 0;
    add_named(p, where, text_trim(at));
}

static bool is_source(const char *file)
{
    const char *dot = strrchr(file, '.');

    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".i") == 0);
}

static void read_sources(properties *p, const options *o)
{
    u32 before = p->all.n;

    for (u32 i = 0; i < o->front.files.n; i++)
        if (is_source(o->front.files.at[i]))
            each_line(p, o->front.files.at[i], "--properties", read_source_line);
    if (p->all.n == before)
        fail(EXIT_USAGE, "heddle check: --properties: no source file has a comment "
                         "// heddle: ltl NAME: FORMULA");
}

/* ---- automata from files ---- */

/* Proposition i of the file is number to[i] of the pool. */
static u64 moved(u64 bits, const u32 *to)
{
    u64 out = 0;

    for (u32 i = 0; i < 64; i++)
        if (bits >> i & 1)
            out |= (u64)1 << to[i];
    return out;
}

static void read_automaton(properties *p, const char *file)
{
    property new = {.text = mem_strdup(file)};
    u32 to[LTL_PROPOSITIONS] = {0};
    hoa_error e;
    text in = {0};

    read_whole(file, "--hoa", &in);
    new.automaton = automaton_read(text_str(&in), &e);
    if (!new.automaton)
        fail(EXIT_USAGE, "heddle check: %s:%u: %s", file, e.line, e.message);
    for (u32 i = 0; i < new.automaton->names.n; i++) {
        ltl_error problem;
        int number = ltl_name(p->pool, new.automaton->names.at[i], &problem);

        if (number < 0)
            fail(EXIT_USAGE, "heddle check: %s: proposition \"%s\": %s", file,
                 new.automaton->names.at[i], problem.message);
        to[i] = (u32)number;
    }
    for (u32 s = 0; s < new.automaton->states.n; s++) {
        for (u32 i = 0; i < new.automaton->states.at[s].n; i++) {
            edge *k = &new.automaton->states.at[s].at[i];

            k->yes = moved(k->yes, to);
            k->no = moved(k->no, to);
        }
    }
    new.counts_steps = !new.automaton->stutters;
    text_free(&in);
    vec_push(&p->all, new);
}

/* ---- propositions ---- */

/* The formula in which the proposition first stands, with a mark below it. */
static char *show(const properties *p, u32 number)
{
    const proposition *q = ltl_proposition(p->pool, number);
    text out = {0};
    char *lines;

    for (u32 i = 0; i < p->all.n; i++) {
        const property *one = &p->all.at[i];
        ltl_error e = {.place = q->place};

        if (!one->formula || !(ltl_used(p->pool, one->formula) >> number & 1))
            continue;
        ltl_explain(one->text, &e, &out);
        break;
    }
    lines = mem_strdup(out.n ? text_str(&out) + 1 : "");
    if (*lines)
        lines[strlen(lines) - 1] = 0;
    text_free(&out);
    return lines;
}

static void add_query(properties *p, options *o, u32 number)
{
    const proposition *q = ltl_proposition(p->pool, number);
    bool place = q->kind == PROP_LABEL || q->kind == PROP_LINE;
    front_query new = {.kind = place ? QUERY_PLACE : QUERY_PROPOSITION};

    vec_push(&p->shown, show(p, number));
    new.text = place ? q->text : q->name;
    new.shown = vec_last(&p->shown);
    new.name = q->name;
    new.line = q->line;
    new.thread = q->thread;
    vec_push(&p->queries, o->front.queries.n);
    vec_push(&o->front.queries, new);
}

/* ---- reductions ---- */

static bool counts_steps(const properties *p)
{
    for (u32 i = 0; i < p->all.n; i++)
        if (p->all.at[i].counts_steps)
            return true;
    return false;
}

static bool has_places(const properties *p)
{
    for (u32 i = 0; i < ltl_propositions(p->pool); i++) {
        proposition_kind kind = ltl_proposition(p->pool, i)->kind;

        if (kind == PROP_LABEL || kind == PROP_LINE)
            return true;
    }
    return false;
}

/* Why persistent sets are left out; NULL: they are not. */
static const char *against_persistent(const properties *p, const options *o)
{
    if (o->no_starvation || o->no_livelock || o->termination)
        return "--no-starvation, --no-livelock and --termination";
    if (p->all.n && properties_fairness(o, true) != FAIR_NONE)
        return "fairness";
    return has_places(p) ? "propositions about places" : NULL;
}

/* Does a thread starve that could get what it waits for and is never given a turn?  Where it waits
 * is then no end of a superstep. */
static bool whoever_waits(const options *o)
{
    return o->no_starvation && properties_fairness(o, false) == FAIR_NONE;
}

static void choose_reductions(properties *p, options *o)
{
    const char *against = against_persistent(p, o);
    u32 set = options_reductions(o);

    if (o->reduction.named & REDUCE_SLEEP)
        fail(EXIT_USAGE, "heddle check: --reduction sleep does not go with properties of runs that "
                         "never end: it is not proved to keep them; leave it out");
    if (against && o->reduction.named & REDUCE_PERSISTENT)
        fail(EXIT_USAGE,
             "heddle check: --reduction persistent does not go with %s: it is not "
             "proved to keep them; leave it out",
             against);
    if (whoever_waits(o) && o->reduction.named & REDUCE_SUPERSTEP)
        fail(EXIT_USAGE, "heddle check: --reduction superstep does not go with --no-starvation and "
                         "--fair none: a superstep runs past where a thread could be left waiting; "
                         "leave it out");
    set &= ~(u32)(REDUCE_SLEEP | (against ? REDUCE_PERSISTENT : 0) |
                  (whoever_waits(o) ? REDUCE_SUPERSTEP : 0));
    p->stepwise = set && counts_steps(p);
    if (p->stepwise)
        set = 0;
    o->reduction.given = true;
    o->reduction.set = set;
}

/* ---- what does not go together ---- */

static void refuse_with(bool both, const char *option)
{
    if (both)
        fail(EXIT_USAGE,
             "heddle check: %s does not go with properties of runs that never end; leave one out",
             option);
}

static void check_options(const properties *p, const options *o)
{
    bool any = properties_any(p, o);

    if (!any && o->fair != FAIRLY_AUTO)
        fail(EXIT_USAGE, "heddle check: --fair needs a property: --ltl, --no-starvation, "
                         "--no-livelock, --termination");
    if (!p->all.n && o->automaton)
        fail(EXIT_USAGE, "heddle check: --automaton needs a formula: --ltl");
    if (!any && o->engine == ENGINE_NDFS)
        fail(EXIT_USAGE, "heddle check: --engine ndfs needs a property: --ltl, --no-starvation, "
                         "--no-livelock, --termination");
    if (!any)
        return;
    refuse_with(o->engine == ENGINE_BFS, "--engine bfs");
    refuse_with(o->engine == ENGINE_STATELESS, "--engine stateless");
    refuse_with(o->max_depth, "--max-depth");
    refuse_with(o->context_bound.set, "--context-bound");
    refuse_with(o->abstract.n, "--abstract");
    refuse_with(o->thread_symmetry, "--thread-symmetry");
    if (o->engine == ENGINE_NDFS && o->fair == FAIRLY_STRONG)
        fail(EXIT_USAGE, "heddle check: --engine ndfs knows no strong fairness; leave it out");
}

/* ---- computation tree logic ---- */

static bool speaks_of_next(const ctl *f)
{
    for (u32 i = 0; i < f->nodes.n; i++)
        if (f->nodes.at[i].op == CTL_AX || f->nodes.at[i].op == CTL_EX)
            return true;
    return false;
}

static void add_branch(properties *p, const options *o, const char *words)
{
    branch b = {.text = words};
    ctl_error e;

    b.formula = ctl_parse(words, &e);
    if (!b.formula)
        fail(EXIT_USAGE, "heddle check: --ctl: %s\n    %s\n    %*s^", e.message, words,
             (int)e.place, "");
    if (speaks_of_next(b.formula) && options_reductions(o))
        fail(EXIT_USAGE,
             "heddle check: --ctl: AX and EX speak of single steps; add --reduction none");
    for (u32 i = 0; i < b.formula->atoms.n; i++) {
        ltl_error problem;
        int number = ltl_name(p->pool, b.formula->atoms.at[i], &problem);

        if (number < 0)
            fail(EXIT_USAGE, "heddle check: --ctl: \"%s\": %s", b.formula->atoms.at[i],
                 problem.message);
        vec_push(&b.queries, (u32)number);
    }
    vec_push(&p->branches, b);
}

static void settle_branches(properties *p)
{
    for (u32 i = 0; i < p->branches.n; i++)
        for (u32 k = 0; k < p->branches.at[i].queries.n; k++)
            p->branches.at[i].queries.at[k] = p->queries.at[p->branches.at[i].queries.at[k]];
}

void properties_read(properties *p, options *o)
{
    p->pool = ltl_open();
    for (u32 i = 0; i < o->ltl.n; i++)
        add_formula(p, "--ltl", NULL, o->ltl.at[i]);
    for (u32 i = 0; i < o->ltl_file.n; i++)
        each_line(p, o->ltl_file.at[i], "--ltl-file", read_file_line);
    if (o->properties)
        read_sources(p, o);
    for (u32 i = 0; i < o->hoa.n; i++)
        read_automaton(p, o->hoa.at[i]);
    check_options(p, o);
    for (u32 i = 0; i < o->ctl.n; i++)
        add_branch(p, o, o->ctl.at[i]);
    for (u32 i = 0; i < ltl_propositions(p->pool); i++)
        add_query(p, o, i);
    settle_branches(p);
    if (properties_any(p, o))
        choose_reductions(p, o);
}

bool properties_any(const properties *p, const options *o)
{
    return p->all.n || o->no_starvation || o->no_livelock || o->termination;
}

void properties_free(properties *p)
{
    for (u32 i = 0; i < p->branches.n; i++) {
        ctl_free(p->branches.at[i].formula);
        vec_free(&p->branches.at[i].queries);
    }
    vec_free(&p->branches);
    for (u32 i = 0; i < p->all.n; i++) {
        mem_free(p->all.at[i].name);
        mem_free(p->all.at[i].text);
        automaton_close(p->all.at[i].automaton);
    }
    for (u32 i = 0; i < p->shown.n; i++)
        mem_free(p->shown.at[i]);
    for (u32 i = 0; i < p->messages.n; i++)
        mem_free(p->messages.at[i]);
    vec_free(&p->all);
    vec_free(&p->shown);
    vec_free(&p->messages);
    vec_free(&p->queries);
    if (p->tail)
        automaton_close(p->tail);
    if (p->pool)
        ltl_close(p->pool);
}

/* ---- automata for other tools ---- */

void properties_print(const properties *p, const options *o)
{
    text out = {0};

    for (u32 i = 0; i < p->all.n; i++) {
        const property *one = &p->all.at[i];
        text name = {0};

        text_addf(&name, one->formula ? "!(%s)" : "%s", one->text);
        if (o->automaton == AUTOMATON_HOA)
            automaton_hoa(one->automaton, text_str(&name), &out);
        else
            automaton_dot(one->automaton, text_str(&name), &out);
        text_free(&name);
    }
    fputs(text_str(&out), stdout);
    text_free(&out);
}

/* ---- goals ---- */

fairness properties_fairness(const options *o, bool of_formula)
{
    static const fairness fair[] = {
        [FAIRLY_NONE] = FAIR_NONE, [FAIRLY_WEAK] = FAIR_WEAK, [FAIRLY_STRONG] = FAIR_STRONG};

    if (o->fair == FAIRLY_AUTO)
        return of_formula ? FAIR_NONE : FAIR_WEAK;
    return fair[o->fair];
}

static const char *message(properties *p, const property *one)
{
    text out = {0};

    if (one->name)
        text_addf(&out, "the property %s does not hold: %s", one->name, one->text);
    else if (one->formula)
        text_addf(&out, "the property does not hold: %s", one->text);
    else
        text_addf(&out, "the automaton of %s accepts this run", one->text);
    vec_push(&p->messages, mem_strdup(text_str(&out)));
    text_free(&out);
    return vec_last(&p->messages);
}

static void add_goal(properties *p, const options *o, liveness *out, goal g)
{
    g.fair = properties_fairness(o, g.kind == GOAL_ACCEPTED);
    if (!g.automaton) {
        if (!p->tail)
            p->tail = liveness_automaton();
        g.automaton = p->tail;
    }
    vec_push(&out->goals, g);
}

void properties_goals(properties *p, const options *o, liveness *out)
{
    *out = (liveness){.queries = p->queries.at,
                      .nqueries = p->queries.n,
                      .engine = o->engine == ENGINE_NDFS ? LIVENESS_NDFS : LIVENESS_SCC};
    for (u32 i = 0; i < p->all.n; i++)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_ACCEPTED,
                        .automaton = p->all.at[i].automaton,
                        .error = ERR_LTL,
                        .message = message(p, &p->all.at[i])});
    if (o->termination)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_ENDLESS,
                        .error = ERR_NON_TERMINATION,
                        .message = "the program may run for ever"});
    if (o->no_livelock)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_IDLE,
                        .error = ERR_LIVELOCK,
                        .message = "livelock: the threads that move stay in their loops for ever"});
    if (o->no_starvation)
        add_goal(p, o, out,
                 (goal){.kind = GOAL_STARVES,
                        .error = ERR_STARVATION,
                        .message = "starvation: a thread waits for ever while others go on"});
}
