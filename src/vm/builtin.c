/* The builtins: what the runtime asks of the machine.  A visible one is a resting point: unless the
 * step's visible operation is still to come it answers RAN_REST, and the thread stops just before
 * it. Where no other thread exists, or inside an atomic section, nothing rests but choices and what
 * is blocked.  Here: the dispatch, choices, assumptions, atomic sections, failures. */
#include "vm/builtin.h"

#include <stdio.h>
#include <string.h>

void builtin_args(const machine *m, const thread *t, const frame *f, const insn *i, u64 *args)
{
    const func *fn = m->prog->funcs.at[f->func];

    for (u32 k = 0; k < i->b && k < BUILTIN_ARGS; k++)
        args[k] = t->regs.at[f->base + fn->operands.at[i->x + k].reg];
}

ran builtin_result(builtin_call *c, u64 value)
{
    thread *t = this_thread(c->m);
    frame *f = top_frame(t);

    if (c->i->a != 0xffff) {
        t->regs.at[f->base + c->i->a] = value;
        if (f->slow)
            t->shades[f->base + c->i->a] = (shade){0};
    }
    return RAN_ON;
}

bool builtin_rests(builtin_call *c, bool must)
{
    machine *m = c->m;

    return vm_rests(m, must || (several_threads(m) && !m->atomic_owner && !m->step.quiet));
}

ran builtin_yield(builtin_call *c)
{
    return builtin_result(c, 0);
}

static ran choose(builtin_call *c, u64 n, i64 low, u32 bits)
{
    machine *m = c->m;
    u64 k = 0;

    if (n > 1) {
        if (builtin_rests(c, true))
            return RAN_REST;
        k = m->step.choice;
    }
    event *e = vm_event(m, EV_CHOOSE, EVF_VISIBLE | EVF_RUNTIME | EVF_VALUE, 0, 0);

    e->value = (u64)(low + (i64)k);
    if (bits < 64)
        e->value &= ((u64)1 << bits) - 1;
    return builtin_result(c, e->value);
}

ran builtin_choose(builtin_call *c)
{
    u32 n = (u32)c->args[0];

    if (!n) {
        vm_error(c->m, ERR_MISUSE, "a choice out of nothing");
        return RAN_STOP;
    }
    return choose(c, n, 0, 32);
}

/* The range of a wide nondeterministic value: the user's, cut to the type; 0: nothing is left. */
u64 nondet_count(const machine *m, u32 bits, bool is_signed, i64 *low)
{
    i64 high = m->opt.nondet.high, least = is_signed ? -((i64)1 << (bits - 1)) : 0;
    i64 most = bits >= 64 && !is_signed ? INT64_MAX
               : is_signed              ? (i64)(((u64)1 << (bits - 1)) - 1)
                                        : (i64)(((u64)1 << bits) - 1);

    if (bits == 1) {
        *low = 0;
        return 2;
    }
    *low = m->opt.nondet.low < least ? least : m->opt.nondet.low;
    if (high > most)
        high = most;
    return high < *low ? (u64)MUTANT(NONDET_EMPTY) : (u64)(high - *low) + 1;
}

ran builtin_nondet(builtin_call *c)
{
    u32 bits = (u32)c->args[0];
    i64 low = 0;

    if (bits != 1 && !c->m->opt.nondet.set) {
        vm_cut(c->m, "a nondeterministic value needs a range: --nondet-range LOW..HIGH");
        return RAN_STOP;
    }
    u64 n = nondet_count(c->m, bits, c->args[1] != 0, &low);

    if (!n) {
        vm_limit(c->m, "no value of --nondet-range is one of the type that is asked for");
        return RAN_STOP;
    }
    if (n > UINT32_MAX) {
        vm_limit(c->m, "--nondet-range has more than 2^32 values");
        return RAN_STOP;
    }
    return choose(c, n, low, bits);
}

/* The run is dropped; who steps on with the other threads to see what they do, can. */
static ran prune(machine *m)
{
    m->fault.outcome = OUT_PRUNED;
    m->atomic_owner = 0;
    m->atomic_depth = 0;
    return RAN_STOP;
}

ran builtin_assume(builtin_call *c)
{
    if ((u32)c->args[0])
        return builtin_result(c, 0);
    return vm_rests_to_stop(c->m) ? RAN_REST : prune(c->m);
}

static const u32 atomic_limit = 10000;

ran builtin_atomic_begin(builtin_call *c)
{
    machine *m = c->m;

    if (m->atomic_owner) {
        if ((++m->atomic_depth & ~INTERRUPT_SECTION) > atomic_limit) {
            vm_limit(m, "atomic sections nested more than 10000 deep");
            return RAN_STOP;
        }
        return builtin_result(c, 0);
    }
    if (builtin_rests(c, false))
        return RAN_REST;
    if ((u32)c->args[0] && m->opt.memory && !MUTANT(INTERRUPT_BUFFERED)) {
        vm_limit(m, "interrupts are those of one processor, which sees its own stores at once: "
                    "--memory sc");
        return RAN_STOP;
    }
    if ((u32)c->args[0] && MUTANT(INTERRUPT_TORN))
        return builtin_result(c, 0);
    vm_section_begins(m);
    if ((u32)c->args[0])
        m->atomic_depth |= INTERRUPT_SECTION;
    return builtin_result(c, 0);
}

ran builtin_atomic_end(builtin_call *c)
{
    machine *m = c->m;

    if (m->atomic_owner == m->running + 1 && !(--m->atomic_depth & ~INTERRUPT_SECTION))
        m->atomic_owner = 0, m->atomic_depth = 0;
    return builtin_result(c, 0);
}

/* A C string of the program, at most n - 1 bytes. */
bool builtin_string(machine *m, u64 p, char *out, size_t n)
{
    size_t k = 0;

    for (; k + 1 < n; k++) {
        object *o = mem_check(m, POINTER_IS(p) ? POINTER(POINTER_OBJECT(p), (u32)p + k) : p, 1, 1,
                              false, "read");

        if (!o)
            return false;
        out[k] = (char)o->data[(u32)p + k];
        if (!out[k])
            return true;
    }
    out[k] = 0;
    return true;
}

/* The usual way to write an assumption where none is at hand: abort() in a function of this name.
 */
static bool assumes(const builtin_call *c)
{
    for (u32 k = c->t->frames.n; k--;) {
        const func *fn = c->m->prog->funcs.at[c->t->frames.at[k].func];

        if (!fn->runtime)
            return !strcmp(fn->name, "assume_abort_if_not");
    }
    return false;
}

ran builtin_fail(builtin_call *c)
{
    char text_of[400];

    if (c->args[0] == ERR_ABORT && assumes(c))
        return vm_rests_to_stop(c->m) ? RAN_REST : prune(c->m);
    if (builtin_string(c->m, c->args[1], text_of, sizeof text_of))
        vm_error(c->m, (error_kind)c->args[0], "%s", text_of);
    return RAN_STOP;
}

ran builtin_option(builtin_call *c)
{
    switch (c->args[0]) {
    case OPTION_MALLOC_MAY_FAIL:
        return builtin_result(c, c->m->opt.malloc_may_fail);
    case OPTION_LAST_THREAD:
        if (thread_end_rests(c->m))
            return RAN_REST;
        if (!MUTANT(ATOMIC_LAST) && section_stays_open(c->m, this_thread(c->m)))
            return RAN_STOP;
        if (c->m->opt.footprint) /* depends on the ends of others, as its own end does */
            vm_event(c->m, EV_THREAD_EXIT, EVF_RUNTIME | lasting_flag(c->m), 0, 0)->value =
                threads_left(c->m);
        return builtin_result(c, c->m->live_threads == 1);
    case OPTION_REUSE:
        return builtin_result(c, layout_reuse(c->m));
    case OPTION_CANCELS:
        return builtin_result(c, c->m->uses.cancels);
    case OPTION_LOCKS_STREAMS:
        return builtin_result(c, c->m->uses.locks_streams);
    case OPTION_ALONE:
        return builtin_result(c, c->m->opt.alone);
    case OPTION_EXIT_STATUS:
        return builtin_result(c, c->m->opt.rules.exit_status);
    default:
        return builtin_result(c, 0);
    }
}

ran builtin_unsupported(builtin_call *c)
{
    char what[400];

    if (builtin_string(c->m, c->args[0], what, sizeof what))
        vm_cut(c->m, "%s", what);
    return RAN_STOP;
}

ran builtin_run(machine *m, thread *t, frame *f, const insn *i)
{
    static ran (*const table[BI_COUNT])(builtin_call *) = {
#define BUILTIN(name, arity, flags, meaning) [BI_##name] = builtin_##name,
#include "program/builtins.def"
    };
    builtin_call c = {.m = m, .t = t, .f = f, .i = i};
    const func *fn = m->prog->funcs.at[f->func];

    if (m->query.asked && !strchr(builtin_flags[i->y], 'P'))
        query_refuse_call(m);
    builtin_args(m, t, f, i, c.args);
    for (u32 k = 0; f->slow && k < i->b; k++) {
        shade s = t->shades[f->base + fn->operands.at[i->x + k].reg];

        if (s.bits && i->y != BI_thread_exit && i->y != BI_spawn) {
            undefined_value(m, s, "a library call");
            return RAN_STOP;
        }
        if (s.bits) {
            c.undefined |= 1u << k;
            c.lost |= SHADE_IS_LOST(s) ? 1u << k : 0u;
            c.args[k] = 0;
        }
        if (s.origin == PROV_POINTER)
            c.args[k] = pointer_decode(m, c.args[k]);
    }
    if (UNLIKELY(m->opt.memory)) {
        if (buffer_stops_builtin(m, t, i->y, c.args))
            return RAN_REST;
        if (m->step.allow && buffer_stopped(i->y))
            vm_rests(m, false); /* it waited for the buffer, and is no operation */
    }
    return table[i->y](&c);
}
