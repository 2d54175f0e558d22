/* What every user of a system shares: the words for moves, and the care of the buffers that a
 * system fills. */
#include "system.h"

#include <string.h>

const char *const move_names[MOVE_KINDS] = {"run", "start", "spurious", "timeout", "flush"};

bool moves_offer(const move_list *moves, int slot, move_kind kind, u32 choice)
{
    for (u32 i = 0; i < moves->n; i++) {
        const move *m = &moves->at[i];

        if (m->thread == slot && m->kind == kind && m->flags & MOVE_ENABLED && choice < m->choices)
            return true;
    }
    return false;
}

void taken_free(taken *t)
{
    vec_free(&t->events);
    vec_free(&t->accesses);
}

void shown_drop_members(text *place)
{
    char *member = place->n ? strstr(place->at, "._M_") : NULL;

    if (!member)
        return;
    *member = 0;
    place->n = (u32)(member - place->at);
}

void shown_clear(shown *s)
{
    s->file = s->function = "";
    s->line = 0;
    s->piece = s->goes_on = false;
    text_clear(&s->where);
    text_clear(&s->value);
    text_clear(&s->old);
    text_clear(&s->call);
}

void shown_free(shown *s)
{
    text_free(&s->where);
    text_free(&s->value);
    text_free(&s->old);
    text_free(&s->call);
}

bool sys_fails(sys *s, bool hangs, failure *out)
{
    status now = sys_status(s);

    if (now == ST_RUNNING)
        return hangs && sys_hang(s, out) == HANG_FOUND;
    if (now != ST_DEADLOCK && now != ST_ERROR)
        return false;
    sys_explain(s, out);
    return true;
}

void sys_buffer(sys *s, u16 thread, text *out)
{
    shown v = {0};
    event e;

    s = sys_with_describe(s);
    for (u32 i = 0; s->ops->describe->waiting && s->ops->describe->waiting(s, thread, i, &e); i++) {
        shown_clear(&v);
        s->ops->describe->show(s, &e, &v);
        text_addf(out, "%s%s = %s", i ? ", " : "", v.where.n ? text_str(&v.where) : "a value",
                  v.value.n ? text_str(&v.value) : "...");
    }
    shown_free(&v);
}

bool sys_buffers(sys *s, u16 thread)
{
    event e;

    s = sys_with_describe(s);
    return s->ops->describe->waiting && s->ops->describe->waiting(s, thread, 0, &e);
}
