/* Reasons: which step wrote a value, what a thread waits for, and what changed between two states.
 * All are found by taking the steps of the run again and looking at their events. */
#include "sim/session.h"
#include "report/cxx.h"

#include <string.h>

enum { SPIN_READS = 4, CHAIN = 32 };

static bool overlaps(const event *a, const event *b)
{
    return a->object == b->object && a->object && a->offset < (u64)b->offset + b->size &&
           b->offset < (u64)a->offset + (a->size ? a->size : 1);
}

/* ---- the step that wrote a value ---- */

typedef struct writer {
    sim *x;
    event place;
    u32 step; /* the last one that wrote there; 0: none */
    event last;
    text words; /* what it did */
} writer;

static void describe(sim *x, sys *s, const event *e, text *out)
{
    shown v = {0};

    shown_clear(&v);
    sys_show(s, e, &v);
    text_clear(out);
    if (v.line)
        text_addf(out, "%s:%u  ", v.file, v.line);
    if (v.call.n)
        text_add(out, text_str(&v.call));
    else
        source_statement(&x->src, v.file ? v.file : "", v.line, v.column, out);
    if (v.where.n && v.value.n)
        text_addf(out, ": %s = %s", text_str(&v.where), text_str(&v.value));
    if (v.old.n && e->kind != EV_READ)
        text_addf(out, ", was %s", text_str(&v.old));
    shown_free(&v);
}

static bool see_write(void *of, sys *s, u32 step, const taken *done)
{
    writer *w = of;

    for (u32 i = 0; step && i < done->events.n; i++) {
        const event *e = &done->events.at[i];

        if (!event_writes(e) || !overlaps(&w->place, e))
            continue;
        w->step = step;
        w->last = *e;
        describe(w->x, s, e, &w->words);
    }
    return true;
}

static void say_writer(sim *x, const char *words, const event *place)
{
    writer w = {.x = x, .place = *place};
    text title = {0};

    walk_scan(&x->w, x->w.at, see_write, &w);
    if (w.step) {
        tell_title(x, x->w.path.at[w.step - 1].actor, &title);
        printf("step %u wrote it: %s, %s\n", w.step, text_str(&title), text_str(&w.words));
    } else {
        printf("no step up to here wrote %s: it is as it was at the start\n", words);
    }
    text_free(&w.words);
    text_free(&title);
}

/* What lies in no memory: the last step after which it printed otherwise. */
typedef struct changer {
    expr_scope at;
    const char *words;
    text now, before;
    bool known;
    u32 step;
} changer;

static bool see_change(void *of, sys *s, u32 step, const taken *done)
{
    changer *c = of;
    text problem = {0};
    bool known;

    (void)done;
    c->at.s = s;
    text_clear(&c->now);
    known = expression_print(&c->at, c->words, &c->now, &problem);
    if (known && (!c->known || strcmp(text_str(&c->now), text_str(&c->before)) != 0))
        c->step = step;
    if (known) {
        text_clear(&c->before);
        text_add(&c->before, text_str(&c->now));
    }
    c->known = known;
    text_free(&problem);
    return true;
}

static void say_change(sim *x, const char *words)
{
    changer c = {.at = sim_scope(x), .words = words};
    text title = {0};

    walk_scan(&x->w, x->w.at, see_change, &c);
    if (c.step) {
        tell_title(x, x->w.path.at[c.step - 1].actor, &title);
        printf("it is so since step %u, of %s\n", c.step, text_str(&title));
    } else {
        printf("it is as it was at the start\n");
    }
    sim_scope_free(&c.at);
    text_free(&c.now);
    text_free(&c.before);
    text_free(&title);
}

/* ---- what a thread waits for ---- */

/* What was done to one object of synchronisation. */
typedef struct user {
    event object;
    u32 taken, given, signalled; /* the last steps that did so */
} user;

static bool takes(const event *e)
{
    return e->kind == EV_LOCK || e->kind == EV_TRYLOCK || e->kind == EV_READ_LOCK ||
           e->kind == EV_SEM_WAIT;
}

static bool gives(const event *e)
{
    return e->kind == EV_UNLOCK || e->kind == EV_SEM_POST;
}

static bool see_user(void *of, sys *s, u32 step, const taken *done)
{
    user *u = of;

    (void)s;
    for (u32 i = 0; step && i < done->events.n; i++) {
        const event *e = &done->events.at[i];

        if (e->object != u->object.object || e->offset != u->object.offset)
            continue;
        if (takes(e))
            u->taken = step;
        else if (gives(e) || e->kind == EV_WAIT)
            u->given = step;
        else if (e->kind == EV_SIGNAL || e->kind == EV_BROADCAST)
            u->signalled = step;
    }
    return true;
}

/* The actor whom this one waits for; -1: nobody alone. */
static int say_holder(sim *x, u32 actor, const move *m)
{
    user u = {.object = m->next};
    u32 holder;

    if (m->next.kind == EV_JOIN)
        return walk_actor_of(&x->w, (u16)m->next.value);
    walk_scan(&x->w, x->w.at, see_user, &u);
    if (m->next.kind == EV_WOKEN || m->next.kind == EV_WAIT) {
        if (u.signalled)
            printf("  the last signal came at step %u\n", u.signalled);
        else
            printf("  nobody has signalled it yet\n");
        return -1;
    }
    if (u.taken <= u.given || m->next.kind == EV_SEM_WAIT) {
        if (u.given)
            printf("  it was given back last at step %u\n", u.given);
        return -1;
    }
    holder = x->w.path.at[u.taken - 1].actor;
    printf("  T%u took it at step %u%s\n", holder, u.taken, holder == actor ? ", itself" : "");
    return (int)holder;
}

/* ---- spin loops ---- */

typedef struct reader {
    event e;
    u32 times, step; /* how often, since the thread last wrote; and last when */
    text words;
} reader;

typedef struct spinner {
    sim *x;
    u16 thread;
    VEC(reader) reads;
} spinner;

static void forget_reads(spinner *p)
{
    for (u32 i = 0; i < p->reads.n; i++)
        text_free(&p->reads.at[i].words);
    vec_clear(&p->reads);
}

static void note_read(spinner *p, sys *s, const event *e, u32 step)
{
    reader *r = NULL;

    for (u32 i = 0; i < p->reads.n && !r; i++)
        if (p->reads.at[i].e.func == e->func && p->reads.at[i].e.pc == e->pc &&
            p->reads.at[i].e.object == e->object && p->reads.at[i].e.offset == e->offset)
            r = &p->reads.at[i];
    if (!r) {
        vec_push(&p->reads, (reader){.e = *e});
        r = &vec_last(&p->reads);
    }
    r->times++;
    r->step = step;
    describe(p->x, s, e, &r->words);
}

/* A thread that spins reads the same places again and again, and writes nothing. */
static bool see_reads(void *of, sys *s, u32 step, const taken *done)
{
    spinner *p = of;

    if (!step || p->x->w.path.at[step - 1].thread != p->thread)
        return true;
    for (u32 i = 0; i < done->events.n; i++) {
        const event *e = &done->events.at[i];

        if (e->flags & EVF_OWN || e->kind == EV_NONE)
            continue;
        if (e->kind == EV_READ)
            note_read(p, s, e, step);
        else if (event_writes(e) && !(e->flags & EVF_FAILED))
            forget_reads(p);
    }
    return true;
}

static bool say_spinning(sim *x, u32 actor, u16 slot)
{
    spinner p = {.x = x, .thread = slot};
    bool spins = false;

    walk_scan(&x->w, x->w.at, see_reads, &p);
    for (u32 i = 0; i < p.reads.n; i++) {
        reader *r = &p.reads.at[i];
        writer w = {.x = x, .place = r->e};

        if (r->times < 2)
            continue;
        if (!spins)
            printf("T%u turns in a loop and waits to see another value:\n", actor);
        spins = true;
        walk_scan(&x->w, x->w.at, see_write, &w);
        printf("  %s, read %u times", text_str(&r->words), r->times);
        if (w.step)
            printf("; T%u wrote it at step %u\n", x->w.path.at[w.step - 1].actor, w.step);
        else
            printf("; no step has written it\n");
        text_free(&w.words);
    }
    forget_reads(&p);
    vec_free(&p.reads);
    return spins;
}

/* ---- threads ---- */

static bool failed_now(const sim *x, u32 actor)
{
    return x->w.at && x->w.done.outcome == OUT_ERROR && x->w.path.at[x->w.at - 1].actor == actor;
}

/* Of the error that the run has come to: the steps that matter. */
static void say_error(sim *x)
{
    text words = {0};

    sim_summary(x, &words);
    if (words.n)
        printf("%s\n", text_str(&words));
    text_free(&words);
}

/* Says why the thread does not go on; the actor to ask next, or -1. */
static int say_thread(sim *x, u32 actor)
{
    int slot = x->w.actors.at[actor].slot;
    text title = {0}, waits = {0};
    int next = -1;
    move m;

    tell_title(x, actor, &title);
    if (slot < 0 || !sys_peek(x->w.s, (u16)slot, &m)) {
        printf("%s %s\n", text_str(&title),
               failed_now(x, actor)                  ? "has failed: history shows the run"
               : slot < 0 || tell_over(x, (u16)slot) ? "is over"
                                                     : "has not begun");
    } else if (!(m.flags & MOVE_ENABLED)) {
        cxx_waits_for(x->w.s, (u16)slot, &waits);
        printf("%s is blocked: %s\n", text_str(&title),
               waits.n ? text_str(&waits) : event_names[m.next.kind]);
        next = say_holder(x, actor, &m);
    } else if (!say_spinning(x, actor, (u16)slot)) {
        printf("%s can move\n", text_str(&title));
    }
    text_free(&title);
    text_free(&waits);
    return next;
}

static void say_chain(sim *x, u32 actor)
{
    bool met[CHAIN] = {0};
    int next = (int)actor;
    u32 links = 0;

    while (next >= 0 && next < CHAIN && !met[next]) {
        met[next] = true;
        links++;
        next = say_thread(x, (u32)next);
    }
    if (next >= 0 && next < CHAIN && met[next] && links > 1)
        printf("so they wait for each other\n");
    else if (next == (int)actor)
        printf("so T%u waits for itself\n", actor);
}

static bool is_thread_word(const char *words)
{
    return words[0] == 'T' && words[1] && strspn(words + 1, "0123456789") == strlen(words + 1);
}

void do_why(sim *x, char *words)
{
    expr_scope at;
    event place;
    text problem = {0};
    u32 actor = x->focus;

    if (x->inside)
        printf("before this step, after step %u:\n", x->w.at);
    if (!*words || is_thread_word(words)) {
        if (!*words && !x->inside)
            say_error(x);
        if (!*words || word_thread(x, words, &actor))
            say_chain(x, actor);
        return;
    }
    at = sim_scope(x);
    if (expression_place(&at, words, &place, &problem))
        say_writer(x, words, &place);
    else if (problem.n)
        command_wrong(x, "%s", text_str(&problem));
    else
        say_change(x, words);
    text_free(&problem);
    sim_scope_free(&at);
}
