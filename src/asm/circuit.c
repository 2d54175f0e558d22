/* Assembly systems as circuits.
 *
 * Where processors have any speed one process moves in a step, the one that the inputs name.  On a
 * common clock the inputs give the slots of the tick to the processes, all different, and the
 * processes that act do so one after the other: each sees the cells as the tick began, an
 * indivisible instruction as those before it have left them.  Inputs that name no process, or one
 * twice, or no choice of the instruction, let the state stay as it is. */
#include "asm/circuit.h"

#include <string.h>

static u32 bits_for(u64 values)
{
    u32 bits = 0;

    while (bits < 64 && (u64)1 << bits < values)
        bits++;
    return bits;
}

/* The inputs: of slot i who moves, then choices: one, or on a common clock one for each process. */
static u32 circuit_range_bits(const var *v)
{
    return bits_for(v->high - v->low + 1);
}

/* What expressions are read over: the latches, and on a common clock the cells as they are now. */
typedef struct outlook {
    circuit *k;
    const aig_bits *now; /* by variable, NULL: the latches */
    u32 number;          /* whose choice it is */
} outlook;

static u32 circuit_who_at(const circuit *k, u32 slot)
{
    return slot * k->who_bits;
}

static u32 circuit_choice_at(const circuit *k, u32 number)
{
    return k->slots * k->who_bits + (k->slots > 1 ? number * k->choice_bits : 0);
}

static aig_bits inputs_from(const circuit *k, u32 first, u32 bits)
{
    aig_bits w = {.width = (u8)bits};

    for (u32 i = 0; i < bits; i++)
        w.bits[i] = aig_input(&k->g, first + i);
    return w;
}

static aig_bits latches_from(const circuit *k, u32 first, u32 bits)
{
    aig_bits w = {.width = (u8)bits};

    for (u32 i = 0; i < bits; i++)
        w.bits[i] = aig_latch(&k->g, first + i);
    return w;
}

static aig_bits leaf(blaster *b, const expr_node *n)
{
    const outlook *o = b->what;
    circuit *k = o->k;
    aig_bits w = {.width = n->width};

    if (n->op == EX_CHOICE) {
        for (u32 i = 0; i < k->choice_bits && i < 32; i++)
            w.bits[i] = aig_input(&k->g, circuit_choice_at(k, o->number) + i);
        return w;
    }
    if (o->now && k->c->vars.at[n->extra].owner == SHARED)
        return o->now[n->extra];
    if (!k->latch_of[n->extra])
        return w; /* dead wherever a process rests */
    return latches_from(k, k->latch_of[n->extra], n->width);
}

lit circuit_truth(circuit *k, expr e)
{
    return aig_word(&k->b, e).bits[0];
}

static aig_bits circuit_var(circuit *k, u32 v)
{
    return aig_word(&k->b, ex_var(&k->c->pool, k->c->vars.at[v].width, v));
}

/* Layout: inputs and latches are counted before anything is built. */

static bool slow(const process *p)
{
    for (u32 i = 0; i < p->code.n; i++)
        if (p->code.at[i].cycles > 1)
            return true;
    return false;
}

static void lay_out(circuit *k)
{
    casm *c = k->c;
    u32 most = 1, inputs, latches = 1;
    bool clock = c->arch == ARCH_SMP;

    k->latch_of = mem_alloc((c->vars.n + 1) * sizeof *k->latch_of);
    k->input_of = mem_alloc((c->vars.n + 1) * sizeof *k->input_of);
    k->waits_of = mem_alloc((c->processes.n + 1) * sizeof *k->waits_of);
    for (u32 p = 0; p < c->processes.n; p++)
        for (u32 i = 0; i < c->processes.at[p].code.n; i++)
            if (insn_choices(&c->processes.at[p].code.at[i]) > most)
                most = insn_choices(&c->processes.at[p].code.at[i]);
    k->who_bits = bits_for(c->processes.n);
    k->choice_bits = bits_for(most);
    k->slots = clock ? c->processes.n : 1;
    inputs = k->slots * (k->who_bits + k->choice_bits);
    for (u32 v = 0; v < c->vars.n; v++) {
        if (!bit_of(c->kept, v))
            continue;
        k->latch_of[v] = latches;
        latches += c->vars.at[v].width;
        if (c->vars.at[v].low == c->vars.at[v].high)
            continue;
        k->input_of[v] = inputs + 1;
        inputs += circuit_range_bits(&c->vars.at[v]);
    }
    for (u32 p = 0; p < c->processes.n && clock; p++)
        if (slow(&c->processes.at[p])) {
            k->waits_of[p] = latches;
            latches += 8;
        }
    aig_open(&k->g, inputs, latches);
    k->started = aig_latch(&k->g, 0);
}

/* A variable before the first step: its value, or, of a range, as many as the inputs have; a number
 * beyond the range is the lowest.  What is dead there is zero. */
static aig_bits first_value(circuit *k, u32 v)
{
    const var *x = &k->c->vars.at[v];
    u32 bits = circuit_range_bits(x);
    aig_bits low = aig_constant(x->width, x->low), chosen = low;

    if (x->owner != SHARED && !k->c->processes.at[x->owner].code.at[0].live[v])
        return aig_constant(x->width, 0);
    for (u64 i = 1; k->input_of[v] && i <= x->high - x->low; i++) {
        aig_bits in = inputs_from(k, k->input_of[v] - 1, bits), number = aig_constant(bits, i),
                 value = aig_constant(x->width, x->low + i);

        chosen = aig_choose(&k->g, aig_equals(&k->g, &in, &number), &value, &chosen);
    }
    return chosen;
}

/* The process is at this instruction. */
static lit circuit_at(circuit *k, u32 number, u32 at)
{
    u32 v = k->c->processes.at[number].pc;
    aig_bits pc = circuit_var(k, v), here = aig_constant(k->c->vars.at[v].width, at);

    return aig_equals(&k->g, &pc, &here);
}

static lit waiting(circuit *k, u32 number)
{
    aig_bits left, none = aig_constant(8, 0);

    if (!k->waits_of[number])
        return 0;
    left = latches_from(k, k->waits_of[number], 8);
    return aig_equals(&k->g, &left, &none) ^ 1;
}

lit circuit_can(circuit *k, const sym_step *s)
{
    u32 choices = insn_choices(&k->c->processes.at[s->process].code.at[s->at]);
    aig_bits choice = inputs_from(k, circuit_choice_at(k, s->process), k->choice_bits);
    lit now = aig_and(&k->g, circuit_at(k, s->process, s->at), circuit_truth(k, s->guard)),
        valid = 0;

    for (u32 i = 0; i < choices; i++) {
        aig_bits w = aig_constant(k->choice_bits, i);

        valid = aig_or(&k->g, valid, aig_equals(&k->g, &choice, &w));
    }
    return aig_and(&k->g, now, valid);
}

static lit is_slot(circuit *k, u32 slot, u32 number)
{
    aig_bits who = inputs_from(k, circuit_who_at(k, slot), k->who_bits),
             n = aig_constant(k->who_bits, number);

    return aig_equals(&k->g, &who, &n);
}

lit circuit_deadlock(circuit *k)
{
    lit some = 0, all = 1;

    for (u32 i = 0; i < k->steps.n; i++) {
        const sym_step *s = &k->steps.at[i];

        some = aig_or(&k->g, some,
                      aig_and(&k->g, circuit_at(k, s->process, s->at), circuit_truth(k, s->guard)));
    }
    for (u32 p = 0; p < k->c->processes.n; p++) {
        lit end = 0;

        for (u32 i = 0; i < k->c->processes.at[p].code.n; i++)
            if (k->c->processes.at[p].code.at[i].flags & INSN_END)
                end = aig_or(&k->g, end, circuit_at(k, p, i));
        all = aig_and(&k->g, all, end);
        some = aig_or(&k->g, some, aig_and(&k->g, waiting(k, p), end ^ 1));
    }
    return aig_and(&k->g, some ^ 1, all ^ 1);
}

/* The state after a step, and whether it fails. */
typedef struct after {
    aig_bits *vars, *waits; /* by variable; by process */
    lit fails;
} after;

static void take_step(circuit *k, const sym_step *s, lit now, blaster *b, after *out)
{
    out->fails = aig_or(&k->g, out->fails, aig_and(&k->g, now, aig_word(b, s->fails).bits[0]));
    for (u32 v = 0; v < k->c->vars.n; v++) {
        aig_bits value;
        lit when = now;

        if (!s->after[v] || !k->latch_of[v])
            continue;
        value = aig_word(b, s->after[v]);
        if (s->writes[v] && k->slots > 1)
            when = aig_and(&k->g, when, aig_word(b, s->writes[v]).bits[0]);
        out->vars[v] = aig_choose(&k->g, when, &value, &out->vars[v]);
    }
}

static void one_moves(circuit *k, after *out)
{
    for (u32 i = 0; i < k->steps.n; i++) {
        const sym_step *s = &k->steps.at[i];

        take_step(k, s, aig_and(&k->g, is_slot(k, 0, s->process), circuit_can(k, s)), &k->b, out);
    }
}

/* The common clock. */

static lit all_different(circuit *k)
{
    lit ok = 1;

    for (u32 p = 0; p < k->slots; p++) {
        lit some = 0;

        for (u32 slot = 0; slot < k->slots; slot++)
            some = aig_or(&k->g, some, is_slot(k, slot, p));
        ok = aig_and(&k->g, ok, some);
    }
    return ok;
}

/* The choice of each process that acts is one that it has. */
static lit choices_valid(circuit *k)
{
    lit ok = 1;

    for (u32 i = 0; i < k->steps.n; i++) {
        const sym_step *s = &k->steps.at[i];
        lit here = aig_and(&k->g, circuit_at(k, s->process, s->at), circuit_truth(k, s->guard));

        ok = aig_and(&k->g, ok, aig_or(&k->g, here ^ 1, circuit_can(k, s)));
    }
    return ok;
}

static void count_down(circuit *k, u32 number, lit ticks, after *out)
{
    const process *p = &k->c->processes.at[number];
    aig_bits left, less;
    lit borrow = 1, waits = waiting(k, number), acted = 0;

    if (!k->waits_of[number])
        return;
    left = less = latches_from(k, k->waits_of[number], 8);
    for (u32 i = 0; i < 8; i++) {
        less.bits[i] = aig_xor(&k->g, left.bits[i], borrow);
        borrow = aig_and(&k->g, borrow, left.bits[i] ^ 1);
    }
    out->waits[number] = aig_choose(&k->g, aig_and(&k->g, ticks, waits), &less, &left);
    for (u32 i = 0; i < k->steps.n; i++)
        if (k->steps.at[i].process == number)
            acted = aig_or(&k->g, acted,
                           aig_and(&k->g, circuit_at(k, number, k->steps.at[i].at),
                                   circuit_truth(k, k->steps.at[i].guard)));
    acted = aig_and(&k->g, aig_and(&k->g, acted, waits ^ 1), ticks);
    for (u32 i = 0; i < p->code.n; i++) {
        aig_bits at = aig_constant(k->c->vars.at[p->pc].width, i),
                 cycles = aig_constant(8, p->code.at[i].cycles - 1);
        lit here = aig_equals(&k->g, &out->vars[p->pc], &at);

        out->waits[number] =
            aig_choose(&k->g, aig_and(&k->g, acted, here), &cycles, &out->waits[number]);
    }
}

static void slot_moves(circuit *k, u32 slot, u32 number, lit ticks, after *out)
{
    aig_bits *cells = mem_alloc((k->c->vars.n + 1) * sizeof *cells);
    outlook as_before = {k, NULL, number}, as_now = {k, cells, number};
    blaster before = {&k->g, &k->c->pool, &as_before, leaf, {0}},
            now = {&k->g, &k->c->pool, &as_now, leaf, {0}};
    lit turn =
        aig_and(&k->g, ticks, aig_and(&k->g, is_slot(k, slot, number), waiting(k, number) ^ 1));

    memcpy(cells, out->vars, k->c->vars.n * sizeof *cells);
    for (u32 i = 0; i < k->steps.n; i++) {
        const sym_step *s = &k->steps.at[i];
        bool locked;

        if (s->process != number)
            continue;
        locked = k->c->processes.at[number].code.at[s->at].flags & INSN_LOCKED;
        take_step(k, s, aig_and(&k->g, turn, circuit_can(k, s)), locked ? &now : &before, out);
    }
    vec_free(&before.memo);
    vec_free(&now.memo);
    mem_free(cells);
}

static void all_tick(circuit *k, after *out)
{
    lit ticks = aig_and(&k->g, all_different(k), choices_valid(k));

    for (u32 slot = 0; slot < k->slots; slot++)
        for (u32 p = 0; p < k->slots; p++)
            slot_moves(k, slot, p, ticks, out);
    for (u32 p = 0; p < k->slots; p++)
        count_down(k, p, ticks, out);
}

/* All together. */

static void load(circuit *k, u32 first, const aig_bits *next, const aig_bits *initial)
{
    aig_bits value = aig_choose(&k->g, k->started, next, initial);

    for (u32 b = 0; b < value.width; b++)
        k->g.next.at[first + b] = value.bits[b];
}

static void connect(circuit *k, bool allow_deadlock)
{
    casm *c = k->c;
    after out = {.vars = mem_alloc((c->vars.n + 1) * sizeof *out.vars),
                 .waits = mem_alloc((c->processes.n + 1) * sizeof *out.waits)};
    lit bad;

    for (u32 v = 0; v < c->vars.n; v++)
        out.vars[v] = circuit_var(k, v);
    c->arch == ARCH_SMP ? all_tick(k, &out) : one_moves(k, &out);
    bad = out.fails;
    for (u32 i = 0; i < c->properties.n; i++)
        if (c->properties.at[i].kind == PROP_INVARIANT)
            bad =
                aig_or(&k->g, bad, circuit_truth(k, trans_flat(c, c->properties.at[i].holds)) ^ 1);
    if (!allow_deadlock)
        bad = aig_or(&k->g, bad, circuit_deadlock(k));
    k->g.bad = aig_and(&k->g, k->started, bad);
    k->g.next.at[0] = 1;
    for (u32 v = 0; v < c->vars.n; v++) {
        aig_bits first = first_value(k, v);

        if (k->latch_of[v])
            load(k, k->latch_of[v], &out.vars[v], &first);
    }
    for (u32 p = 0; p < c->processes.n; p++) {
        aig_bits first = aig_constant(8, c->processes.at[p].code.at[0].cycles - 1);

        if (k->waits_of[p])
            load(k, k->waits_of[p], &out.waits[p], &first);
    }
    mem_free(out.vars);
    mem_free(out.waits);
}

void circuit_open(circuit *k, casm *c, bool allow_deadlock)
{
    outlook *o = mem_alloc(sizeof *o);

    *k = (circuit){.c = c};
    for (u32 p = 0; p < c->processes.n; p++)
        trans_process(c, p, &k->steps);
    lay_out(k);
    *o = (outlook){k, NULL, 0};
    k->b = (blaster){.g = &k->g, .p = &c->pool, .what = o, .leaf = leaf};
    connect(k, allow_deadlock);
}

void circuit_free(circuit *k)
{
    trans_free(&k->steps);
    vec_free(&k->b.memo);
    mem_free(k->b.what);
    mem_free(k->latch_of);
    mem_free(k->waits_of);
    mem_free(k->input_of);
    aig_free(&k->g);
}

bool circuit_print(casm *c, bool allow_deadlock)
{
    circuit k;
    bool ok;

    circuit_open(&k, c, allow_deadlock);
    ok = aig_write(&k.g, "/dev/stdout");
    circuit_free(&k);
    return ok;
}
