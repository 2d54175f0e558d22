/* Names of heap objects: the shortest path of typed pointers that leads there, breadth first.  For
 * what the code does a local of its own that points there is the best name, then a path from a
 * global; the locals of other threads only where neither leads there.  For what it changes a path
 * from a global is, unless it is long: of a list that is walked through, `p->v` is another cell in
 * each row.
 *
 * Nothing here changes the machine. */
#include "vm/name.h"

enum { LEVELS = 6, NODES = 4096, LOCAL_LATER = 3 };

static const type *type_of(const program *p, u32 ty)
{
    return &p->types.at[ty < p->types.n ? ty : 0];
}

typedef struct node {
    u32 object, base; /* what it leads to, and the offset there */
    u32 type;         /* of what is there */
    bool direct;      /* expr is the thing itself, else a pointer to it */
    u32 shift;        /* the object is part of the thing, from there on */
    u32 level;
    char *expr;
} node;

typedef struct finder {
    machine *m;
    u16 viewer;
    u32 target;
    part at;
    VEC(node) nodes;
} finder;

/* Is there a last member without end? */
static bool open_ended(const program *p, const type *t, u64 delta)
{
    const member *last = t->kind == TYPE_STRUCT && t->members.n ? &vec_last(&t->members) : NULL;

    return last && name_flexible(p, last) && delta >= last->bit_offset / 8;
}

static void add_arrow(const char *expr, const text *inside, text *out)
{
    const char *open = *expr == '*' ? "(" : "", *close = *expr == '*' ? ")" : "";

    if (inside->n == 0)
        text_addf(out, "*%s", expr);
    else if (inside->at[0] == '.')
        text_addf(out, "%s%s%s->%s", open, expr, close, inside->at + 1);
    else
        text_addf(out, "(*%s)%s", expr, inside->at);
}

/* The part of the node's object, said through the node; false when types do not tell. */
static bool through(const machine *m, const node *n, part at, leaf *is, text *out)
{
    const type *t = type_of(m->prog, n->type);
    text inside = {0};
    u64 delta, index = 0;

    if (at.offset < n->base || t->size == 0)
        return false;
    delta = at.offset -= n->base;
    if (n->direct) {
        at.offset += n->shift;
        text_add(out, n->expr);
        *is = name_part(m->prog, n->type, at, out);
        return true;
    }
    if (!open_ended(m->prog, t, delta)) {
        index = delta / t->size;
        at.offset = delta % t->size;
    }
    *is = name_part(m->prog, n->type, at, &inside);
    if (index || (m->objects.at[n->object].size > t->size && !open_ended(m->prog, t, t->size)))
        text_addf(out, "%s%s%s[%llu]%s", *n->expr == '*' ? "(" : "", n->expr,
                  *n->expr == '*' ? ")" : "", (unsigned long long)index, text_str(&inside));
    else
        add_arrow(n->expr, &inside, out);
    text_free(&inside);
    return true;
}

/* Is there a name for it that is as short? */
static bool seen(const finder *f, u32 id, u32 level)
{
    for (u32 i = 0; i < f->nodes.n; i++)
        if (f->nodes.at[i].object == id && f->nodes.at[i].level <= level)
            return true;
    return false;
}

static void add_node(finder *f, node n)
{
    if (f->nodes.n < NODES && n.level <= LEVELS &&
        (n.object == f->target || !seen(f, n.object, n.level)))
        vec_push(&f->nodes, n);
    else
        mem_free(n.expr);
}

static u32 element_of(const program *p, u32 ty)
{
    const type *t = type_of(p, ty);

    return t->kind == TYPE_POINTER ? t->element : 0;
}

static void add_pointer(finder *f, u64 value, u32 ty, u32 level, const char *expr)
{
    u32 id = POINTER_OBJECT(value);

    if (!POINTER_IS(value) || id >= f->m->objects.n || f->m->objects.at[id].kind != OC_HEAP)
        return;
    add_node(f, (node){.object = id,
                       .base = POINTER_OFFSET(value),
                       .type = element_of(f->m->prog, ty),
                       .level = level,
                       .expr = mem_strdup(expr)});
}

/* Follows every pointer inside the object of node i. */
static void expand(finder *f, u32 i)
{
    node n = f->nodes.at[i];
    const object *o = &f->m->objects.at[n.object];
    u32 each = f->m->prog->pointer_bytes;
    text expr = {0};

    if (o->flags & OF_DEAD || !(o->flags & OF_POINTERS) || !o->map)
        return;
    for (u32 w = 0; (w + 1) * each <= o->size; w++) {
        u32 flags = 0;
        leaf is = {0};

        if (!o->map[w])
            continue;
        text_clear(&expr);
        if (through(f->m, &n, (part){.offset = w * each, .size = each}, &is, &expr))
            add_pointer(f, value_peek(f->m, o, w * each, each, &flags), is.type, n.level + 1,
                        text_str(&expr));
    }
    text_free(&expr);
}

static void seed_statics(finder *f)
{
    const program *p = f->m->prog;

    for (u32 i = 1; i < p->objects.n; i++) {
        const object_init *o = &p->objects.at[i];

        if (o->kind == OBJ_GLOBAL && !o->hidden && !o->constant && o->name)
            add_node(f, (node){.object = i,
                               .type = o->type,
                               .direct = true,
                               .shift = o->of.base,
                               .expr = mem_strdup(o->name)});
    }
}

static void seed_variable(finder *f, u32 slot, const frame *fr, const variable *v)
{
    const thread *t = &f->m->threads.at[slot];
    u64 value = t->regs.at[fr->base + v->reg];
    u32 later = f->at.here ? 0 : LOCAL_LATER;
    text expr = {0};

    if (fr->pc < v->from || fr->pc >= v->to || !POINTER_IS(value) ||
        name_taken(f->m, t, (u32)(fr - t->frames.at), v->name))
        return;
    name_owner(f->m, f->viewer, slot, (u32)(fr - t->frames.at), &expr);
    text_add(&expr, v->name);
    if (v->place == VAR_REG)
        add_pointer(f, value, v->type, later + 1, expr.at);
    else
        add_node(f, (node){.object = POINTER_OBJECT(value),
                           .type = v->type,
                           .direct = true,
                           .level = later,
                           .expr = mem_strdup(expr.at)});
    text_free(&expr);
}

static void seed_thread(finder *f, u32 slot)
{
    const thread *t = &f->m->threads.at[slot];

    for (u32 k = t->frames.n; k-- > 0;) {
        const frame *fr = &t->frames.at[k];
        const func *fn = f->m->prog->funcs.at[fr->func];

        for (u32 i = 0; i < fn->vars.n && !fn->runtime; i++)
            seed_variable(f, slot, fr, &fn->vars.at[i]);
    }
}

/* Of two that are as near the first comes first. */
static void seed(finder *f, bool others)
{
    if (f->at.here && f->viewer < f->m->threads.n)
        seed_thread(f, f->viewer);
    seed_statics(f);
    if (!f->at.here && f->viewer < f->m->threads.n)
        seed_thread(f, f->viewer);
    for (u32 i = 0; i < f->m->threads.n && others; i++)
        if (i != f->viewer)
            seed_thread(f, i);
}

/* The nodes in order of their level: those of variables in registers begin at 1. */
static bool search_path(finder *f, leaf *is, text *out)
{
    for (u32 level = 0; level <= LEVELS; level++)
        for (u32 i = 0; i < f->nodes.n; i++) {
            const node *n = &f->nodes.at[i];

            if (n->level != level)
                continue;
            if (n->object == f->target && through(f->m, n, f->at, is, out))
                return true;
            expand(f, i);
        }
    return false;
}

static bool find_by(machine *m, u16 viewer, u32 id, part at, bool others, leaf *is, text *out)
{
    finder f = {.m = m, .viewer = viewer, .target = id, .at = at};
    bool found;

    seed(&f, others);
    found = search_path(&f, is, out);
    for (u32 i = 0; i < f.nodes.n; i++)
        mem_free(f.nodes.at[i].expr);
    vec_free(&f.nodes);
    return found;
}

/* The code of a thread does not know the locals of others: they come last. */
bool path_find(machine *m, u16 viewer, u32 id, part at, leaf *is, text *out)
{
    return (at.here && find_by(m, viewer, id, at, false, is, out)) ||
           find_by(m, viewer, id, at, true, is, out);
}
