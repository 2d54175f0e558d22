/* Properties of C programs.
 *
 * Formulas come from options, files and comments of the source; each proposition becomes one query
 * of the front end.
 *
 * Which reductions are left out:
 *   all            for a formula with X, which counts single steps;
 *   persistent     for fairness, starvation, livelock, termination and propositions about places.
 *                  Persistent sets keep what other formulas say of runs, but not which runs are
 *                  fair, who moves in them, or where a thread is;
 *   superstep      for starvation without fairness: a superstep runs past the place where a thread
 *                  waits and is never given a turn;
 *   sleep          always: sleep sets are not proved for runs that never end. */
#include "session/properties.h"
#include "ltl/automaton.h"

#include <ctype.h>
#include <string.h>

/* ---- reading ---- */

static bool word_char(char c)
{
    return text_is_word(c) || c == '-';
}

/* `name: formula`, or a formula alone. */
static void add_named(properties *p, property_place at, char *line)
{
    const char *words;
    size_t n = 0;

    while (word_char(line[n]))
        n++;
    if (!n || line[n] != ':' || line[0] == '-') {
        properties_add(p, at, NULL, line, line);
        return;
    }
    line[n++] = 0;
    words = line + n + text_blanks(line + n);
    properties_add(p, at, line, words, words);
}

static void read_whole(const char *file, const char *option, text *out)
{
    if (!text_read_file(out, file))
        fail(EXIT_USAGE, "heddle check: %s %s: the file cannot be read", option, file);
}

typedef void line_reader(properties *p, property_place at, char *line);

/* Hands on each line of the file, with where it is. */
static void each_line(properties *p, const char *file, const char *option, line_reader *read)
{
    text in = {0};
    u32 number = 1;
    char *line, *end;

    read_whole(file, option, &in);
    text_addc(&in, '\n');
    text_addc(&in, 0);
    for (line = in.at; (end = strchr(line, '\n')); line = end + 1, number++) {
        *end = 0;
        read(p, (property_place){file, number}, line);
    }
    text_free(&in);
}

static void read_file_line(properties *p, property_place at, char *line)
{
    line = text_trim(line);
    if (*line && *line != '#' && strncmp(line, "//", 2) != 0)
        add_named(p, at, line);
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
static void read_source_line(properties *p, property_place at, char *line)
{
    char *words = strstr(line, "heddle: ltl "), *end;

    if (!words || !in_comment(line, words))
        return;
    words += strlen("heddle: ltl ");
    end = strstr(words, "*/");
    if (end)
        *end = 0;
    add_named(p, at, text_trim(words));
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

/* The numbers of the pool in the place of the file's. */
static void rename_propositions(automaton *a, const u32 *to)
{
    for (u32 s = 0; s < a->states.n; s++) {
        for (u32 i = 0; i < a->states.at[s].n; i++) {
            edge *k = &a->states.at[s].at[i];

            k->yes = moved(k->yes, to);
            k->no = moved(k->no, to);
        }
    }
}

static u32 proposition_number(properties *p, const char *name, const char *file, const char *before)
{
    ltl_error problem;
    int number = ltl_name(p->pool, name, &problem);
    text why = {0};

    if (number >= 0)
        return (u32)number;
    text_addf(&why, "%s\"%s\": %s", before, name, problem.message);
    properties_refuse(p, (property_place){.file = file}, text_str(&why));
}

static void read_automaton(properties *p, const char *file)
{
    property new = {.text = mem_strdup(file), .at = {.file = file}};
    u32 to[LTL_PROPOSITIONS] = {0};
    hoa_error e;
    text in = {0}, message = {0};

    read_whole(file, "--hoa", &in);
    new.automaton = automaton_read(text_str(&in), &e);
    if (!new.automaton)
        properties_refuse(p, (property_place){file, e.line}, e.message);
    for (u32 i = 0; i < new.automaton->names.n; i++)
        to[i] = proposition_number(p, new.automaton->names.at[i], file, "proposition ");
    rename_propositions(new.automaton, to);
    new.counts_steps = !new.automaton->stutters;
    text_addf(&message, "the automaton of %s accepts this run", file);
    new.message = mem_strdup(text_str(&message));
    text_free(&message);
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
    new.from_main = p->rules.since != NULL;
    new.shown = vec_last(&p->shown);
    new.name = q->name;
    new.line = q->line;
    new.thread = q->thread;
    vec_push(&p->queries, o->front.queries.n);
    vec_push(&o->front.queries, new);
}

/* ---- reductions ---- */

bool properties_count_steps(const properties *p)
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
    p->stepwise = set && properties_count_steps(p);
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
    refuse_with(o->max.depth, "--max-depth");
    refuse_with(o->context_bound.set, "--context-bound");
    refuse_with(o->abstract.n, "--abstract");
    refuse_with(o->thread_symmetry, "--thread-symmetry");
    if (o->engine == ENGINE_NDFS && o->fair == FAIRLY_STRONG)
        fail(EXIT_USAGE, "heddle check: --engine ndfs knows no strong fairness; leave it out");
}

/* ---- computation tree logic ---- */

static void add_branch(properties *p, const char *words)
{
    branch *b = properties_add_branch(p, (property_place){.file = "--ctl"}, words);

    for (u32 i = 0; i < b->formula->atoms.n; i++)
        vec_push(&b->queries, proposition_number(p, b->formula->atoms.at[i], "--ctl", ""));
}

static void settle_branches(properties *p)
{
    for (u32 i = 0; i < p->branches.n; i++)
        for (u32 k = 0; k < p->branches.at[i].queries.n; k++)
            p->branches.at[i].queries.at[k] = p->queries.at[p->branches.at[i].queries.at[k]];
}

void properties_read(properties *p, options *o)
{
    property_rules rules = {.status = EXIT_USAGE,
                            .before = "heddle check: ",
                            .between = ": ",
                            .unnamed = "the property does not hold: "};

    if (front_is_cxx(&o->front.files) && !o->hoa.n && !o->ctl.n)
        rules.since = FRONT_BEGUN;
    if (options_reductions(o))
        rules.no_branch = "AX and EX speak of single steps; add --reduction none";
    properties_open(p, &rules);
    for (u32 i = 0; i < o->ltl.n; i++)
        properties_add(p, (property_place){.file = "--ltl"}, NULL, o->ltl.at[i], o->ltl.at[i]);
    for (u32 i = 0; i < o->ltl_file.n; i++)
        each_line(p, o->ltl_file.at[i], "--ltl-file", read_file_line);
    if (o->properties)
        read_sources(p, o);
    for (u32 i = 0; i < o->hoa.n; i++)
        read_automaton(p, o->hoa.at[i]);
    check_options(p, o);
    for (u32 i = 0; i < o->ctl.n; i++)
        add_branch(p, o->ctl.at[i]);
    for (u32 i = 0; i < ltl_propositions(p->pool); i++)
        add_query(p, o, i);
    settle_branches(p);
    if (properties_any(p, o))
        choose_reductions(p, o);
}
