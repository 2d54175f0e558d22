/* The stack of a thread as a person reads it: the frames outside the runtime with the variables
 * that are in scope.  A variable in a register is shown while it is live, and also when it is not
 * needed any more but was surely set: why an assertion failed is told by such.  What was perhaps
 * never set is left out. */
#include "program/effect.h"
#include "vm/name.h"

enum { LOCAL_BYTES = 64 };

typedef struct route {
    u8 *seen;
    VEC(u32) todo;
} route;

static void visit(void *with, u32 target)
{
    route *r = with;

    if (!r->seen[target]) {
        r->seen[target] = 1;
        vec_push(&r->todo, target);
    }
}

/* Can control come from the beginning of the variable's scope to pc without setting it? */
static bool maybe_unset(const func *f, const variable *v, u32 pc)
{
    route r = {.seen = mem_alloc(f->ncode + 1)};
    bool reached = false;

    visit(&r, v->from < f->ncode ? v->from : 0);
    while (r.todo.n && !reached) {
        u32 at = vec_pop(&r.todo);

        reached = at == pc;
        if (show_writes(f, at, v->reg))
            continue;
        if (effects_falls_through(&f->code[at]) && at + 1 < f->ncode)
            visit(&r, at + 1);
        effects_targets(f, at, visit, &r);
    }
    mem_free(r.seen);
    vec_free(&r.todo);
    return reached;
}

static bool is_live(func *f, u32 pc, bool inner, u32 reg)
{
    const live_set *l = live_at(f, pc, !inner);

    for (u32 i = 0; l && i < l->n; i++)
        if (l->regs[i] == reg)
            return true;
    return false;
}

/* A pointer may be in an integer: its shade says so, and no other number of 8 bytes looks like one.
 */
static u32 register_flags(const machine *m, const thread *t, const frame *fr, u32 reg, u32 size,
                          u64 *value)
{
    u32 flags = 0;

    if (fr->slow && t->shades && t->shades[reg].bits)
        flags |= VALUE_UNDEFINED;
    if (fr->slow && t->shades && t->shades[reg].origin == PROV_POINTER) {
        *value = pointer_decode(m, *value);
        flags |= VALUE_POINTER;
    } else if (POINTER_IS(*value) && POINTER_OBJECT(*value) < m->objects.n && size == 8) {
        flags |= VALUE_POINTER;
    }
    return flags;
}

bool stack_register(machine *m, u16 slot, const frame *fr, const variable *v, u64 *value,
                    u32 *flags)
{
    const thread *t = &m->threads.at[slot];
    func *f = m->prog->funcs.at[fr->func];
    u32 reg = fr->base + v->reg, size = (u32)m->prog->types.at[v->type].size;
    bool inner = fr == &vec_last(&t->frames);

    if (size > 8 ||
        (!v->parameter && !is_live(f, fr->pc, inner, v->reg) && maybe_unset(f, v, fr->pc)))
        return false;
    *value = t->regs.at[reg];
    *flags = register_flags(m, t, fr, reg, size, value);
    return true;
}

static void add_register(machine *m, u16 slot, const frame *fr, const variable *v, text *out)
{
    u32 size = (u32)m->prog->types.at[v->type].size, flags = 0;
    u64 value;

    if (!stack_register(m, slot, fr, v, &value, &flags))
        return;
    value_add(m, slot, (leaf){.type = v->type}, value, size && size <= 8 ? size : 8, flags, out);
}

static void add_memory(machine *m, u16 slot, const frame *fr, const variable *v, text *out)
{
    u64 at = m->threads.at[slot].regs.at[fr->base + v->reg];
    const object *o;

    if (!POINTER_IS(at) || POINTER_OBJECT(at) >= m->objects.n)
        return;
    o = &m->objects.at[POINTER_OBJECT(at)];
    if (o->flags & (OF_DEAD | OF_NODATA))
        return;
    value_in_memory(m, slot, v->type, o, POINTER_OFFSET(at), LOCAL_BYTES, out);
}

static void add_local(machine *m, u16 slot, const frame *fr, const variable *v, text *out)
{
    text value = {0};

    if (fr->pc < v->from || fr->pc >= v->to || !v->name || !*v->name)
        return;
    if (v->place == VAR_MEM)
        add_memory(m, slot, fr, v, &value);
    else
        add_register(m, slot, fr, v, &value);
    if (value.n)
        text_addf(out, "%s%s = %s", out->n ? ", " : "", v->name, value.at);
    text_free(&value);
}

static void show_frame(machine *m, u16 slot, u32 k, frame_shown *out)
{
    const thread *t = &m->threads.at[slot];
    const frame *fr = &t->frames.at[k];
    const func *f = m->prog->funcs.at[fr->func];
    srcloc at = show_source(f, fr->pc);

    out->function = f->name;
    out->file = show_file(m->prog, at);
    out->line = at.line;
    text_clear(&out->locals);
    for (u32 i = 0; i < f->vars.n; i++)
        add_local(m, slot, fr, &f->vars.at[i], &out->locals);
}

u32 vm_stack(sys *s, u16 slot, u32 max, frame_shown *out)
{
    machine *m = vm_of(s);
    const thread *t = slot < m->threads.n ? &m->threads.at[slot] : NULL;
    u32 n = 0;

    if (!t || t->state == TS_FREE || t->state == TS_OVER)
        return 0;
    for (u32 k = t->frames.n; k-- > 0 && n < max;)
        if (vm_shows(m, t, k))
            show_frame(m, slot, k, &out[n++]);
    return n;
}
