/* A trail in lines of C, for whoever replays one with `HEDDLE_TRAIL=1 ./pan -r`: what each step of
 * a thread read and wrote.  The step is taken once more, in a cursor of its own. */
#include "embed/driver.h"

#include <stdio.h>

static void print_event(sys *s, const event *e, u32 thread, shown *v)
{
    shown_clear(v);
    sys_show(s, e, v);
    if (!*v->file || !v->line || (!v->call.n && !v->where.n))
        return;
    printf("heddle: thread %u  %s:%u  ", thread, v->file, v->line);
    if (v->call.n)
        printf("%s\n", text_str(&v->call));
    else
        printf("%s %s %s\n", text_str(&v->where), event_writes(e) ? "=" : "is",
               v->value.n ? text_str(&v->value) : "...");
}

static void print_step(sys *s, u32 thread, const taken *t)
{
    shown v = {0};

    for (u32 i = 0; i < t->events.n; i++)
        if (!(t->events.at[i].flags & (EVF_RUNTIME | EVF_ASIDE)))
            print_event(s, &t->events.at[i], thread, &v);
    shown_free(&v);
}

void trail_show(pan *p, const driver_way *w)
{
    sys *s = sys_clone(p->machine);
    taken t = {0};

    sys_restore(s, p->key);
    for (u32 k = 0; k < (w->steps ? w->steps : 1) && t.outcome == OUT_RAN; k++) {
        sys_step(s, w->thread, k ? MOVE_RUN : (move_kind)w->kind, k ? 0 : w->choice, &t);
        print_step(s, w->thread - (u32)p->first, &t);
    }
    fflush(stdout);
    taken_free(&t);
    sys_close(s);
}
