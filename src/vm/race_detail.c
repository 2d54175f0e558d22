/* What reports say of the two accesses of a data race: which value, who, where, through which
 * calls.
 *
 * Details are kept only where reports come from, in runs that are taken step by step.  They are no
 * part of the state: a record (race.c) has the number of its detail, from 1 on. */
#include "vm/name.h"
#include "vm/race.h"

bool race_told(const machine *m)
{
    return m->opt.mode == VM_BIRTH && (!m->opt.lasting || m->opt.events_all);
}

/* The calls of the program that the thread is in, the innermost first. */
static void add_calls(machine *m, race_detail *s)
{
    const thread *t = this_thread(m);

    for (u32 k = t->frames.n; k-- > 0 && s->ncalls < LENGTH(s->calls);)
        if (vm_shows(m, t, k))
            s->calls[s->ncalls++] =
                (race_call){.func = t->frames.at[k].func, .pc = t->frames.at[k].pc};
}

/* In memory, or in the buffer of the thread where a store of its own waits. */
static void add_value(machine *m, race_detail *s)
{
    const object *o = &m->objects.at[s->object];
    u32 size = s->to - s->from, flags = 0, from = s->from;
    text name = {0};

    text_clear(&s->value);
    if (o->flags & OF_DEAD || !o->data || s->to > o->size || !size || size > 8)
        return;
    leaf is = name_place(m, m->running, s->object,
                         (part){.offset = s->from, .size = size, .here = true}, &name);
    if (m->opt.memory && buffer_looks(m, POINTER(s->object, from), size, &from) == BUFFER_WHOLE)
        o = &m->objects.at[this_thread(m)->buffer];
    u64 bits = name_value(m, s->object, value_peek(m, o, from, size, &flags), &size);

    value_add(m, m->running, is, bits, size, flags, &s->value);
    text_free(&name);
}

u32 race_detail_begins(machine *m, const race_record *e)
{
    race_detail s = {.object = e->object, .from = e->from, .to = e->to};

    add_calls(m, &s);
    if (!(e->how & RACE_WRITES))
        add_value(m, &s);
    vec_push(&m->race->details, s);
    return m->race->details.n;
}

/* What a pointer lets others reach has details after that of its store. */
void race_detail_wrote(machine *m, u64 p)
{
    enum { NEAR = 32 };
    race *r = m->race;

    for (u32 k = r->details.n; k-- > 0 && r->details.n - k <= NEAR;)
        if (r->details.at[k].object == POINTER_OBJECT(p) &&
            r->details.at[k].from == POINTER_OFFSET(p)) {
            add_value(m, &r->details.at[k]);
            return;
        }
}

static const char *word_of(u32 how)
{
    return how & RACE_FREES       ? "free"
           : how & RACE_PUBLISHES ? "writes before it was shared"
           : how & RACE_ATOMIC    ? (how & RACE_WRITES ? "atomic write" : "atomic read")
           : how & RACE_WRITES    ? "write"
                                  : "read";
}

void race_detail_add(machine *m, const race_record *e, text *out)
{
    const race_detail *s;
    char place[320];

    text_add(out, word_of(e->how));
    if (!e->detail) /* it was restored */
        return;
    s = &m->race->details.at[e->detail - 1];
    if (s->value.n)
        text_addf(out, " of %s", text_str(&s->value));
    text_add(out, " by ");
    name_thread(m, e->thread, out);
    for (u32 k = 0; k < s->ncalls; k++) {
        vm_at(m, k ? ", called at" : " at", s->calls[k].func, s->calls[k].pc, place, sizeof place);
        text_add(out, place);
    }
}

void race_details_free(race *r)
{
    for (u32 k = 0; k < r->details.n; k++)
        text_free(&r->details.at[k].value);
    vec_free(&r->details);
}
