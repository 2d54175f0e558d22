/* Everything that tells what matters in a run goes back from its end: the last action that is of
 * some sort is nearer to the error than those before it. */
#include "report/told.h"

told told_last(const explanation *st, u32 before, told_chosen *is, const void *by)
{
    for (u32 i = before - 1; i-- > 0;) {
        const explained_step *step = &st->steps.at[i];

        for (u32 k = step->actions.n; k-- > 0;) {
            told t = {i + 1, step->actor, &step->actions.at[k]};

            if (is(&t, by))
                return t;
        }
    }
    return (told){0};
}

u32 told_end(const explanation *st)
{
    return st->steps.n + 1;
}

bool told_same_object(const action *a, const action *b)
{
    return a->object && a->object == b->object && a->offset == b->offset;
}

bool told_writes(const action *d)
{
    return (d->kind == EV_WRITE || (d->kind == EV_UPDATE && !d->failed)) && !d->quiet;
}
