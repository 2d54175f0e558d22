/* A system as constrained Horn clauses, in SMT-LIB.
 *
 * `reached` holds of the states that can be reached: of those at first, and of what a step leads to
 * from one of them.  A clause with `false` as its head says that no such state fails.  A solver
 * that finds a meaning of `reached` (sat) has proved the system; unsat says that it fails.
 *
 * Where processors have any speed a clause is what a process does from one rest point.  On a common
 * clock a tick is made of turns: turn(before, now, done) has the state as the tick began, what
 * those who had their turn have made of it, and who they are.  Each takes its turn once, in any
 * order; an instruction reads the cells as the tick began, an indivisible one as they are now.
 *
 * Unlike the SMV text and the circuit, which heddle's tests and engines also read, this is written
 * for solvers of others. */
#include "asm/trans.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct horn {
    casm *c;
    text *out;
    sym_steps steps;
    bool clock;
    u32 open; /* parentheses of `let` */
} horn;

/* Where a variable stands in a clause: as it was, and, on a common clock, as it is now. */
typedef enum place { BEFORE, NOW } place;

/* Names. */

static void add_name(horn *h, u32 v, place at)
{
    const var *x = &h->c->vars.at[v];

    text_add(h->out, "|");
    if (x->owner != SHARED)
        text_addf(h->out, "%s.", h->c->processes.at[x->owner].name);
    text_addf(h->out, "%s%s|", x->kind == VAR_PC ? "pc" : x->name, at == NOW ? " now" : "");
}

static void add_waits(horn *h, u32 p, place at)
{
    text_addf(h->out, "|%s waits%s|", h->c->processes.at[p].name, at == NOW ? " now" : "");
}

static void add_done(horn *h, u32 p)
{
    text_addf(h->out, "|%s done|", h->c->processes.at[p].name);
}

static bool is_kept(const horn *h, u32 v)
{
    return bit_of(h->c->kept, v);
}

/* Instructions of the process take more than one tick. */
static bool waits(const horn *h, u32 number)
{
    const process *p = &h->c->processes.at[number];

    for (u32 i = 0; h->clock && i < p->code.n; i++)
        if (p->code.at[i].cycles > 1)
            return true;
    return false;
}

/* All variables of a state with their sorts, or their sorts alone. */
static void add_sorts(horn *h, place at, bool names)
{
    for (u32 v = 0; v < h->c->vars.n; v++) {
        if (!is_kept(h, v))
            continue;
        text_add(h->out, names ? " (" : " ");
        if (names)
            add_name(h, v, at);
        text_addf(h->out, "%s(_ BitVec %u)%s", names ? " " : "", h->c->vars.at[v].width,
                  names ? ")" : "");
    }
    for (u32 p = 0; p < h->c->processes.n; p++) {
        if (!waits(h, p))
            continue;
        text_add(h->out, names ? " (" : " ");
        if (names)
            add_waits(h, p, at);
        text_add(h->out, names ? " (_ BitVec 8))" : "(_ BitVec 8)");
    }
}

static void add_state(horn *h, place at)
{
    for (u32 v = 0; v < h->c->vars.n; v++)
        if (is_kept(h, v)) {
            text_add(h->out, " ");
            add_name(h, v, at);
        }
    for (u32 p = 0; p < h->c->processes.n; p++)
        if (waits(h, p)) {
            text_add(h->out, " ");
            add_waits(h, p, at);
        }
}

static void add_reached(horn *h, place at)
{
    text_add(h->out, "(reached");
    add_state(h, at);
    text_add(h->out, ")");
}

/* `turn` with one process more among those that had theirs; NO_VAR: as it is. */
static void add_turn(horn *h, u32 more)
{
    text_add(h->out, "(turn");
    add_state(h, BEFORE);
    add_state(h, NOW);
    for (u32 p = 0; p < h->c->processes.n; p++) {
        text_add(h->out, " ");
        if (p == more)
            text_add(h->out, "true");
        else
            add_done(h, p);
    }
    text_add(h->out, ")");
}

/* Expressions: what is made of others has a name, t or n and its number. */

static void add_number(horn *h, u32 width, u64 value)
{
    text_addf(h->out, "(_ bv%" PRIu64 " %u)", value, width);
}

static void add_operand(horn *h, expr e, place cells)
{
    const expr_node *n = node_at(&h->c->pool, e);

    if (n->op == EX_CONST)
        add_number(h, n->width, n->value);
    else if (n->op == EX_VAR)
        add_name(h, n->extra, h->c->vars.at[n->extra].owner == SHARED ? cells : BEFORE);
    else if (n->op == EX_CHOICE)
        text_add(h->out, "choice");
    else
        text_addf(h->out, "%c%u", cells == NOW ? 'n' : 't', e);
}

static void add_operands(horn *h, const char *word, const expr_node *n, place cells)
{
    text_addf(h->out, "(%s ", word);
    add_operand(h, n->a, cells);
    if (n->b) {
        text_add(h->out, " ");
        add_operand(h, n->b, cells);
    }
    text_add(h->out, ")");
}

static void add_truth(horn *h, expr e, place cells)
{
    text_add(h->out, "(= ");
    add_operand(h, e, cells);
    text_add(h->out, " #b1)");
}

static void add_choice(horn *h, const expr_node *n, place cells)
{
    text_add(h->out, "(ite ");
    add_truth(h, n->a, cells);
    text_add(h->out, " ");
    add_operand(h, n->b, cells);
    text_add(h->out, " ");
    add_operand(h, n->c, cells);
    text_add(h->out, ")");
}

static void add_node(horn *h, expr e, place cells)
{
    static const char *const words[EX_COUNT] = {
        [EX_ADD] = "bvadd", [EX_SUB] = "bvsub", [EX_AND] = "bvand", [EX_OR] = "bvor",
        [EX_XOR] = "bvxor", [EX_NOT] = "bvnot", [EX_SHL] = "bvshl", [EX_SHR] = "bvlshr",
        [EX_EQ] = "=",      [EX_ULT] = "bvult", [EX_SLT] = "bvslt",
    };
    const expr_node *n = node_at(&h->c->pool, e);
    u32 more = n->width - width_of(&h->c->pool, n->a);
    char word[40];

    switch ((expr_op)n->op) {
    case EX_ITE:
        add_choice(h, n, cells);
        return;
    case EX_CUT:
        snprintf(word, sizeof word, "(_ extract %u %u)", n->extra + n->width - 1, n->extra);
        add_operands(h, word, n, cells);
        return;
    case EX_ZEXT:
    case EX_SEXT:
        snprintf(word, sizeof word, "(_ %s_extend %u)", n->op == EX_ZEXT ? "zero" : "sign", more);
        add_operands(h, word, n, cells);
        return;
    default:
        if (!words[n->op])
            die("an element by its index is left in a clause");
        text_add(h->out, ex_compares((expr_op)n->op) ? "(ite " : "");
        add_operands(h, words[n->op], n, cells);
        text_add(h->out, ex_compares((expr_op)n->op) ? " #b1 #b0)" : "");
    }
}

/* Names for all that the expressions are made of. */
static void add_lets(horn *h, const expr_list *roots, place cells)
{
    expr_list nodes = {0};

    ex_collect(&h->c->pool, &nodes, roots->at, roots->n);
    for (u32 i = 0; i < nodes.n; i++) {
        u8 op = node_at(&h->c->pool, nodes.at[i])->op;

        if (op == EX_CONST || op == EX_VAR || op == EX_CHOICE)
            continue;
        text_addf(h->out, "\n  (let ((%c%u ", cells == NOW ? 'n' : 't', nodes.at[i]);
        add_node(h, nodes.at[i], cells);
        text_add(h->out, "))");
        h->open++;
    }
    vec_free(&nodes);
}

/* Clauses. */

static void begin(horn *h, bool turn)
{
    text_add(h->out, "(assert (forall (");
    add_sorts(h, BEFORE, true);
    if (turn) {
        add_sorts(h, NOW, true);
        for (u32 p = 0; p < h->c->processes.n; p++) {
            text_add(h->out, " (");
            add_done(h, p);
            text_add(h->out, " Bool)");
        }
    }
    text_add(h->out, " (choice (_ BitVec 32)))");
}

static void finish(horn *h)
{
    while (h->open) {
        text_add(h->out, ")");
        h->open--;
    }
    text_add(h->out, "))\n");
}

static void add_at(horn *h, u32 number, u32 at, place when)
{
    u32 pc = h->c->processes.at[number].pc;

    text_add(h->out, "(= ");
    add_name(h, pc, when);
    text_add(h->out, " ");
    add_number(h, h->c->vars.at[pc].width, at);
    text_add(h->out, ")");
}

static void add_ready(horn *h, u32 number)
{
    if (!waits(h, number))
        return;
    text_add(h->out, " (= ");
    add_waits(h, number, BEFORE);
    text_add(h->out, " #x00)");
}

static void add_initial(horn *h)
{
    begin(h, false);
    text_add(h->out, " (=> (and true");
    for (u32 v = 0; v < h->c->vars.n; v++) {
        const var *x = &h->c->vars.at[v];
        bool dead = x->owner != SHARED && !h->c->processes.at[x->owner].code.at[0].live[v];

        if (!is_kept(h, v))
            continue;
        text_add(h->out, " (bvule ");
        add_number(h, x->width, dead ? 0 : x->low);
        text_add(h->out, " ");
        add_name(h, v, BEFORE);
        text_add(h->out, ") (bvule ");
        add_name(h, v, BEFORE);
        text_add(h->out, " ");
        add_number(h, x->width, dead ? 0 : x->high);
        text_add(h->out, ")");
    }
    for (u32 p = 0; p < h->c->processes.n; p++)
        if (waits(h, p)) {
            text_add(h->out, " (= ");
            add_waits(h, p, BEFORE);
            text_addf(h->out, " (_ bv%u 8))", h->c->processes.at[p].code.at[0].cycles - 1);
        }
    text_add(h->out, ") ");
    add_reached(h, BEFORE);
    text_add(h->out, ")");
    finish(h);
}

/* The expressions of a step that are read as the cells are for it, and its guard. */
static void step_lets(horn *h, const sym_step *s, place cells)
{
    expr_list guard = {0}, roots = {0};

    vec_push(&guard, s->guard);
    vec_push(&roots, s->fails);
    for (u32 v = 0; v < h->c->vars.n; v++) {
        if (!s->after[v] || !is_kept(h, v))
            continue;
        vec_push(&roots, s->after[v]);
        if (s->writes[v])
            vec_push(&roots, s->writes[v]);
    }
    if (cells == NOW)
        add_lets(h, &guard, BEFORE);
    else
        vec_push(&roots, s->guard);
    add_lets(h, &roots, cells);
    vec_free(&guard);
    vec_free(&roots);
}

static place cells_of(const horn *h, const sym_step *s)
{
    return h->clock && h->c->processes.at[s->process].code.at[s->at].flags & INSN_LOCKED ? NOW
                                                                                         : BEFORE;
}

static void step_condition(horn *h, const sym_step *s)
{
    text_add(h->out, "\n  (=> (and ");
    if (h->clock)
        add_turn(h, NO_VAR);
    else
        add_reached(h, BEFORE);
    text_add(h->out, " ");
    add_at(h, s->process, s->at, BEFORE);
    text_add(h->out, " ");
    add_truth(h, s->guard, BEFORE);
    text_addf(h->out, " (bvult choice (_ bv%u 32))",
              insn_choices(&h->c->processes.at[s->process].code.at[s->at]));
    if (h->clock) {
        text_add(h->out, " (not ");
        add_done(h, s->process);
        text_add(h->out, ")");
        add_ready(h, s->process);
    }
}

/* What a variable is after the step: of a cell on a common clock, where it is written. */
static void add_after(horn *h, const sym_step *s, u32 v, place cells)
{
    place was = h->clock ? NOW : BEFORE;

    text_add(h->out, " ");
    if (!s->after[v]) {
        add_name(h, v, was);
    } else if (h->clock && s->writes[v]) {
        text_add(h->out, "(ite ");
        add_truth(h, s->writes[v], cells);
        text_add(h->out, " ");
        add_operand(h, s->after[v], cells);
        text_add(h->out, " ");
        add_name(h, v, was);
        text_add(h->out, ")");
    } else {
        add_operand(h, s->after[v], cells);
    }
}

/* How long the instruction takes that comes next. */
static void add_next_waits(horn *h, const sym_step *s, place cells)
{
    const process *p = &h->c->processes.at[s->process];
    u32 open = 0;

    for (u32 i = 0; i < p->code.n; i++) {
        if (p->code.at[i].cycles <= 1)
            continue;
        text_add(h->out, " (ite (= ");
        add_operand(h, s->after[p->pc], cells);
        text_addf(h->out, " (_ bv%u %u)) (_ bv%u 8)", i, h->c->vars.at[p->pc].width,
                  p->code.at[i].cycles - 1);
        open++;
    }
    text_add(h->out, " #x00");
    while (open--)
        text_add(h->out, ")");
}

static void step_result(horn *h, const sym_step *s, place cells)
{
    text_add(h->out, h->clock ? "(turn" : "(reached");
    if (h->clock)
        add_state(h, BEFORE);
    for (u32 v = 0; v < h->c->vars.n; v++)
        if (is_kept(h, v))
            add_after(h, s, v, cells);
    for (u32 p = 0; p < h->c->processes.n; p++) {
        if (!waits(h, p))
            continue;
        text_add(h->out, " ");
        if (p == s->process)
            add_next_waits(h, s, cells);
        else
            add_waits(h, p, NOW);
    }
    for (u32 p = 0; h->clock && p < h->c->processes.n; p++) {
        text_add(h->out, " ");
        if (p == s->process)
            text_add(h->out, "true");
        else
            add_done(h, p);
    }
    text_add(h->out, ")");
}

static void add_source(horn *h, const sym_step *s)
{
    const instr *i = &h->c->processes.at[s->process].code.at[s->at];

    text_addf(h->out, "; %s, line %u: ", h->c->processes.at[s->process].name, i->line);
    for (const char *at = i->text ? i->text : ""; *at; at++)
        text_addc(h->out, *at == '\n' ? ' ' : *at);
    text_add(h->out, "\n");
}

static void add_step(horn *h, const sym_step *s)
{
    place cells = cells_of(h, s);
    u64 never;

    add_source(h, s);
    begin(h, h->clock);
    step_lets(h, s, cells);
    step_condition(h, s);
    text_add(h->out, ")\n    ");
    step_result(h, s, cells);
    text_add(h->out, ")");
    finish(h);
    if (ex_is_const(&h->c->pool, s->fails, &never) && !never)
        return;
    begin(h, h->clock);
    step_lets(h, s, cells);
    step_condition(h, s);
    text_add(h->out, " ");
    add_truth(h, s->fails, cells);
    text_add(h->out, ") false)");
    finish(h);
}

/* The process can act: somewhere, its guard holds. */
static void add_can(horn *h, u32 number)
{
    text_add(h->out, "(and true");
    add_ready(h, number);
    text_add(h->out, " (or false");
    for (u32 i = 0; i < h->steps.n; i++) {
        const sym_step *s = &h->steps.at[i];

        if (s->process != number)
            continue;
        text_add(h->out, " (and ");
        add_at(h, number, s->at, BEFORE);
        text_add(h->out, " ");
        add_truth(h, s->guard, BEFORE);
        text_add(h->out, ")");
    }
    text_add(h->out, "))");
}

static void guard_lets(horn *h)
{
    expr_list guards = {0};

    for (u32 i = 0; i < h->steps.n; i++)
        vec_push(&guards, h->steps.at[i].guard);
    add_lets(h, &guards, BEFORE);
    vec_free(&guards);
}

static void add_ended(horn *h, u32 number)
{
    const process *p = &h->c->processes.at[number];

    text_add(h->out, "(or false");
    for (u32 i = 0; i < p->code.n; i++)
        if (p->code.at[i].flags & INSN_END) {
            text_add(h->out, " ");
            add_at(h, number, i, BEFORE);
        }
    text_add(h->out, ")");
}

/* The common clock: a tick begins, a process that does not act has its turn, the tick ends. */

static void add_tick_begins(horn *h)
{
    begin(h, false);
    text_add(h->out, "\n  (=> ");
    add_reached(h, BEFORE);
    text_add(h->out, " (turn");
    add_state(h, BEFORE);
    add_state(h, BEFORE);
    for (u32 p = 0; p < h->c->processes.n; p++)
        text_add(h->out, " false");
    text_add(h->out, "))");
    finish(h);
}

static void add_idle(horn *h, u32 number)
{
    begin(h, true);
    guard_lets(h);
    text_add(h->out, "\n  (=> (and ");
    add_turn(h, NO_VAR);
    text_add(h->out, " (not ");
    add_done(h, number);
    text_add(h->out, ") (not ");
    add_can(h, number);
    text_add(h->out, "))\n    ");
    if (!waits(h, number)) {
        add_turn(h, number);
    } else { /* one tick less to wait */
        text_add(h->out, "(let ((");
        add_waits(h, number, NOW);
        text_add(h->out, " (ite (= ");
        add_waits(h, number, BEFORE);
        text_add(h->out, " #x00) #x00 (bvsub ");
        add_waits(h, number, BEFORE);
        text_add(h->out, " #x01)))) ");
        add_turn(h, number);
        text_add(h->out, ")");
    }
    text_add(h->out, ")");
    finish(h);
}

static void add_tick_ends(horn *h)
{
    begin(h, true);
    text_add(h->out, "\n  (=> (and ");
    add_turn(h, NO_VAR);
    for (u32 p = 0; p < h->c->processes.n; p++) {
        text_add(h->out, " ");
        add_done(h, p);
    }
    text_add(h->out, ") ");
    add_reached(h, NOW);
    text_add(h->out, ")");
    finish(h);
}

/* What must not be reached. */

static void add_invariant(horn *h, const asm_property *q)
{
    expr_list roots = {0};

    vec_push(&roots, trans_flat(h->c, q->holds));
    text_addf(h->out, "; line %u: invariant %s\n", q->line, q->text);
    begin(h, false);
    add_lets(h, &roots, BEFORE);
    text_add(h->out, "\n  (=> (and ");
    add_reached(h, BEFORE);
    text_add(h->out, " (not ");
    add_truth(h, roots.at[0], BEFORE);
    text_add(h->out, ")) false)");
    finish(h);
    vec_free(&roots);
}

static void add_deadlock(horn *h)
{
    text_add(h->out, "; no deadlock: some process can move, or all have ended\n");
    begin(h, false);
    guard_lets(h);
    text_add(h->out, "\n  (=> (and ");
    add_reached(h, BEFORE);
    for (u32 p = 0; p < h->c->processes.n; p++) {
        text_add(h->out, " (not ");
        add_can(h, p);
        text_add(h->out, ")");
        if (!waits(h, p))
            continue;
        text_add(h->out, " (or (= ");
        add_waits(h, p, BEFORE);
        text_add(h->out, " #x00) ");
        add_ended(h, p);
        text_add(h->out, ")");
    }
    text_add(h->out, " (not (and true");
    for (u32 p = 0; p < h->c->processes.n; p++) {
        text_add(h->out, " ");
        add_ended(h, p);
    }
    text_add(h->out, "))) false)");
    finish(h);
}

static void declare(horn *h)
{
    text_add(h->out, "(set-logic HORN)\n(declare-fun reached (");
    add_sorts(h, BEFORE, false);
    text_add(h->out, ") Bool)\n");
    if (!h->clock)
        return;
    text_add(h->out, "(declare-fun turn (");
    add_sorts(h, BEFORE, false);
    add_sorts(h, NOW, false);
    for (u32 p = 0; p < h->c->processes.n; p++)
        text_add(h->out, " Bool");
    text_add(h->out, ") Bool)\n");
}

static void add_clock(horn *h)
{
    add_tick_begins(h);
    for (u32 p = 0; p < h->c->processes.n; p++)
        add_idle(h, p);
    add_tick_ends(h);
}

void horn_write(casm *c, bool allow_deadlock, text *out)
{
    horn h = {.c = c, .out = out, .clock = c->arch == ARCH_SMP};

    for (u32 p = 0; p < c->processes.n; p++)
        trans_process(c, p, &h.steps);
    text_addf(out,
              "; %s as constrained Horn clauses (%s); sat: nothing fails, unsat: something does\n",
              c->files.at[0], arch_names[c->arch]);
    declare(&h);
    add_initial(&h);
    for (u32 i = 0; i < h.steps.n; i++)
        add_step(&h, &h.steps.at[i]);
    if (h.clock)
        add_clock(&h);
    for (u32 i = 0; i < c->properties.n; i++)
        if (c->properties.at[i].kind == PROP_INVARIANT)
            add_invariant(&h, &c->properties.at[i]);
    if (!allow_deadlock)
        add_deadlock(&h);
    text_add(out, "(check-sat)\n");
    trans_free(&h.steps);
}
