/* Temporal logic over assembly systems.
 *
 * Propositions are the system's own expressions: `P@done`, `x`, `"x == 1"`.  In a linear formula
 * `P@done` and `P[1]@done` need no quotes; they get them before the formula is read.  Both logics
 * are checked over collapsed steps: a formula that counts steps is refused unless they are not. */
#include "asm/smv.h"
#include "cmd/asm.h"
#include "session/properties.h"
#include "session/shown.h"
#include "ltl/automaton.h"

#include <string.h>

static _Noreturn void wrong_branching(const branching *f, const ctl_error *e)
{
    fail(EXIT_INPUT, "%s:%u: error: %s\n    %s\n    %*s^", f->file, f->line, e->message, f->text,
         (int)e->place, "");
}

static bool speaks_of_next(const ctl *f)
{
    for (u32 i = 0; i < f->nodes.n; i++)
        if (f->nodes.at[i].op == CTL_AX || f->nodes.at[i].op == CTL_EX)
            return true;
    return false;
}

static void refuse_steps(bool counts, const casm_options *made, const char *file, u32 line)
{
    if (counts && made->collapse)
        fail(EXIT_INPUT,
             "%s:%u: error: AX, EX and X speak of single instructions; add --abstraction off", file,
             line);
}

static void add_branching(asm_formulas *all, casm *c, const casm_options *made, const char *source,
                          const char *file, u32 line)
{
    branching f = {.text = source, .file = file, .line = line};
    ctl_error e;

    f.formula = ctl_parse(source, &e);
    if (!f.formula)
        wrong_branching(&f, &e);
    refuse_steps(speaks_of_next(f.formula), made, file, line);
    for (u32 i = 0; i < f.formula->atoms.n; i++) {
        expr e1 = casm_proposition(c, f.formula->atoms.at[i], file, line);

        vec_push(&f.queries, c->watched.n);
        vec_push(&c->watched, e1);
    }
    vec_push(&all->branching, f);
}

/* The end of `P@done`, `P[1]@done` or `P.eax` that begins here; the beginning: there is none. */
static const char *place_end(const char *at)
{
    const char *end = at + text_word(at);

    if (*end == '[')
        end += strcspn(end, "]") + (strchr(end, ']') != NULL);
    if (end == at || (*end != '@' && *end != '.') || !text_is_word(end[1]))
        return at;
    for (end++; text_is_word(*end) || *end == '.'; end++)
        continue;
    return end;
}

/* Puts places into quotes. */
static char *with_quotes(const char *source)
{
    text out = {0};
    bool quoted = false;
    char *made;

    for (const char *at = source; *at;) {
        const char *end = quoted || (at > source && text_is_word(at[-1])) ? at : place_end(at);

        quoted ^= *at == '"';
        if (end > at)
            text_addf(&out, "\"%.*s\"", (int)(end - at), at);
        else
            text_addc(&out, *at++);
        at = end > at ? end : at;
    }
    made = mem_strdup(text_str(&out));
    text_free(&out);
    return made;
}

static _Noreturn void wrong_linear(const linear *f, const ltl_error *e)
{
    text out = {0};

    ltl_explain(f->text, e, &out);
    fail(EXIT_INPUT, "%s:%u: error: %.*s", f->file, f->line, (int)out.n - 1, text_str(&out));
}

/* The system's first step, which only begins, is none of the run's: where steps are counted the
 * formula is one about what follows it. */
static formula from_beginning(asm_formulas *all, linear *f)
{
    text later = {0};
    formula whole = f->formula;
    ltl_error e;

    f->counts = ltl_has_next(all->pool, f->formula);
    if (f->counts) {
        text_addf(&later, "X (%s)", f->text);
        if (!ltl_parse(all->pool, text_str(&later), &whole, &e))
            wrong_linear(f, &e);
    }
    text_free(&later);
    return whole;
}

static void add_linear(asm_formulas *all, const casm_options *made, const char *source,
                       const char *file, u32 line)
{
    linear f = {.text = with_quotes(source), .file = file, .line = line};
    text message = {0};
    ltl_error e;

    if (!ltl_parse(all->pool, f.text, &f.formula, &e))
        wrong_linear(&f, &e);
    refuse_steps(ltl_has_next(all->pool, f.formula), made, file, line);
    f.automaton = ltl_translate(all->pool, ltl_not(all->pool, from_beginning(all, &f)), &e);
    if (!f.automaton)
        wrong_linear(&f, &e);
    text_addf(&message, "a run violates %s", source);
    f.message = mem_strdup(text_str(&message));
    text_free(&message);
    vec_push(&all->linear, f);
}

/* The first linear formula that speaks of it. */
static const linear *formula_with(const asm_formulas *all, const char *words)
{
    u32 i = 0;

    while (i + 1 < all->linear.n && !strstr(all->linear.at[i].text, words))
        i++;
    return &all->linear.at[i];
}

static void add_queries(asm_formulas *all, casm *c)
{
    for (u32 i = 0; i < ltl_propositions(all->pool); i++) {
        const char *words = ltl_proposition(all->pool, i)->text;
        const linear *f = formula_with(all, words);
        expr e = casm_proposition(c, words, f->file, f->line);

        vec_push(&all->queries, c->watched.n);
        vec_push(&c->watched, e);
    }
}

static bool has_ranges(const casm *c)
{
    for (u32 i = 0; i < c->vars.n; i++)
        if (c->vars.at[i].low != c->vars.at[i].high)
            return true;
    return false;
}

void asm_formulas_read(asm_formulas *f, const options *o, casm *c, const casm_options *made)
{
    f->pool = ltl_open();
    for (u32 i = 0; i < c->properties.n; i++) {
        const asm_property *q = &c->properties.at[i];

        if (q->kind == PROP_CTL)
            add_branching(f, c, made, q->text, c->files.at[q->file], q->line);
        else if (q->kind == PROP_LTL)
            add_linear(f, made, q->text, c->files.at[q->file], q->line);
    }
    for (u32 i = 0; i < o->ctl.n; i++)
        add_branching(f, c, made, o->ctl.at[i], "--ctl", 1);
    for (u32 i = 0; i < o->ltl.n; i++)
        add_linear(f, made, o->ltl.at[i], "--ltl", 1);
    if (f->linear.n && has_ranges(c))
        fail(EXIT_INPUT,
             "%s:1: error: linear formulas need one state to begin in; choose the value in a "
             "process instead of "
             "giving the cell a range",
             c->files.at[0]);
    if (o->fair && !f->linear.n)
        fail(EXIT_USAGE, "heddle asm: --fair needs a linear formula: --ltl");
    add_queries(f, c);
    if (f->branching.n || f->linear.n)
        casm_flow(c, made);
}

static void add_figures(result *to, const result *r)
{
    to->seconds += r->seconds;
    if (r->states > to->states) /* the largest graph of those that were needed */
        to->states = r->states, to->transitions = r->transitions;
    if (r->peak_bytes > to->peak_bytes)
        to->peak_bytes = r->peak_bytes;
}

static void check_branching(const branching *f, const options *o, casm *c, const search_options *s,
                            result *to, text *report)
{
    machine_options m = asm_machine(o, false);
    ctl_question q = {f->formula, f->queries.at, true};
    sys *system = asm_open(c, &m);
    text tree = {0};
    result r;

    search_ctl(system, s, &q, &r, &tree);
    search_close(system, &r);
    add_figures(to, &r);
    to->verdict = r.verdict;
    memcpy(to->reason, r.reason, sizeof r.reason);
    if (r.verdict == VERDICT_FAILED) {
        result_error(
            to, &(failure){.kind = ERR_CTL, .file = f->file, .line = f->line, .message = f->text});
        text_addf(report, "%s:%u: error: the formula does not hold: %s\n", f->file, f->line,
                  f->text);
    } else if (r.verdict == VERDICT_VERIFIED && tree.n) {
        text_addf(report, "%s:%u: %s\n", f->file, f->line, f->text);
    }
    if (tree.n)
        text_addf(report, "%s\n", text_str(&tree));
    text_free(&tree);
}

static void check_linear(asm_formulas *all, const options *o, casm *c, const search_options *s,
                         result *to)
{
    machine_options m = asm_machine(o, false);
    liveness live = {.queries = all->queries.at, .nqueries = all->queries.n};
    result r = {0};
    sys *system;

    m.symmetry = false;
    system = asm_open(c, &m);
    for (u32 i = 0; i < all->linear.n; i++)
        vec_push(&live.goals, (goal){.kind = GOAL_ACCEPTED,
                                     .fair = properties_fairness(o, true),
                                     .automaton = all->linear.at[i].automaton,
                                     .error = ERR_LTL,
                                     .message = all->linear.at[i].message});
    search_liveness(system, s, &live, &r);
    search_close(system, &r);
    vec_free(&live.goals);
    for (u32 i = 0; r.lasso && i < all->linear.n; i++)
        if (strcmp(all->linear.at[i].message, r.error.message) == 0)
            result_error(&r, &(failure){.kind = ERR_LTL,
                                        .thread = r.error.thread,
                                        .file = all->linear.at[i].file,
                                        .line = all->linear.at[i].line,
                                        .message = all->linear.at[i].message});
    add_figures(&r, to);
    result_free(to);
    *to = r;
}

void asm_formulas_check(asm_formulas *f, const options *o, casm *c, const search_options *s,
                        result *r, text *report)
{
    for (u32 i = 0; i < f->branching.n && r->verdict == VERDICT_VERIFIED; i++)
        check_branching(&f->branching.at[i], o, c, s, r, report);
    if (f->linear.n && r->verdict == VERDICT_VERIFIED)
        check_linear(f, o, c, s, r);
}

static const linear *formula_of(const asm_formulas *all, const char *message)
{
    for (u32 i = 0; i < all->linear.n; i++)
        if (strcmp(all->linear.at[i].message, message) == 0)
            return &all->linear.at[i];
    return NULL;
}

void asm_formulas_cut(const asm_formulas *all, sys *s, result *r)
{
    const linear *f = r->lasso ? formula_of(all, r->error.message) : NULL;

    if (f && !f->counts)
        shown_cut(r, shown_prefix(all->pool, f->formula, all->queries.at, all->queries.n, s, r));
}

void asm_formulas_letters(const asm_formulas *f, const trace *t, report_options *out)
{
    for (u32 i = 0; (t->lasso || t->refuted) && i < f->linear.n; i++) {
        u64 used = ltl_used(f->pool, f->linear.at[i].formula);

        if (strcmp(f->linear.at[i].message, t->message) != 0)
            continue;
        for (u32 k = 0; k < f->queries.n; k++)
            if (used >> k & 1)
                vec_push(&out->letters,
                         (report_letter){f->queries.at[k], ltl_proposition(f->pool, k)->text});
    }
}

/* SMV has the same operators, but writes && and || with one sign; R is V there. */

static void add_ctl(const ctl *f, u32 at, casm *c, const u32 *queries, text *out)
{
    static const char *const words[] = {
#define CTL_OP(name, word, arity) word,
        CTL_OPERATORS(CTL_OP)
#undef CTL_OP
    };
    const ctl_node *n = &f->nodes.at[at];
    bool until = n->op == CTL_AU || n->op == CTL_EU;

    if (n->op <= CTL_FALSE) {
        text_add(out, n->op == CTL_TRUE ? "TRUE" : "FALSE");
    } else if (n->op == CTL_ATOM) {
        smv_proposition(c, c->watched.at[queries[n->a]], out);
    } else if (until || n->op == CTL_AND || n->op == CTL_OR) {
        text_addf(out, until ? "%s [" : "(", words[n->op]);
        add_ctl(f, n->a, c, queries, out);
        text_add(out, until ? " U " : n->op == CTL_AND ? " & " : " | ");
        add_ctl(f, n->b, c, queries, out);
        text_add(out, until ? "]" : ")");
    } else {
        text_addf(out, "%s (", words[n->op]);
        add_ctl(f, n->a, c, queries, out);
        text_add(out, ")");
    }
}

static void add_ltl(const asm_formulas *all, const linear *f, casm *c, text *out)
{
    text words = {0};

    ltl_print(all->pool, ltl_simplify(all->pool, f->formula), &words);
    for (const char *at = text_str(&words); *at; at++) {
        u32 k = 0;

        if (*at == '"') {
            const char *end = strchr(at + 1, '"');
            size_t n = (size_t)(end - at - 1);

            while (strlen(ltl_proposition(all->pool, k)->name) != n ||
                   strncmp(ltl_proposition(all->pool, k)->name, at + 1, n) != 0)
                k++;
            smv_proposition(c, c->watched.at[all->queries.at[k]], out);
            at = end;
        } else if (strncmp(at, "&&", 2) == 0 || strncmp(at, "||", 2) == 0) {
            text_addc(out, *at++);
        } else {
            text_addc(out, *at == 'R' ? 'V' : *at);
        }
    }
    text_free(&words);
}

void asm_formulas_smv(const asm_formulas *f, casm *c, text *out)
{
    for (u32 i = 0; i < f->branching.n; i++) {
        const branching *b = &f->branching.at[i];

        text_addf(out, "-- line %u: ctl %s\nCTLSPEC ", b->line, b->text);
        add_ctl(b->formula, b->formula->nodes.n - 1, c, b->queries.at, out);
        text_add(out, ";\n");
    }
    for (u32 i = 0; i < f->linear.n; i++) {
        text_addf(out, "-- line %u: ltl %s\nLTLSPEC ", f->linear.at[i].line, f->linear.at[i].text);
        add_ltl(f, &f->linear.at[i], c, out);
        text_add(out, ";\n");
    }
}

void asm_formulas_free(asm_formulas *f)
{
    for (u32 i = 0; i < f->branching.n; i++)
        ctl_free(f->branching.at[i].formula), vec_free(&f->branching.at[i].queries);
    for (u32 i = 0; i < f->linear.n; i++) {
        mem_free(f->linear.at[i].text);
        mem_free(f->linear.at[i].message);
        automaton_close(f->linear.at[i].automaton);
    }
    vec_free(&f->branching);
    vec_free(&f->linear);
    vec_free(&f->queries);
    ltl_close(f->pool);
}
