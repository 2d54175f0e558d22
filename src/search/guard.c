/* A search that is halted in the middle of a step comes back here.  What it counted up to then lies
 * in the result; the system is between two states and is left as it is. */
#include "search/guard.h"

#include "base/halt.h"

#include <setjmp.h>
#include <stdio.h>

typedef struct guarded {
    jmp_buf at;
    const search_options *o;
    result *r;
    double begun;
} guarded;

static void come_back(halt_point *p, const char *why)
{
    guarded *g = p->with;
    result *r = g->r;

    r->verdict = VERDICT_UNKNOWN;
    r->failed = r->lasso = false;
    r->halted = true;
    r->seconds = clock_seconds() - g->begun;
    snprintf(r->reason, sizeof r->reason, "%s", why);
    result_settle(r);
    longjmp(g->at, 1);
}

void search_guarded(sys *s, const search_options *o, result *r, search_work *work, void *with)
{
    guarded g = {.o = o, .r = r, .begun = o->since > 0 ? o->since : clock_seconds()};
    halt_point p = {.to = come_back,
                    .with = &g,
                    .interrupted = o->interrupted,
                    .since = g.begun,
                    .seconds = o->max.seconds};

    halt_begin(&p);
    if (setjmp(g.at))
        return;
    work(s, o, r, with);
    halt_end(&p);
}

void search_close(sys *s, const result *r)
{
    if (!r->halted)
        sys_close(s);
}
