/* The explicit system.
 *
 * A cursor holds the value of every variable.  A step of a process computes the nodes of the
 * instruction, checks what must hold, assigns, and goes on up to the next rest point.  On a common
 * clock (machine_clock.c) one step is a tick of all processors.  With store buffers
 * (machine_stores.c) a store that reaches memory is a step of its own.
 *
 * A stored state is a block of words for the shared cells and one for each process, interned, and
 * the list of their numbers.  What is dead at a process's rest point is stored as zero.  Copies of
 * a process whose code does not tell them apart are interchangeable: match() sorts their blocks. */
#include "asm/machine_state.h"
#include "base/hash.h"
#include "base/mutant.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

casm_machine *machine_of(const sys *s)
{
    assert(s->kind == SYSTEM_ASSEMBLY);
    return (casm_machine *)s;
}

void machine_forget_blocks(casm_machine *m)
{
    memset(m->held, 0, (m->c->processes.n + 1) * sizeof *m->held);
}

/* Evaluation. */

static void room_for_nodes(casm_machine *m)
{
    if (m->scratch_n >= m->c->pool.nodes.n)
        return;
    m->scratch_n = m->c->pool.nodes.n;
    m->scratch = mem_resize(m->scratch, m->scratch_n * sizeof *m->scratch);
    m->scratch[0] = 0;
}

static u64 leaf(const casm_machine *m, const expr_node *n, const u64 *values, u32 choice)
{
    const array *a;

    switch ((expr_op)n->op) {
    case EX_VAR:
        return values[n->extra];
    case EX_CHOICE:
        return choice;
    default:
        a = &m->c->arrays.at[n->extra];
        return m->scratch[n->a] < a->n ? values[a->first + m->scratch[n->a]] : 0;
    }
}

void machine_compute(casm_machine *m, const expr_list *nodes, const u64 *values, u32 choice)
{
    const expr_node *all = m->c->pool.nodes.at;
    u64 *x = m->scratch;

    for (u32 i = 0; i < nodes->n; i++) {
        const expr_node *n = &all[nodes->at[i]];

        if (n->op == EX_CONST)
            x[nodes->at[i]] = n->value;
        else if (n->op == EX_VAR || n->op == EX_LOAD || n->op == EX_CHOICE)
            x[nodes->at[i]] = leaf(m, n, values, choice);
        else
            x[nodes->at[i]] = ex_apply(n, x[n->a], x[n->b], x[n->c], all[n->a].width);
    }
}

static u64 evaluate(casm_machine *m, expr e)
{
    expr_list nodes = {0};

    room_for_nodes(m);
    ex_collect(&m->c->pool, &nodes, &e, 1);
    machine_compute(m, &nodes, m->values, 0);
    vec_free(&nodes);
    return m->scratch[e];
}

instr *machine_present(const casm_machine *m, u32 p)
{
    const process *of_p = &m->c->processes.at[p];

    return &of_p->code.at[m->values[of_p->pc]];
}

bool machine_guard_holds(casm_machine *m, u32 p)
{
    const instr *i = machine_present(m, p);
    const expr_node *g = node_at(&m->c->pool, i->guard);

    return g->op == EX_CONST ? g->value != 0 : m->values[g->extra] != 0; /* a token */
}

bool machine_ended(const casm_machine *m, u32 p)
{
    return machine_present(m, p)->flags & INSN_END;
}

static bool enabled(casm_machine *m, u32 p)
{
    return !machine_ended(m, p) && machine_guard_holds(m, p) &&
           (!m->running || m->running == p + 1);
}

/* Events. */

/* The element that an access of the instruction touches; false: none of this array. */
bool machine_touched(const casm_machine *m, const footprint *t, u32 *at)
{
    const array *a = &m->c->arrays.at[t->array];

    *at = t->at;
    if (!t->index)
        return true;
    if (m->scratch[t->index] >= a->n)
        return false;
    *at = (u32)m->scratch[t->index];
    return true;
}

u32 machine_low(const casm_machine *m, const footprint *t)
{
    return t->low ? (u32)m->scratch[t->low] : 0;
}

u32 machine_bits(const casm_machine *m, const footprint *t)
{
    return t->low ? t->bits : m->c->arrays.at[t->array].width;
}

static event_kind access_kind(const casm_machine *m, u32 p, const instr *i, const footprint *t,
                              u32 cell)
{
    if (insn_buffers(m->c, i))
        return EV_BUFFER;
    if (t->reads && !t->writes && stores_find(m, p, cell, machine_low(m, t), machine_bits(m, t)))
        return EV_FORWARD;
    if (i->flags & INSN_SLEEP)
        return EV_WOKEN;
    if (i->flags & INSN_WAKE)
        return EV_SIGNAL;
    return t->reads && t->writes ? EV_UPDATE : t->writes ? EV_WRITE : EV_READ;
}

event machine_event(const casm_machine *m, u32 p, event_kind kind)
{
    return (event){.kind = (u8)kind,
                   .flags = EVF_VISIBLE,
                   .thread = (u16)(p + 1),
                   .func = p,
                   .pc = (u32)m->values[m->c->processes.at[p].pc]};
}

/* The first access of the instruction; nodes are computed, over the memory as the process sees it.
 */
static event access_event(const casm_machine *m, u32 p, const instr *i)
{
    event e = machine_event(m, p, EV_NONE);
    footprint all = {0};
    u32 first = UINT32_MAX, at;

    for (u32 k = 0; k < i->touches.n; k++) {
        const footprint *t = &i->touches.at[k];
        const array *a = &m->c->arrays.at[t->array];

        if (!machine_touched(m, t, &at) || (first != UINT32_MAX && a->first + at != first))
            continue;
        if (first == UINT32_MAX)
            all = *t;
        first = a->first + at;
        all.reads |= t->reads;
        all.writes |= t->writes;
        e.object = first + 1;
        e.size = 1;
    }
    if (first != UINT32_MAX) {
        e.kind = (u8)access_kind(m, p, i, &all, first);
        e.flags |= EVF_VALUE;
        e.value = e.old = m->values[first];
    }
    return e;
}

/* What it does cannot be told by one event. */
static bool opaque(const instr *i)
{
    return i->flags & INSN_OPAQUE || (i->flags & INSN_ASSERT && i->touches.n > 1);
}

static event pending(casm_machine *m, u32 p)
{
    const instr *i = machine_present(m, p);
    event e;

    if (insn_choices(i) > 1)
        return machine_event(m, p, EV_CHOOSE);
    stores_lay_over(m, p);
    machine_compute(m, &i->nodes, m->values, 0);
    e = access_event(m, p, i);
    stores_lift(m, p);
    return e;
}

/* The values after the step. */
static void settle_event(const casm_machine *m, event *e)
{
    if (e->object && e->kind != EV_BUFFER && e->kind != EV_FORWARD)
        e->value = m->values[e->object - 1];
}

/* Failures. */

static failure failure_at(casm_machine *m, u32 p, const instr *i, error_kind kind,
                          const char *message)
{
    text_clear(&m->message);
    text_add(&m->message, message);
    return (failure){.kind = kind,
                     .thread = (u16)(p + 1),
                     .file = m->c->files.at[i->file],
                     .line = i->line,
                     .message = text_str(&m->message)};
}

static bool checks_hold(casm_machine *m, u32 p, const instr *i, taken *out)
{
    for (u32 k = 0; k < i->checks.n; k++) {
        if (m->scratch[i->checks.at[k].holds])
            continue;
        out->outcome = OUT_ERROR;
        out->error = failure_at(m, p, i, i->checks.at[k].kind, i->checks.at[k].message);
        return false;
    }
    return true;
}

void machine_check_invariants(casm_machine *m, u32 p, taken *out)
{
    for (u32 i = 0; i < m->c->properties.n && out->outcome == OUT_RAN; i++) {
        const asm_property *q = &m->c->properties.at[i];

        if (q->kind != PROP_INVARIANT)
            continue;
        machine_compute(m, &m->invariants[i], m->values, 0);
        if (m->scratch[q->holds])
            continue;
        out->outcome = OUT_ERROR;
        text_clear(&m->message);
        text_addf(&m->message, "invariant violated: %s", q->text);
        out->error = (failure){.kind = ERR_INVARIANT,
                               .thread = (u16)(p + 1),
                               .file = m->c->files.at[q->file],
                               .line = q->line,
                               .message = text_str(&m->message)};
    }
}

/* Steps. */

static void put_store(casm_machine *m, u32 p, const assign *s, u32 cell)
{
    const pool *of = &m->c->pool;

    stores_put(m, p,
               &(buffered){.cell = cell,
                           .low = s->part ? (u8)m->scratch[s->low] : 0,
                           .bits = (u8)width_of(of, s->part ? s->part : s->value),
                           .value = m->scratch[s->part ? s->part : s->value]});
}

static void assign_all(casm_machine *m, u32 p, const instr *i)
{
    bool buffers = insn_buffers(m->c, i);

    for (u32 k = 0; k < i->sets.n; k++) {
        const assign *s = &i->sets.at[k];
        const array *a = &m->c->arrays.at[s->array];
        u64 at = s->index && !s->dead ? m->scratch[s->index] : s->at;

        if (s->dead || at >= a->n)
            continue;
        if (buffers && a->owner == SHARED)
            put_store(m, p, s, a->first + (u32)at);
        else
            m->values[a->first + at] = m->scratch[s->value];
    }
}

static bool room_to_store(const casm_machine *m, u32 p, const instr *i, taken *out)
{
    if (!insn_buffers(m->c, i) || !stores_full(m, p))
        return true;
    out->outcome = OUT_LIMIT;
    out->limit = "a process has more stores in its buffer than --buffer allows";
    return false;
}

static void note_reached(const casm_machine *m, u32 p, u64 from, u64 to)
{
    m->o.reached[p][from] |= (u8)(ASM_REACHED | (to == from + 1 ? ASM_WENT_ON : ASM_JUMPED));
}

/* Executes the present instruction of a process; false: it failed, or was not done. */
bool machine_execute(casm_machine *m, u32 p, u32 choice, const u64 *view, taken *out)
{
    const instr *i = machine_present(m, p);
    const process *of_p = &m->c->processes.at[p];

    stores_lay_over(m, p);
    machine_compute(m, &i->nodes, view, choice);
    stores_lift(m, p);
    if (!checks_hold(m, p, i, out) || !room_to_store(m, p, i, out))
        return false;
    assign_all(m, p, i);
    if (UNLIKELY(m->o.reached))
        note_reached(m, p, m->values[of_p->pc], m->scratch[i->next]);
    m->values[of_p->pc] = m->scratch[i->next];
    m->waits[p] = (u8)(of_p->code.at[m->values[of_p->pc]].cycles - 1);
    return true;
}

/* Reductions take what an opaque step did from its events: all that it touches besides `first`. */
static void add_other_events(casm_machine *m, u32 p, u64 first, taken *out)
{
    const instr *i = machine_present(m, p);
    event e;
    u32 at;

    stores_lay_over(m, p);
    machine_compute(m, &i->nodes, m->values, 0);
    stores_lift(m, p);
    for (u32 k = 0; k < i->touches.n; k++) {
        const footprint *t = &i->touches.at[k];

        if (!machine_touched(m, t, &at) || m->c->arrays.at[t->array].first + at + 1 == first)
            continue;
        e = machine_event(m, p, t->writes ? EV_UPDATE : EV_READ);
        e.object = m->c->arrays.at[t->array].first + at + 1;
        e.size = 1;
        vec_push(&out->events, e);
    }
}

static void add_first_event(casm_machine *m, u32 p, u32 choice, taken *out)
{
    event e = pending(m, p);

    if (e.kind == EV_CHOOSE) {
        e.value = choice;
        e.flags |= EVF_VALUE;
    }
    if (e.kind != EV_NONE)
        vec_push(&out->events, e);
    if (opaque(machine_present(m, p)) && !m->o.plain)
        add_other_events(m, p, e.object, out);
}

/* Does the process rest here, where steps are collapsed? */
static bool rests(const casm_machine *m, u32 p)
{
    const instr *i = machine_present(m, p);

    return i->rest || (insn_buffers(m->c, i) && stores_full(m, p));
}

static bool goes_on(const casm_machine *m, u32 p)
{
    return !m->o.plain && !rests(m, p);
}

/* Who must go on: with --switch-at the process that ran, until it comes to one of the places. */
static void note_running(casm_machine *m, u32 p)
{
    u32 pc = (u32)m->values[m->c->processes.at[p].pc];

    if (!m->switches)
        return;
    m->running =
        m->switches[p][pc] || machine_ended(m, p) || !machine_guard_holds(m, p) ? 0 : p + 1;
}

/* The step changes the shared cells and its process; a wake-up also the process that it wakes. */
static void change_blocks(casm_machine *m, u32 p)
{
    if (machine_present(m, p)->flags & INSN_WAKE)
        machine_forget_blocks(m);
    m->held[0] = m->held[p + 1] = 0;
}

/* Executes, and tells of a store that waits: by the event that announced it, or one of its own. */
static bool execute_telling(casm_machine *m, u32 p, u32 choice, bool announced, taken *out)
{
    u32 before = stores_count(m, p);
    event e;

    if (!machine_execute(m, p, choice, m->values, out))
        return false;
    if (!stores_waiting(m, p, before, &e))
        return true;
    if (announced && out->events.n && out->events.at[0].kind == EV_BUFFER)
        out->events.at[0].value = e.value;
    else
        vec_push(&out->events, e);
    return true;
}

static void step_process(casm_machine *m, u32 p, u32 choice, taken *out)
{
    u32 chain = 0;

    change_blocks(m, p);
    add_first_event(m, p, choice, out);
    if (!execute_telling(m, p, choice, true, out))
        return;
    while (goes_on(m, p)) {
        if (++chain > CHAIN_MOST)
            die("a chain of local instructions has no end");
        if (!execute_telling(m, p, 0, false, out))
            return;
    }
    if (out->events.n)
        settle_event(m, &out->events.at[0]);
    out->steps = 1;
    note_running(m, p);
    machine_check_invariants(m, p, out);
}

/* The oldest store of the process reaches memory. */
static void step_flush(casm_machine *m, u32 p, taken *out)
{
    m->held[0] = m->held[p + 1] = 0;
    vec_push(&out->events, stores_next(m, p));
    stores_flush(m, p);
    machine_check_invariants(m, p, out);
}

static bool any_can(casm_machine *m)
{
    for (u32 p = 0; p < m->c->processes.n; p++)
        if (stores_count(m, p) ||
            (!machine_ended(m, p) &&
             (machine_guard_holds(m, p) || (m->c->arch == ARCH_SMP && m->waits[p]))))
            return true;
    return false;
}

/* The beginning. */

static u64 initial_choices(const casm *c)
{
    u64 n = 1;

    for (u32 i = 0; i < c->vars.n && n <= UINT32_MAX; i++)
        n *= c->vars.at[i].high - c->vars.at[i].low + 1;
    return n;
}

static void begin(casm_machine *m, u32 choice, taken *out)
{
    u64 rest = choice;

    for (u32 i = 0; i < m->c->vars.n; i++) {
        const var *v = &m->c->vars.at[i];
        u64 n = v->high - v->low + 1;

        m->values[i] = v->low + rest % n;
        rest /= n;
    }
    m->started = true;
    for (u32 p = 0; p < m->c->processes.n; p++) {
        event e = {.kind = EV_CREATE, .flags = EVF_VISIBLE, .value = p + 1};

        m->waits[p] = (u8)(m->c->processes.at[p].code.at[0].cycles - 1);
        vec_push(&out->events, e);
    }
    out->steps = 1;
    machine_check_invariants(m, 0, out);
}

u32 asm_initial_choice(const casm *c, const u64 *values)
{
    u64 choice = 0, factor = 1;

    for (u32 i = 0; i < c->vars.n; i++) {
        choice += (values[i] - c->vars.at[i].low) * factor;
        factor *= c->vars.at[i].high - c->vars.at[i].low + 1;
    }
    return (u32)choice;
}

/* The system's operations. */

/* The step of one process, enabled or not; false: it has ended. */
static bool run_move(casm_machine *m, u16 thread, move *out)
{
    if (machine_ended(m, thread - 1u))
        return false;
    *out = (move){.thread = thread,
                  .kind = MOVE_RUN,
                  .flags = enabled(m, thread - 1u) ? MOVE_ENABLED : 0,
                  .choices = insn_choices(machine_present(m, thread - 1u)),
                  .next = pending(m, thread - 1u)};
    if (opaque(machine_present(m, thread - 1u)))
        out->flags |= MOVE_OPAQUE;
    return true;
}

static bool machine_peek(sys *s, u16 thread, move *out)
{
    casm_machine *m = machine_of(s);

    if (!m->started || m->c->arch == ARCH_SMP || thread == 0 || thread > m->c->processes.n ||
        (stores_count(m, thread - 1u) && !MUTANT(TSO_PEEK)))
        return false;
    return run_move(m, thread, out);
}

/* A process that waits for its buffer has no other move than to empty it. */
static void process_moves(casm_machine *m, u32 p, move_list *out)
{
    u16 thread = (u16)(p + 1);
    move mv;

    if (!stores_stops(m, p) && run_move(m, thread, &mv))
        vec_push(out, mv);
    if (stores_count(m, p))
        vec_push(out, (move){.thread = thread,
                             .kind = MOVE_FLUSH,
                             .flags = MOVE_ENABLED,
                             .choices = 1,
                             .next = stores_next(m, p)});
}

static void machine_moves(sys *s, move_list *out)
{
    casm_machine *m = machine_of(s);
    u64 choices;

    vec_clear(out);
    if (!m->started) {
        vec_push(out, (move){.kind = MOVE_RUN,
                             .flags = MOVE_ENABLED | MOVE_OPAQUE,
                             .choices = (u32)initial_choices(m->c)});
        return;
    }
    if (m->c->arch == ARCH_SMP) {
        choices = clock_plan(m) ? clock_choices(m) : 1;
        vec_push(out, (move){.kind = MOVE_RUN,
                             .flags = (u8)(any_can(m) ? MOVE_ENABLED | MOVE_OPAQUE : MOVE_OPAQUE),
                             .choices = (u32)(choices > UINT32_MAX ? UINT32_MAX : choices)});
        return;
    }
    for (u32 p = 0; p < m->c->processes.n; p++)
        if (!s->ops->match || !machine_doubled(m, p))
            process_moves(m, p, out);
}

static void machine_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    casm_machine *m = machine_of(s);

    vec_clear(&out->events);
    out->outcome = OUT_RAN;
    out->renamed = false;
    out->steps = 1;
    if (!m->started || m->c->arch == ARCH_SMP)
        machine_forget_blocks(m);
    if (!m->started)
        begin(m, choice, out);
    else if (m->c->arch == ARCH_SMP)
        clock_tick(m, choice, out);
    else if (kind == MOVE_FLUSH)
        step_flush(m, thread - 1u, out);
    else
        step_process(m, thread - 1u, choice, out);
}

static bool all_ended(const casm_machine *m)
{
    for (u32 p = 0; p < m->c->processes.n; p++)
        if (!machine_ended(m, p))
            return false;
    return true;
}

static status machine_status(sys *s)
{
    casm_machine *m = machine_of(s);

    if (!m->started || any_can(m))
        return ST_RUNNING;
    return all_ended(m) ? ST_DONE : ST_DEADLOCK;
}

static void machine_explain(sys *s, failure *out)
{
    casm_machine *m = machine_of(s);
    u32 first = UINT32_MAX;

    text_clear(&m->message);
    text_add(&m->message, "deadlock: every process that is left is asleep:");
    for (u32 p = 0; p < m->c->processes.n; p++) {
        if (machine_ended(m, p))
            continue;
        text_addf(&m->message, "%s %s at line %u", first == UINT32_MAX ? "" : ",",
                  m->c->processes.at[p].name, machine_present(m, p)->line);
        first = first == UINT32_MAX ? p : first;
    }
    *out = (failure){
        .kind = ERR_DEADLOCK, .thread = NO_THREAD, .message = text_str(&m->message), .file = ""};
    if (first != UINT32_MAX) {
        out->file = m->c->files.at[machine_present(m, first)->file];
        out->line = machine_present(m, first)->line;
    }
}

/* Opening and closing. */

static bool names_label(const char *list, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = list; *at; at += strcspn(at, ",")) {
        at += *at == ',';
        if (strncmp(at, name, n) == 0 && (at[n] == ',' || !at[n]))
            return true;
    }
    return false;
}

static void find_switches(casm_machine *m)
{
    m->switches = mem_alloc(m->c->processes.n * sizeof *m->switches);
    for (u32 p = 0; p < m->c->processes.n; p++) {
        process *q = &m->c->processes.at[p];

        m->switches[p] = mem_alloc(q->code.n);
        for (u32 i = 0; i < q->labels.n; i++)
            if (names_label(m->o.switch_at, q->labels.at[i].name))
                m->switches[p][q->labels.at[i].at] = true;
    }
}

static void find_vars(casm_machine *m)
{
    casm *c = m->c;
    u64 bits = 64;

    m->locals = mem_alloc(c->processes.n * sizeof *m->locals);
    for (u32 i = 0; i < c->vars.n; i++) {
        const var *v = &c->vars.at[i];

        if (v->kind == VAR_TOKEN || (!m->o.plain && !bit_of(c->kept, i)))
            continue;
        bits += v->width;
        if (v->owner == SHARED)
            vec_push(&m->globals, i);
        else
            vec_push(&m->locals[v->owner], i);
    }
    bits += 64 + m->bound * 160ul;
    m->block = mem_alloc((bits / 32 + 4) * sizeof *m->block);
    m->root = mem_alloc((c->processes.n + 1) * sizeof *m->root);
    m->held = mem_alloc((c->processes.n + 1) * sizeof *m->held);
}

static void find_invariants(casm_machine *m)
{
    m->invariants = mem_alloc((m->c->properties.n + 1) * sizeof *m->invariants);
    for (u32 i = 0; i < m->c->properties.n; i++)
        if (m->c->properties.at[i].kind == PROP_INVARIANT)
            ex_collect(&m->c->pool, &m->invariants[i], &m->c->properties.at[i].holds, 1);
}

static const system_ops asm_ops, symmetric_ops;

static casm_machine *open_over(casm *c, const asm_settings *o, tables *t)
{
    casm_machine *m = mem_alloc(sizeof *m);

    m->base.kind = SYSTEM_ASSEMBLY;
    m->base.ops = !o->no_symmetry && asm_symmetric(c) ? &symmetric_ops : &asm_ops;
    m->c = c;
    m->o = *o;
    m->t = t;
    t->users++;
    m->values = mem_alloc(c->vars.n * sizeof *m->values);
    m->before = mem_alloc(c->vars.n * sizeof *m->before);
    m->waits = mem_alloc(c->processes.n + 1);
    room_for_nodes(m);
    stores_open(m);
    find_vars(m);
    find_invariants(m);
    machine_find_merged(m);
    if (o->switch_at)
        find_switches(m);
    machine_reset(&m->base);
    return m;
}

sys *asm_open(casm *c, const asm_settings *o)
{
    tables *t = mem_alloc(sizeof *t);

    intern_open(&t->blocks, o->limit_bytes);
    intern_open(&t->roots, o->limit_bytes);
    if (initial_choices(c) > UINT32_MAX)
        fail(EXIT_INPUT,
             "%s:1: error: the ranges of initial values allow more than 2^32 states to begin in",
             c->files.at[0]);
    return &open_over(c, o, t)->base;
}

static sys *machine_clone(sys *s)
{
    casm_machine *m = machine_of(s), *n = open_over(m->c, &m->o, m->t);

    memcpy(n->values, m->values, m->c->vars.n * sizeof *m->values);
    memcpy(n->waits, m->waits, m->c->processes.n);
    stores_copy(n, m);
    n->started = m->started;
    n->running = m->running;
    return &n->base;
}

static void tables_release(tables *t)
{
    if (--t->users)
        return;
    intern_close(&t->blocks);
    intern_close(&t->roots);
    mem_free(t);
}

static void machine_close(sys *s)
{
    casm_machine *m = machine_of(s);

    for (u32 p = 0; p < m->c->processes.n; p++) {
        vec_free(&m->locals[p]);
        if (m->switches)
            mem_free(m->switches[p]);
    }
    for (u32 i = 0; i < m->c->properties.n; i++)
        vec_free(&m->invariants[i]);
    stores_close(m);
    mem_free(m->switches);
    mem_free(m->invariants);
    mem_free(m->locals);
    mem_free(m->values);
    mem_free(m->before);
    mem_free(m->scratch);
    mem_free(m->waits);
    mem_free(m->block);
    mem_free(m->root);
    mem_free(m->held);
    mem_free(m->merged);
    vec_free(&m->globals);
    vec_free(&m->acting);
    text_free(&m->message);
    tables_release(m->t);
    mem_free(m);
}

static bool machine_value(sys *s, u32 query, u64 *value, failure *out)
{
    casm_machine *m = machine_of(s);

    (void)out;
    *value = evaluate(m, m->c->watched.at[query]);
    return true;
}

static state_key machine_control(sys *s)
{
    casm_machine *m = machine_of(s);
    u64 h = m->started;

    for (u32 p = 0; p < m->c->processes.n; p++)
        h = hash_mix(h * 31 + m->values[m->c->processes.at[p].pc] + 1);
    return h;
}

/* The shared cells that a process may still touch, by number + 1; an opaque one everything. */
static u32 machine_future(sys *s, u16 thread, u64 *bits, u32 words)
{
    casm_machine *m = machine_of(s);
    const u64 *ahead;
    bool any = !m->started || !thread || m->c->arch == ARCH_SMP;

    if (!words)
        return m->c->vars.n / 64 + 1;
    memset(bits, 0xff, words * sizeof *bits);
    if (any)
        return FUTURE_EXITS | FUTURE_MEDDLES | FUTURE_ANYTHING;
    ahead = machine_present(m, thread - 1u)->reach;
    for (u32 v = 0; v < m->c->vars.n && v + 1 < words * 64; v++)
        if (!bit_of(ahead, v))
            bits[(v + 1) >> 6] &= ~((u64)1 << ((v + 1) & 63));
    stores_future(m, thread - 1u, bits, words);
    return 0;
}

static const system_describe describe = {
    .show = machine_show,
    .thread_name = machine_thread_name,
    .stack = machine_stack,
    .waits_for = machine_waits_for,
    .outcome = machine_outcome,
    .look = machine_look,
    .waiting = machine_waiting,
};
static const system_match symmetric = {.key = machine_match};
static const system_queries queries = {.value = machine_value, .control = machine_control};

#define OPERATIONS                                                                                \
    .moves = machine_moves, .step = machine_step, .status = machine_status,                       \
    .explain = machine_explain, .peek = machine_peek, .save = machine_save,                       \
    .restore = machine_restore, .reset = machine_reset, .clone = machine_clone,                   \
    .close = machine_close, .memory = machine_memory, .describe = &describe, .queries = &queries, \
    .future = machine_future

static const system_ops asm_ops = {OPERATIONS};
static const system_ops symmetric_ops = {OPERATIONS, .match = &symmetric};

u64 asm_var(const sys *s, u32 v)
{
    return machine_of(s)->values[v];
}

/* Repeats each step of a collapsed system here until the process rests. */
u32 asm_expand(sys *plain, asm_steps *steps, u32 place)
{
    casm_machine *m = machine_of(plain);
    asm_steps out = {0};
    taken t = {0};
    u32 moved = UINT32_MAX;

    sys_reset(plain);
    for (u32 i = 0; i < steps->n && t.outcome == OUT_RAN; i++) {
        asm_step e = steps->at[i];

        if (i == place)
            moved = out.n;
        vec_push(&out, e);
        sys_step(plain, e.thread, (move_kind)e.kind, e.choice, &t);
        while (t.outcome == OUT_RAN && e.thread && e.kind == MOVE_RUN && m->c->arch != ARCH_SMP &&
               !rests(m, e.thread - 1u)) {
            vec_push(&out, ((asm_step){.thread = e.thread}));
            sys_step(plain, e.thread, MOVE_RUN, 0, &t);
        }
    }
    taken_free(&t);
    vec_free(steps);
    *steps = out;
    return moved == UINT32_MAX ? out.n : moved;
}
