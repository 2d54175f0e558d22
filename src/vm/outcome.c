/* The final outcome of a run as one line: exit status and the program's static objects in the order
 * of their names, byte by byte.  Pointers are classes (what they point to, not which of its kind),
 * so that two runs that differ in nothing a program can tell have the same line. */
#include "vm/machine.h"

#include <stdlib.h>
#include <string.h>

typedef struct item {
    const char *name;
    u32 id;
} item;

static int by_name(const void *a, const void *b)
{
    const item *x = a, *y = b;
    int c = strcmp(x->name, y->name);

    return c ? c : (x->id > y->id) - (x->id < y->id);
}

static void add_target(const machine *m, u64 pointer, text *out)
{
    u32 id = POINTER_OBJECT(pointer);

    if (id && id <= m->mem.nstatic)
        text_addf(out, "<%s+%d>", m->prog->objects.at[id].name ? m->prog->objects.at[id].name : "",
                  (i32)POINTER_OFFSET(pointer));
    else
        text_add(out, "<heap>"); /* what was there is gone with the run */
}

static void add_bytes(const machine *m, const object *o, text *out)
{
    u32 each = m->prog->pointer_bytes;

    for (u32 i = 0; i < o->size; i++) {
        if (o->flags & OF_POINTERS && i % each == 0 && o->map[i / each]) {
            add_target(m, pointer_decode(m, mem_peek(m, o, i, each)), out);
            i += each - 1;
        } else if (o->flags & OF_SHADOW && o->shadow[i]) {
            text_add(out, "??");
        } else {
            text_addf(out, "%02x", o->data[i]);
        }
    }
}

/* The array and the strings that main is given: heddle's own. */
static bool of_arguments(const program *p, u32 id)
{
    u32 array = POINTER_OBJECT(p->argv);

    if (id == array)
        return true;
    for (u32 i = 0; array && i < p->objects.at[array].relocs.n; i++)
        if (POINTER_OBJECT(p->objects.at[array].relocs.at[i].value) == id)
            return true;
    return false;
}

void vm_outcome(sys *s, text *out)
{
    machine *m = vm_of(s);
    VEC(item) items = {0};

    for (u32 i = 1; i <= m->mem.nstatic; i++) {
        const object_init *o = &m->prog->objects.at[i];

        if (o->kind == OBJ_GLOBAL && !o->constant && !o->hidden && !of_arguments(m->prog, i))
            vec_push(&items, (item){o->name ? o->name : "", i});
    }
    if (items.n)
        qsort(items.at, items.n, sizeof *items.at, by_name);
    text_addf(out, "exit %d", (int)(m->exit_status & 0xff));
    for (u32 i = 0; i < items.n; i++) {
        text_addf(out, " %s=", items.at[i].name);
        add_bytes(m, &m->objects.at[items.at[i].id], out);
    }
    vec_free(&items);
}
