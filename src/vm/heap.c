/* The heap as a person reads it: a line for each object that malloc gave, with who asked for it,
 * where, and every pointer that leads there.  An object that was freed has one while a pointer to
 * it is left.  Nothing here changes the machine. */
#include "vm/name.h"

enum { POINTERS_SHOWN = 8 };

typedef struct lister {
    machine *m;
    u32 target;
    u32 found;
    text *out;
} lister;

static void add_pointer_from(lister *l, const char *from)
{
    if (l->found < POINTERS_SHOWN)
        text_addf(l->out, "%s%s", l->found ? ", " : "", from);
    else if (l->found == POINTERS_SHOWN)
        text_add(l->out, ", ...");
    l->found++;
}

static void from_object(lister *l, u32 id)
{
    const object *o = &l->m->objects.at[id];
    u32 each = l->m->prog->pointer_bytes;

    if (!(o->flags & OF_POINTERS) || !o->map || o->flags & OF_DEAD)
        return;
    for (u32 w = 0; (w + 1) * each <= o->size; w++) {
        u32 flags = 0;
        u64 v = o->map[w] ? value_peek(l->m, o, w * each, each, &flags) : 0;
        text name = {0};

        if (!POINTER_IS(v) || POINTER_OBJECT(v) != l->target)
            continue;
        if (id <= l->m->mem.nstatic && l->m->prog->objects.at[id].hidden)
            text_add(&name, "the library");
        else
            name_place(l->m, NO_THREAD, id, (part){.offset = w * each, .size = each}, &name);
        add_pointer_from(l, text_str(&name));
        text_free(&name);
    }
}

static void from_frame(lister *l, u32 slot, u32 depth)
{
    const thread *t = &l->m->threads.at[slot];
    const frame *fr = &t->frames.at[depth];
    const func *f = l->m->prog->funcs.at[fr->func];

    for (u32 i = 0; i < f->vars.n && !f->runtime; i++) {
        const variable *v = &f->vars.at[i];
        u64 value = 0;
        u32 flags = 0;
        text name = {0};

        if (v->place != VAR_REG || fr->pc < v->from || fr->pc >= v->to ||
            !stack_register(l->m, (u16)slot, fr, v, &value, &flags) || !POINTER_IS(value) ||
            POINTER_OBJECT(value) != l->target)
            continue;
        name_owner(l->m, NO_THREAD, slot, depth, &name);
        text_add(&name, v->name);
        add_pointer_from(l, text_str(&name));
        text_free(&name);
    }
}

static void add_pointers(lister *l)
{
    for (u32 i = 1; i < l->m->objects.n; i++)
        from_object(l, i);
    for (u32 slot = 0; slot < l->m->threads.n; slot++)
        for (u32 k = 0; k < l->m->threads.at[slot].frames.n; k++)
            from_frame(l, slot, k);
}

static void add_object(machine *m, u32 id, text *out)
{
    const object *o = &m->objects.at[id];
    text name = {0}, pointers = {0};
    lister l = {.m = m, .target = id, .out = &pointers};
    char at[256];

    add_pointers(&l);
    if (!(o->flags & OF_DEAD) || l.found) {
        name_pointer(m, NO_THREAD, POINTER(id, 0), 0, &name);
        text_addf(out, "%s, %u byte%s, ", text_str(&name), o->size, o->size == 1 ? "" : "s");
        if (o->birth_thread)
            text_addf(out, "by T%u, ", o->birth_thread - 1);
        text_addf(out, "%s; ", vm_where(m, o->made_func, o->made_pc, at, sizeof at));
        text_addf(out, l.found ? "pointed to by %s\n" : "nothing points to it\n",
                  text_str(&pointers));
    }
    text_free(&name);
    text_free(&pointers);
}

void vm_heap(sys *s, text *out)
{
    machine *m = vm_of(s);

    for (u32 i = m->mem.nstatic + 1; i < m->objects.n; i++)
        if (m->objects.at[i].kind == OC_HEAP)
            add_object(m, i, out);
}
