/* A family of assembly text (docs/asm.md): a port of few cells, each written by one of its sides, a
 * base, a component, observers.  The proof is that of docs/induction.md; here its obligations are
 * systems, built in place of what else the file declares:
 *
 *   base   the base, and a process for each cell above, which writes any value at any time;
 *   step   a component, the same above it, and below it chaos, such processes for the cells that a
 *          block writes;
 *   N      N components over the base, a real system.
 *
 * An observer has its states in cells that no instruction can name.  Every instruction that writes
 * to its port also moves the observer on, by assignments of the same step, and remembers in a cell
 * `bad` when it was not ok.  The invariant of the step is: some observer below was not ok, or all
 * above were; an assertion counts only as long as all below were.
 *
 * That copies of a component share their ports alone, and are all alike, is seen from what their
 * instructions touch: only cells of their ports, by name.  Addresses, which are other ones in every
 * copy (so there is no stack), and wake-ups are refused. */
#include "asm/chain.h"
#include "asm/chain_live.h"

#include "base/mutant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool chain_here(const parser *s)
{
    lexer x = s->x;

    lex_next(&x);
    while (x.now.kind == TOK_LINE || token_is(&x.now, "{"))
        lex_next(&x);
    return token_is(&x.now, "port");
}

/* ---- reading ---- */

/* below byte back = 0..1 */
static void parse_field(chain *k)
{
    parser *s = k->s;
    chain_port_field f = {.line = s->x.now.line, .above = lex_is(&s->x, "above")};
    token at = s->x.now;
    i64 low, high;

    if (k->n == FIELDS_MOST)
        lex_fail(&s->x, &at, "a port has at most %d cells", FIELDS_MOST);
    if (!lex_take(&s->x, "above") && !lex_take(&s->x, "below"))
        lex_fail(&s->x, &at,
                 "above or below is expected here: the side of the port that writes it");
    f.width = parse_type(s);
    f.name = lex_name(&s->x, "the name of a cell");
    for (u32 i = 0; i < k->n; i++)
        if (strcmp(k->fields[i].name, f.name) == 0)
            parse_repeated(s, &at, f.name, k->fields[i].line);
    lex_expect(&s->x, "=");
    low = parse_constant(s);
    lex_expect(&s->x, "..");
    high = parse_constant(s);
    if (low != 0 || high < 1 || (f.width < 32 && high >> f.width) || high > 0xffff)
        lex_fail(&s->x, &at, "a cell of a port takes the values 0 to at most 65535, by its type");
    f.low = 0;
    f.high = (u64)high;
    k->fields[k->n++] = f;
}

void chain_read_port(chain *k)
{
    parser *s = k->s;

    lex_skip_lines(&s->x);
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}")) {
        parse_field(k);
        lex_skip_lines(&s->x);
    }
    lex_next(&s->x);
}

/* What would tell copies apart, or reach beyond the ports. */
static void refuse_words(chain *k, lexer x)
{
    static const char *const words[] = {"lea", "offset", "sleep", "wake", "include"};
    u32 depth = 0;

    do {
        depth += token_is(&x.now, "{");
        depth -= token_is(&x.now, "}");
        for (u32 i = 0; i < LENGTH(words); i++)
            if (token_is(&x.now, words[i]))
                lex_fail(&k->s->x, &x.now,
                         "%s is not for a family: what it does is not the same "
                         "for every copy, or reaches beyond the ports",
                         words[i]);
        lex_next(&x);
    } while (depth);
}

void chain_read_body(chain *k, body *b, const char *what)
{
    parser *s = k->s;

    if (b->there && !MUTANT(FAMILY_REPEATED))
        parse_repeated(s, &s->x.now, what, b->line);
    b->line = s->x.now.line;
    lex_skip_lines(&s->x);
    b->at = s->x;
    b->at.dots = true;
    b->there = true;
    parse_skip(s);
    refuse_words(k, b->at);
}

static bool asked_for(const parser *s, const char *name)
{
    for (u32 i = 0; i < s->o->lemmas.n; i++)
        if (strcmp(s->o->lemmas.at[i], name) == 0)
            return true;
    return false;
}

void chain_read_watcher(chain *k, bool lemma)
{
    parser *s = k->s;
    watcher w = {.line = s->x.now.line};
    token at = s->x.now;

    w.name = lex_name(&s->x, "the name of the observer");
    for (u32 i = 0; i < k->watchers.n; i++)
        if (strcmp(k->watchers.at[i].name, w.name) == 0)
            parse_repeated(s, &at, w.name, k->watchers.at[i].line);
    lex_skip_lines(&s->x);
    w.at = s->x;
    parse_skip(s);
    if (!lemma || asked_for(s, w.name))
        vec_push(&k->watchers, w);
    else
        mem_free(w.name);
}

static void parse_line(chain *k)
{
    parser *s = k->s;

    if (lex_take(&s->x, "port"))
        chain_read_port(k);
    else if (lex_take(&s->x, "base"))
        chain_read_body(k, &k->base, "base");
    else if (lex_take(&s->x, "component"))
        chain_read_body(k, &k->component, "component");
    else if (lex_take(&s->x, "observer"))
        chain_read_watcher(k, false);
    else if (lex_take(&s->x, "lemma"))
        chain_read_watcher(k, true);
    else if (lex_take(&s->x, "fair"))
        chain_read_fair(k);
    else if (lex_take(&s->x, "live"))
        chain_read_live(k);
    else if (lex_is(&s->x, "may"))
        lex_fail(&s->x, &s->x.now,
                 "what may happen is proved of families of signals: a strategy would have to say "
                 "which process moves");
    else
        lex_fail(&s->x, &s->x.now,
                 "port, base, component, observer, lemma, fair or live is expected here");
    lex_skip_lines(&s->x);
}

/* ---- cells and processes ---- */

static void bind(parser *s, u32 i, const char *from, const char *to)
{
    snprintf(s->binds[i].from, sizeof s->binds[i].from, "%s", from);
    snprintf(s->binds[i].to, sizeof s->binds[i].to, "%s", to);
}

void chain_add_port(chain *k, const char *port)
{
    for (u32 i = 0; i < k->n; i++) {
        char name[128];

        snprintf(name, sizeof name, "%s.%s", port, k->fields[i].name);
        casm_add_array(k->s->c, name, 1, k->fields[i].width, SHARED, VAR_CELL);
    }
}

static void add_copy(chain *k, const char *name, const body *b, const char *below,
                     const char *above)
{
    parser *s = k->s;
    copy c = {.process = s->c->processes.n};
    char to[32];

    snprintf(c.below, sizeof c.below, "%s", below);
    snprintf(c.above, sizeof c.above, "%s", above);
    snprintf(to, sizeof to, "%s.", above);
    bind(s, 0, "above.", to);
    snprintf(to, sizeof to, "%s.", below);
    bind(s, 1, "below.", to);
    s->nbinds = *below ? 2 : 1;
    parse_instance(s, name, &b->at);
    s->nbinds = 0;
    vec_push(&k->copies, c);
}

/* Writes any value, for ever. */
static void add_free(chain *k, const char *who, const char *port, const chain_port_field *f)
{
    parser *s = k->s;
    char source[256], name[128];
    lexer x;

    /* Where it is asked what happens at last every process moves again and again: it may idle. */
    snprintf(source, sizeof source, "{ again: %schoose [%s.%s], 0..%" PRIu64 "; jmp again\n}",
             s->o->live && !MUTANT(EVENTUAL_IDLE) ? "choose al, 2; test al, al; jz again; " : "",
             port, f->name, f->high);
    snprintf(name, sizeof name, "%s_%s", who, f->name);
    lex_open(&x, s->x.path, parse_keep(s, source));
    x.line = f->line;
    x.keep_lines = x.dots = true;
    lex_next(&x);
    bind(s, 0, "", "");
    s->nbinds = 1;
    parse_instance(s, name, &x);
    s->nbinds = 0;
}

void chain_add_side(chain *k, const char *who, const char *port, bool above)
{
    for (u32 i = 0; i < k->n; i++)
        if (k->fields[i].above == above)
            add_free(k, who, port, &k->fields[i]);
}

/* ---- observers ---- */

static u32 find_state(const watch *w, const casm *c, const token *t)
{
    for (u32 i = 0; i < w->n; i++) {
        const char *name = strrchr(c->arrays.at[w->states[i]].name, '.') + 1;

        if (token_is(t, name))
            return i;
    }
    return STATES_MOST;
}

/* Cells of the port and states go by their names alone. */
static void check_state_name(const chain *k, const watch *w, const token *at)
{
    if (find_state(w, k->s->c, at) != STATES_MOST)
        lex_fail(&k->s->x, at, "the observer has a state of this name already");
    for (u32 i = 0; i < k->n; i++)
        if (token_is(at, k->fields[i].name))
            lex_fail(&k->s->x, at, "line %u has a cell of the port of this name",
                     k->fields[i].line);
}

/* state x : 0..3 = 0 */
static void parse_state(chain *k, watch *w)
{
    parser *s = k->s;
    token at = s->x.now;
    char *own = lex_name(&s->x, "the name of a state"), name[160];
    i64 high = 1, start = 0;
    u32 width = 1, a;

    check_state_name(k, w, &at);
    if (lex_take(&s->x, ":")) {
        parse_constant(s);
        lex_expect(&s->x, "..");
        high = parse_constant(s);
    }
    if (lex_take(&s->x, "="))
        start = parse_constant(s);
    if (high < 1 || high > 255 || start < 0 || start > high || w->n == STATES_MOST)
        lex_fail(&s->x, &at, "a state is a number from 0 to at most 255, and begins as one");
    while (high >> width)
        width++;
    snprintf(name, sizeof name, "%s:%s.%s", w->port, w->of->name, own);
    a = casm_add_array(s->c, name, 1, width, SHARED, VAR_CELL);
    s->c->vars.at[s->c->arrays.at[a].first].low = (u64)start;
    s->c->vars.at[s->c->arrays.at[a].first].high = (u64)start;
    w->states[w->n++] = a;
    mem_free(own);
}

static void parse_next(chain *k, watch *w)
{
    parser *s = k->s;
    token at = s->x.now;
    u32 i = find_state(w, s->c, &at);

    if (i == STATES_MOST)
        lex_fail(&s->x, &at, "next needs a state of this observer");
    lex_next(&s->x);
    lex_expect(&s->x, "=");
    if (w->next[i] && !MUTANT(FAMILY_REPEATED))
        parse_repeated(s, &at, "this state", w->lines[i]);
    w->lines[i] = at.line;
    w->next[i] = parse_expression(s);
    if (s->c->arrays.at[w->states[i]].width == 1)
        w->next[i] = ex_truth(&s->c->pool, w->next[i]);
}

static void parse_watch_line(chain *k, watch *w)
{
    parser *s = k->s;

    if (lex_take(&s->x, "state")) {
        parse_state(k, w);
    } else if (lex_take(&s->x, "next")) {
        parse_next(k, w);
    } else {
        token at = s->x.now;

        if (!lex_take(&s->x, "ok"))
            lex_fail(&s->x, &s->x.now, "state, next or ok is expected here");
        if (w->ok && !MUTANT(FAMILY_REPEATED))
            parse_repeated(s, &at, "ok", w->ok_line);
        w->ok_line = at.line;
        lex_expect(&s->x, "=");
        w->ok = ex_truth(&s->c->pool, parse_expression(s));
    }
    if (s->x.now.kind != TOK_LINE && !lex_is(&s->x, "}"))
        lex_fail(&s->x, &s->x.now, "the end of the statement is expected here");
    lex_skip_lines(&s->x);
}

static expr at_first(rewriter *r, expr e, expr index)
{
    const casm *c = r->what;
    const expr_node *n = node_at(r->p, e);

    (void)index;
    return n->op == EX_VAR ? ex_const(r->p, n->width, c->vars.at[n->extra].low) : e;
}

/* Ports begin with zeros, states as they say. */
static bool ok_at_first(casm *c, expr ok)
{
    rewriter r = {.p = &c->pool, .what = c, .leaf = at_first};
    u64 value = 0;

    ex_is_const(&c->pool, ex_rewrite(&r, ok), &value);
    vec_free(&r.memo);
    return value;
}

/* An observer is a function of what its port has held. */
static void check_mentions(const chain *k, const watch *w)
{
    const casm *c = k->s->c;
    expr_list nodes = {0};
    VEC(expr) roots = {0};

    vec_push(&roots, w->ok);
    for (u32 i = 0; i < w->n; i++)
        if (w->next[i])
            vec_push(&roots, w->next[i]);
    ex_collect(&c->pool, &nodes, roots.at, roots.n);
    for (u32 i = 0; i < nodes.n; i++) {
        const expr_node *n = node_at(&c->pool, nodes.at[i]);

        if (n->op == EX_VAR && c->vars.at[n->extra].owner != SHARED)
            lex_fail(
                &k->s->x, &w->of->at.now,
                "the observer speaks of %s of a process; it sees the cells of its port and its "
                "own states",
                c->vars.at[n->extra].name);
    }
    vec_free(&nodes);
    vec_free(&roots);
}

void chain_bind_port(chain *k, const char *port)
{
    char to[160];

    snprintf(to, sizeof to, "%s.", port);
    bind(k->s, 0, "", to);
    k->s->nbinds = 1;
}

void chain_check_cells(const chain *k, expr e, const lexer *at)
{
    const casm *c = k->s->c;
    expr_list nodes = {0};

    ex_collect(&c->pool, &nodes, &e, 1);
    for (u32 i = 0; i < nodes.n; i++) {
        const expr_node *n = node_at(&c->pool, nodes.at[i]);

        if (n->op == EX_VAR && c->vars.at[n->extra].owner != SHARED)
            lex_fail(at, &at->now, "this speaks of %s of a process; it sees the cells of its port",
                     c->vars.at[n->extra].name);
    }
    vec_free(&nodes);
}

static void add_watch(chain *k, const watcher *of, const char *port)
{
    parser *s = k->s;
    watch w = {.of = of};
    char to[160];

    snprintf(w.port, sizeof w.port, "%s", port);
    s->x = of->at;
    snprintf(to, sizeof to, "%s.", port);
    bind(s, 0, "", to);
    snprintf(to, sizeof to, "%s:%s.", port, of->name);
    bind(s, 1, "", to);
    s->nbinds = 2;
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}"))
        parse_watch_line(k, &w);
    s->nbinds = 0;
    if (!w.ok)
        lex_fail(&s->x, &of->at.now, "an observer says ok = ...");
    check_mentions(k, &w);
    snprintf(to, sizeof to, "%s:%s bad", port, of->name);
    w.bad = casm_add_array(s->c, to, 1, 1, SHARED, VAR_CELL);
    if (!ok_at_first(s->c, w.ok)) {
        s->c->vars.at[s->c->arrays.at[w.bad].first].low = 1;
        s->c->vars.at[s->c->arrays.at[w.bad].first].high = 1;
    }
    vec_push(&k->watches, w);
}

void chain_add_watches(chain *k, const char *port)
{
    for (u32 i = 0; i < k->watchers.n; i++)
        add_watch(k, &k->watchers.at[i], port);
}

/* ---- what instructions do beside ---- */

expr chain_value(const casm *c, u32 a)
{
    return ex_var((pool *)&c->pool, c->arrays.at[a].width, c->arrays.at[a].first);
}

bool chain_of_port(const array *a, const char *port)
{
    size_t n = strlen(port);

    return strncmp(a->name, port, n) == 0 && a->name[n] == '.';
}

/* What the cell holds after the instruction. */
static expr after_step(rewriter *r, expr e, expr index)
{
    const changes *ch = r->what;
    const expr_node *n = node_at(r->p, e);

    (void)index;
    for (u32 k = 0; n->op == EX_VAR && k < ch->sets; k++) {
        const assign *a = &ch->i->sets.at[k];

        if (ch->c->arrays.at[a->array].first == n->extra)
            return ex_zext(r->p, a->value, n->width);
    }
    return e;
}

expr chain_after(casm *c, const changes *ch, expr e)
{
    rewriter r = {.p = &c->pool, .what = (void *)ch, .leaf = after_step};
    expr out = ex_rewrite(&r, e);

    vec_free(&r.memo);
    return out;
}

void chain_also_sets(instr *i, casm *c, u32 a, expr value)
{
    vec_push(&i->sets,
             ((assign){.array = a, .value = ex_zext(&c->pool, value, c->arrays.at[a].width)}));
    vec_push(&i->touches, ((footprint){.array = a, .reads = true, .writes = true}));
}

/* Moves the observer on, where the instruction writes to its port. */
static void observe(casm *c, instr *i, u32 sets, const watch *w)
{
    changes ch = {c, i, sets};
    bool writes = false;
    expr next[STATES_MOST], bad;

    for (u32 k = 0; k < sets; k++)
        writes |= c->arrays.at[i->sets.at[k].array].owner == SHARED &&
                  chain_of_port(&c->arrays.at[i->sets.at[k].array], w->port);
    if (!writes)
        return;
    bad = ex_or(&c->pool, chain_value(c, w->bad), ex_not(&c->pool, chain_after(c, &ch, w->ok)));
    for (u32 k = 0; k < w->n; k++)
        next[k] = w->next[k] ? chain_after(c, &ch, w->next[k]) : 0;
    for (u32 k = 0; k < w->n; k++)
        if (next[k])
            chain_also_sets(i, c, w->states[k], next[k]);
    chain_also_sets(i, c, w->bad, bad);
    for (u32 a = 0; a < c->arrays.n; a++)
        if (c->arrays.at[a].owner == SHARED && chain_of_port(&c->arrays.at[a], w->port))
            vec_push(&i->touches, ((footprint){.array = a, .reads = true}));
}

_Noreturn void chain_wrong(const chain *k, const instr *i, const char *what, const char *cell)
{
    fail(EXIT_INPUT, "%s:%u: error: %s %s\n    %s", k->s->c->files.at[i->file], i->line, cell, what,
         i->text ? i->text : "");
}

const chain_port_field *chain_field(const chain *k, const array *a)
{
    const char *name = strchr(a->name, '.');

    for (u32 i = 0; name && i < k->n; i++)
        if (strcmp(k->fields[i].name, name + 1) == 0)
            return &k->fields[i];
    return NULL;
}

/* A write of the program's: by the owner, and of a value that chaos knows. */
static void check_write(const chain *k, const copy *of, instr *i, const assign *a)
{
    casm *c = k->s->c;
    const array *cell = &c->arrays.at[a->array];
    const chain_port_field *f = chain_field(k, cell);
    bool mine = chain_of_port(cell, f->above ? of->below : of->above);
    expr value = ex_zext(&c->pool, a->value, 64);

    if (!mine)
        chain_wrong(k, i, "is written by the other side of the port", f->name);
    vec_push(&i->checks,
             ((check_row){ex_not(&c->pool, ex_binary(&c->pool, EX_ULT,
                                                     ex_const(&c->pool, 64, f->high), value)),
                          ERR_OBSERVER, keep_message(c, "%s leaves its range", cell->name)}));
}

static bool reaches(const chain *k, const copy *of, const array *cell)
{
    return chain_field(k, cell) &&
           ((*of->below && chain_of_port(cell, of->below)) || chain_of_port(cell, of->above));
}

static void check_code(const chain *k, const copy *of)
{
    casm *c = k->s->c;
    process *p = &c->processes.at[of->process];

    for (u32 n = 0; n < p->code.n; n++) {
        instr *i = &p->code.at[n];

        for (u32 t = 0; t < i->touches.n; t++) {
            const footprint *f = &i->touches.at[t];

            if (f->index || !reaches(k, of, &c->arrays.at[f->array]))
                chain_wrong(k, i, "is reached otherwise than as a cell of a port, by its name",
                            c->arrays.at[f->array].name);
        }
        for (u32 a = 0; a < i->sets.n; a++)
            if (c->arrays.at[i->sets.at[a].array].owner == SHARED)
                check_write(k, of, i, &i->sets.at[a]);
    }
}

/* Some observer below was not ok: the run is none of a real block. */
static expr spurious(const chain *k)
{
    pool *p = &k->s->c->pool;
    expr any = ex_const(p, 1, 0);

    for (u32 w = 0; w < k->watches.n; w++)
        if (strcmp(k->watches.at[w].port, "above") != 0)
            any = ex_or(p, any, chain_value(k->s->c, k->watches.at[w].bad));
    return any;
}

static void finish_instr(chain *k, instr *i, expr dropped)
{
    casm *c = k->s->c;
    u32 sets = i->sets.n;

    for (u32 n = 0; n < i->checks.n; n++)
        i->checks.at[n].holds = ex_or(&c->pool, i->checks.at[n].holds, dropped);
    for (u32 w = 0; w < k->watches.n; w++)
        observe(c, i, sets, &k->watches.at[w]);
}

static void add_properties(chain *k, expr dropped)
{
    casm *c = k->s->c;

    for (u32 w = 0; w < k->watches.n; w++) {
        const watch *at = &k->watches.at[w];
        text words = {0};

        if (strcmp(at->port, "above") != 0)
            continue;
        text_addf(&words, "observer %s is ok", at->of->name);
        vec_push(&c->properties,
                 ((asm_property){.kind = PROP_INVARIANT,
                                 .text = mem_strdup(text_str(&words)),
                                 .line = at->of->line,
                                 .holds = ex_or(&c->pool, dropped,
                                                ex_not(&c->pool, chain_value(c, at->bad)))}));
        text_free(&words);
    }
}

static void finish(chain *k)
{
    casm *c = k->s->c;
    expr dropped;

    for (u32 i = 0; i < k->copies.n; i++)
        check_code(k, &k->copies.at[i]);
    dropped = spurious(k);
    for (u32 p = 0; p < c->processes.n; p++)
        for (u32 i = 0; i < c->processes.at[p].code.n; i++)
            finish_instr(k, &c->processes.at[p].code.at[i], dropped);
    add_properties(k, dropped);
    chain_name_dropped(k, dropped);
}

/* ---- obligations ---- */

static void build_system(chain *k, u32 n)
{
    char name[32], below[16] = "", above[16];

    for (u32 i = 0; i <= n; i++) {
        snprintf(above, sizeof above, i < n ? "port%u" : "above", i);
        chain_add_port(k, above);
        snprintf(name, sizeof name, i ? "component%u" : "base", i);
        add_copy(k, name, i ? &k->component : &k->base, below, above);
        memcpy(below, above, sizeof below);
    }
    chain_add_side(k, "environment", "above", true);
    chain_add_watches(k, "above");
    chain_name_port(k, "above");
}

static void build_step(chain *k)
{
    chain_add_port(k, "below");
    chain_add_port(k, "above");
    add_copy(k, "component", &k->component, "below", "above");
    chain_add_side(k, "chaos", "below", false);
    chain_add_side(k, "environment", "above", true);
    chain_add_watches(k, "below");
    chain_add_watches(k, "above");
    chain_name_port(k, "below");
    chain_name_port(k, "above");
}

static void build(chain *k, const char *part)
{
    if (strcmp(part, "step") == 0)
        build_step(k);
    else
        build_system(k, (u32)strtoul(part, NULL, 10));
    finish(k);
}

void chain_close(chain *k)
{
    for (u32 i = 0; i < k->n; i++)
        mem_free(k->fields[i].name);
    for (u32 i = 0; i < k->watchers.n; i++)
        mem_free(k->watchers.at[i].name);
    vec_free(&k->watchers);
    vec_free(&k->copies);
    vec_free(&k->watches);
    vec_free(&k->fair);
    for (u32 i = 0; i < k->lives.n; i++)
        mem_free(k->lives.at[i].name);
    vec_free(&k->lives);
    mem_free(k->name);
}

/* The lemmas are what the user is told of. */
static void note_chain(parser *s, const char *name)
{
    chain_note n = {.name = mem_strdup(name)};
    u32 depth = 0;

    lex_skip_lines(&s->x);
    do {
        depth += lex_is(&s->x, "{");
        depth -= lex_is(&s->x, "}");
        if (depth == 1 && lex_take(&s->x, "lemma"))
            vec_push(&n.lemmas, mem_strndup(s->x.now.at, s->x.now.n));
        else if (depth == 1 && lex_take(&s->x, "live"))
            n.lives++;
        else if (depth == 1 && lex_is(&s->x, "fair"))
            n.fair++;
        else if (depth == 1)
            lex_take(&s->x, "observer");
        lex_next(&s->x);
    } while (depth);
    vec_push(&s->c->chains, n);
}

void chain_parse(parser *s)
{
    token at = s->x.now;
    chain k = {.s = s, .name = lex_name(&s->x, "the name of the family")};

    if (!s->o->chain || strcmp(s->o->chain, k.name) != 0) {
        note_chain(s, k.name);
        chain_close(&k);
        return;
    }
    lex_skip_lines(&s->x);
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}"))
        parse_line(&k);
    if (!k.n || !k.base.there || !k.component.there || !k.watchers.n)
        lex_fail(&s->x, &at, "a family needs port, base, component and an observer");
    build(&k, s->o->part);
    chain_close(&k);
}
