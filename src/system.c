/* What every user of a system shares: the words for moves, and the care of the buffers that a
 * system fills. */
#include "system.h"

const char *const move_names[MOVE_KINDS] = {"run", "start", "spurious", "timeout", "flush"};

void taken_free(taken *t)
{
    vec_free(&t->events);
}

void shown_clear(shown *s)
{
    s->file = s->function = "";
    s->line = 0;
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
