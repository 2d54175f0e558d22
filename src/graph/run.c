/* The machine under the graph: each thread is run alone, by steps that begin before something that
 * others could see, and memory is made to hold what an atomic read is to find.
 *
 * Plain accesses need no answers: in a program without data races what they read was written last
 * among what happens before it, and a run takes events in an order that happens-before is part of.
 * Where the memory has atomic accesses too, it is made to hold the last of what was written so far
 * in modification order. */
#include "graph/engine.h"

#include "base/map.h"
#include "base/mutant.h"
#include "rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The library stores into memory of the program: a thread's number, what a thread returned. */
static bool stores_for_program(const event *e)
{
    enum { WRITE = 8 }; /* of runtime/heddle_vm.h */

    return e->kind == EV_ORDERS && e->value & WRITE && !MUTANT(GRAPH_STORES);
}

event_sort sort_of(const event *e)
{
    bool library = e->flags & EVF_RUNTIME;

    if (stores_for_program(e))
        return SORT_PLAIN;

    switch (e->kind) {
    case EV_READ:
    case EV_WRITE:
    case EV_UPDATE:
        return library ? SORT_OTHER : e->flags & EVF_ATOMIC ? SORT_ATOMIC : SORT_PLAIN;
    case EV_ALLOC:
    case EV_FREE:
        return library && !e->size ? SORT_OTHER : SORT_PLAIN;
    case EV_LOCK:
    case EV_TRYLOCK:
    case EV_UNLOCK:
    case EV_SEM_WAIT:
    case EV_SEM_POST:
    case EV_ONCE:
    case EV_READ_LOCK:
    case EV_BARRIER:
    case EV_SIGNAL:
    case EV_BROADCAST:
        return SORT_OPERATION;
    case EV_WAIT: /* inside an operation: the sleep begins, which the operation tells */
        return e->flags & EVF_VISIBLE || e->size > 1 ? SORT_OPERATION : SORT_OTHER;
    case EV_WOKEN:
        return SORT_WAKE;
    case EV_SYNC:
        return e->size ? SORT_OPERATION : SORT_OTHER;
    case EV_NONE:
    case EV_START:
    case EV_CREATE:
    case EV_JOIN:
    case EV_THREAD_EXIT:
    case EV_EXIT:
    case EV_CHOOSE:
    case EV_OUTPUT:
    case EV_FAIL:
    case EV_PAUSE:
    case EV_FENCE:
    case EV_ORDERS:
        return SORT_OTHER;
    default:
        return SORT_UNKNOWN;
    }
}

runner *run_of(engine *n, u16 thread)
{
    while (n->runners.n <= thread)
        vec_push(&n->runners, (runner){0});
    return &n->runners.at[thread];
}

void run_close(engine *n)
{
    snapshot_close(n);
    for (u32 k = 0; k < n->spare.n; k++)
        graph_free(&n->spare.at[k]);
    vec_free(&n->spare);
    vec_free(&n->runners);
    vec_free(&n->moments);
    vec_free(&n->moment_words);
    vec_free(&n->own);
    vec_free(&n->library_reads);
    vec_free(&n->spin_places);
    map_free(&n->rounds);
}

static void cut(engine *n, u16 thread, const char *file, u32 line, const char *why)
{
    result *r = n->r;
    text place = {0};

    run_of(n, thread)->fate = FATE_CUT;
    if (line)
        text_addf(&place, "%s:%u: ", file, line);
    if (strncmp(why, text_str(&place), place.n) == 0) /* the machine's limit names it itself */
        text_clear(&place);
    if (!r->cut[0])
        snprintf(r->cut, sizeof r->cut, "%s%s", text_str(&place), why);
    text_free(&place);
}

void run_cut(engine *n, u16 thread, const char *why)
{
    frame_shown top = {0};

    sys_stack(n->s, thread, 1, &top);
    cut(n, thread, top.file, top.line, why);
    text_free(&top.locals);
}

void run_refuse_at(engine *n, u16 thread, const event *at, const char *what)
{
    shown s = {0};
    char why[200];

    snprintf(why, sizeof why, "%s is not supported with --memory ra and rc11", what);
    sys_show(n->s, at, &s);
    cut(n, thread, s.file, s.line, why);
    shown_free(&s);
}

void run_refuse(engine *n, u16 thread, const char *what)
{
    char why[160];

    snprintf(why, sizeof why, "%s is not supported with --memory ra and rc11", what);
    run_cut(n, thread, why);
}

/* ---- memory ---- */

void run_answer(engine *n, const location *l, name from)
{
    vm_put(n->s, l->object, l->offset, l->size, &n->g->words.at[graph_value(n->g, l, from)]);
}

static bool was_taken(engine *n, name e)
{
    return e == NO_NAME || name_index(e) < run_of(n, (u16)name_thread(e))->done;
}

void run_settle(engine *n, u64 object, u32 offset, u32 size)
{
    for (u32 k = 0; k < n->g->locations.n; k++) {
        const location *l = &n->g->locations.at[k];
        u32 last = l->mo.n - 1;

        if (!location_overlaps(l, object, offset, size))
            continue;
        while (!was_taken(n, l->mo.at[last]))
            last--;
        run_answer(n, l, l->mo.at[last]);
    }
}

/* ---- choices ---- */

/* What the thread is after it; false: that cannot be told. */
static bool try_choice(engine *n, u16 thread, u32 choice, taken *t, word_list *own)
{
    state_key here = sys_save(n->s);
    bool told;
    move mv;

    sys_step(n->s, thread, MOVE_RUN, choice, t);
    told = t->outcome == OUT_RAN &&
           (!sys_peek(n->s, thread, &mv) || n->s->ops->spin_loops->own(n->s, thread, own));
    sys_restore(n->s, here);
    return told;
}

bool run_matters(engine *n, u16 thread)
{
    taken t[2] = {{0}, {0}};
    word_list own[2] = {{0}, {0}};
    bool same = try_choice(n, thread, 0, &t[0], &own[0]) & try_choice(n, thread, 1, &t[1], &own[1]);

    same = same && t[0].events.n == t[1].events.n && own[0].n == own[1].n &&
           (!own[0].n || !memcmp(own[0].at, own[1].at, own[0].n * sizeof(u32)));
    for (u32 k = 0; same && k < t[0].events.n; k++)
        same = t[0].events.at[k].kind == t[1].events.at[k].kind &&
               t[0].events.at[k].value == t[1].events.at[k].value;
    for (u32 c = 0; c < 2; c++) {
        taken_free(&t[c]);
        vec_free(&own[c]);
    }
    return !same;
}

/* ---- events ---- */

/* What an operation orders: it says so itself, in the events that follow. */
static u8 orders_of(const taken *t, u32 at)
{
    enum { ACQUIRES = 1, RELEASES = 2, READERS = 4 }; /* of runtime/heddle_vm.h */
    u8 order = EVO_RELAXED;

    for (u32 k = at + 1; k < t->events.n; k++) {
        const event *e = &t->events.at[k];

        if (e->kind != EV_ORDERS || e->object != t->events.at[at].object)
            continue;
        bool readers = e->value & READERS;

        order |= !(e->value & ACQUIRES) ? 0 : readers ? ORDER_FROM_READERS : EVO_ACQUIRE;
        order |= !(e->value & RELEASES) ? 0 : readers ? ORDER_AS_READER : EVO_RELEASE;
    }
    return order;
}

/* Did the operation write to its object?  Who falls asleep does, as it were. */
static bool operation_writes(const taken *t, u32 at)
{
    if (t->events.at[at].kind == EV_WAIT)
        return true;
    for (u32 k = at + 1; k < t->events.n; k++) {
        const event *e = &t->events.at[k];

        if (sort_of(e) == SORT_OPERATION)
            return false;
        if (e->kind == EV_WRITE && e->flags & EVF_RUNTIME && e->object == t->events.at[at].object)
            return true;
    }
    return false;
}

static node_kind kind_of(const event *e)
{
    return e->kind == EV_READ                                 ? NODE_READ
           : e->kind == EV_UPDATE && !(e->flags & EVF_FAILED) ? NODE_UPDATE
           : e->kind == EV_UPDATE                             ? NODE_READ
                                                              : NODE_WRITE;
}

/* The order of an atomic access.  Where all are releases and acquires, none is seq_cst either: that
 * axiom is left for fences. */
static u8 access_order(const engine *n, const event *e, const node *of)
{
    if (n->model == MEMORY_RC11)
        return e->order | EVO_RELAXED;
    if (n->model != MEMORY_RA) /* buffers.c has their orders */
        return EVO_RELAXED;
    return (u8)(EVO_RELAXED | (node_reads(of) ? EVO_ACQUIRE : 0) |
                (node_writes(of) && !MUTANT(GRAPH_RELEASE) ? EVO_RELEASE : 0));
}

static bool draft_of(engine *n, u32 at, bool several, draft *d)
{
    const event *e = &n->t.events.at[at];
    event_sort what = sort_of(e);

    *d = (draft){.of = e,
                 .e = {.kind = NODE_OTHER,
                       .location = NO_NUMBER,
                       .from = NO_NAME,
                       .words = NO_NUMBER,
                       .asked = e->order,
                       .func = e->func,
                       .pc = e->pc,
                       .value = e->value,
                       .old = e->old,
                       .flags = e->flags}};
    switch (e->kind) {
    case EV_FENCE:
        d->e.kind = NODE_FENCE;
        d->e.order = memory_by_graphs(n->model) ? e->order : 0;
        return several;
    case EV_CREATE:
        d->e.kind = NODE_CREATE;
        d->e.other = (u32)e->value;
        return true;
    case EV_JOIN:
        d->e.kind = NODE_JOIN;
        d->e.other = (u32)e->value;
        return true;
    case EV_CHOOSE:
        d->e.kind = NODE_CHOICE;
        return true;
    case EV_WOKEN:
        d->e.kind = NODE_WAKE;
        return true;
    default:
        break;
    }
    if (!several || what == SORT_OTHER)
        return false;
    d->e.object = e->object;
    d->e.offset = e->offset;
    d->e.size = e->size;
    if (what == SORT_OPERATION) {
        d->e.operates = true;
        d->e.op = e->kind;
        d->e.order = orders_of(&n->t, at);
        d->e.kind = operation_writes(&n->t, at) ? NODE_UPDATE : NODE_READ;
    } else {
        d->e.kind = (u8)kind_of(e);
        d->e.order = what == SORT_ATOMIC ? access_order(n, e, &d->e) : 0;
    }
    return true;
}

/* What a lock holds is the number of the thread that has it. */
static void take_number(engine *n, node *e, const draft *d)
{
    if (!n->g->renumbered || !e->operates || MUTANT(GRAPH_NESTED))
        return;
    e->value = d->e.value;
    e->old = d->e.old;
    if (e->words != NO_NUMBER)
        vm_take(n->s, e->object, e->offset, e->size, n->g->words.at + e->words);
}

/* The next event is in the graph already. */
static void match(engine *n, u16 thread, const draft *d)
{
    runner *u = run_of(n, thread);
    node *e = &n->g->threads.at[thread].all.at[u->done++];

    take_number(n, e, d);
    if ((e->kind != d->e.kind && e->kind != NODE_OTHER) || e->object != d->e.object ||
        e->offset != d->e.offset)
        die("a thread that reads the same does something else");
}

static bool take_in(engine *n, u16 thread, draft *d, const settled *how)
{
    static const settled nothing;
    runner *u = run_of(n, thread);
    bool ok = true;

    if (spin_effect(&d->e) && !MUTANT(GRAPH_SPIN))
        u->moment = 0;
    if (u->done < graph_count(n->g, thread))
        match(n, thread, d);
    else
        ok = add_event(n, thread, d, d->first ? how : &nothing);
    return ok;
}

/* The library's own memory has no events but for operations: it must be read only, or have nothing
 * but operations. */
static bool library_order(engine *n, const event *e)
{
    bool operates = sort_of(e) == SORT_OPERATION, known = false, mixed;

    if (!(e->flags & EVF_VISIBLE))
        return false;
    for (u32 k = 0; k < n->library_reads.n; k++)
        known |= n->library_reads.at[k] == e->object;
    if (operates)
        return known;
    if (!known)
        vec_push(&n->library_reads, e->object);
    return event_writes(e) ||
           graph_location(n->g, e->object, e->offset, e->size, &mixed) != NO_NUMBER || mixed;
}

/* What the library does that the graph has no events for. */
static const char *unsupported(engine *n, const event *e)
{
    enum { LOADS = 16, STORES = 32, UPDATES = 64, HANDS = 1 << 16 };

    if (sort_of(e) == SORT_UNKNOWN)
        return event_names[e->kind];
    if (e->kind == EV_ORDERS && e->value & HANDS)
        return "a barrier of the library";
    if (vm_hidden(n->s, e->object) && library_order(n, e))
        return "what the library keeps for all threads";
    if (e->kind == EV_ORDERS && e->value & (LOADS | STORES | UPDATES))
        return "an atomic access that is a call of the library";
    if (e->flags & EVF_ATOMIC && e->size > 8)
        return "an atomic access of more than 8 bytes";
    return NULL;
}

static const char *too_many(const event *e)
{
    return e->kind == EV_CREATE && e->value >= MOST_THREADS
               ? "an execution of more than 256 threads"
               : NULL;
}

static bool supported(engine *n, u16 thread, bool several)
{
    for (u32 k = 0; k < n->t.events.n; k++) {
        const event *e = &n->t.events.at[k];
        const char *what = several ? unsupported(n, e) : NULL;

        what = what ? what : too_many(e);
        several |= e->kind == EV_CREATE;
        if (!what)
            continue;
        run_refuse(n, thread, what);
        return false;
    }
    return true;
}

/* The events of a step that was taken. */
static bool absorb(engine *n, u16 thread, u8 kind, u32 choice, bool several, const settled *how)
{
    bool begun = false, ok = true;
    draft d;

    for (u32 k = 0; k < n->t.events.n && ok; k++) {
        if (!draft_of(n, k, several, &d))
            continue;
        d.first = !begun;
        d.e.move = kind;
        d.e.choice = begun ? 0 : choice;
        if (d.e.kind == NODE_WAKE && kind == MOVE_RUN)
            d.e.kind = NODE_LEAVE;
        begun = true;
        several |= d.e.kind == NODE_CREATE;
        if (d.e.kind == NODE_CREATE)
            birth_note(n->g, d.e.other, thread, run_of(n, thread)->done);
        ok = take_in(n, thread, &d, how);
    }
    if (!begun) {
        d = (draft){.first = true,
                    .e = {.kind = NODE_OTHER,
                          .move = kind,
                          .choice = choice,
                          .from = NO_NAME,
                          .location = NO_NUMBER,
                          .words = NO_NUMBER}};
        ok = take_in(n, thread, &d, how);
    }
    return ok;
}

static void step(engine *n, u16 thread, move_kind kind, u32 choice)
{
    sys_step(n->s, thread, kind, choice, &n->t);
    n->r->transitions++;
    if (n->t.outcome == OUT_ERROR) { /* the machine may take other steps before it is told */
        snprintf(n->message, sizeof n->message, "%s", n->t.error.message);
        n->t.error.message = n->message;
    }
    if (n->t.outcome == OUT_LIMIT) {
        snprintf(n->message, sizeof n->message, "%s", n->t.limit);
        n->t.limit = n->message;
    }
}

static bool ended(engine *n, u16 thread, u32 first, bool ok)
{
    if (n->watch)
        n->watch(n, thread, first);
    if (n->t.outcome == OUT_PRUNED)
        run_of(n, thread)->fate = FATE_PRUNED;
    if (n->t.outcome == OUT_LIMIT)
        run_cut(n, thread, n->t.limit);
    if (ok && n->t.outcome == OUT_ERROR && !n->watch) {
        explain_fail(n, &n->t.error);
        ok = false;
    }
    return ok;
}

bool run_step(engine *n, u16 thread, const move *mv, u32 choice, const settled *how)
{
    bool several = vm_started(n->s) > 1, wakes = mv->next.kind == EV_WOKEN;
    u32 first = graph_count(n->g, thread);

    graph_thread(n->g, thread);
    step(n, thread, (move_kind)mv->kind, wakes ? sleep_choice(n, thread, choice) : choice);
    if (!supported(n, thread, several))
        return false;
    return ended(n, thread, first, absorb(n, thread, mv->kind, choice, several, how));
}

/* ---- again ---- */

/* While there is one thread a weak compare-exchange that fails is no event, but it is a choice. */
bool run_may_spin(engine *n, const move *mv)
{
    if (vm_started(n->s) <= 1)
        return mv->choices > 1;
    return sort_of(&mv->next) == SORT_PLAIN && mv->next.kind == EV_READ;
}

static void take_again(engine *n, u16 thread, const node *e, const move *mv)
{
    bool several = vm_started(n->s) > 1, reads = node_reads(e) && e->order;
    u32 first = run_of(n, thread)->done;

    assert(e->first);
    if (reads || run_may_spin(n, mv) || e->kind == NODE_WAKE)
        spins(n, thread);
    if (reads) {
        run_answer(n, &n->g->locations.at[e->location], e->from);
    } else if (sort_of(&mv->next) == SORT_PLAIN) {
        run_settle(n, mv->next.object, mv->next.offset, mv->next.size);
    }
    if (e->blocked) {
        run_of(n, thread)->fate = e->kind == NODE_WAKE ? FATE_SLEEPS : FATE_BLOCKED;
        run_of(n, thread)->done++;
        if (n->watch)
            n->watch(n, thread, first);
        return;
    }
    u8 kind = e->move;
    u32 choice = e->choice;

    step(n, thread, (move_kind)kind,
         mv->next.kind == EV_WOKEN ? sleep_choice(n, thread, choice) : choice);
    ended(n, thread, first, absorb(n, thread, kind, choice, several, NULL));
}

/* The thread whose next event was added first; the graph's count: all are done. */
static u32 first_added(engine *n)
{
    u32 best = n->g->threads.n, least = UINT32_MAX;

    for (u32 t = 0; t < n->g->threads.n; t++) {
        u32 done = run_of(n, (u16)t)->done;

        if (done < graph_count(n->g, t) && n->g->threads.at[t].all.at[done].added < least) {
            least = n->g->threads.at[t].all.at[done].added;
            best = t;
        }
    }
    return best;
}

void run_replay(engine *n)
{
    move mv;

    if (!n->snapshots || !snapshot_return(n)) {
        sys_reset(n->s);
        for (u32 t = 0; t < n->runners.n; t++)
            n->runners.at[t] = (runner){.fate = FATE_RUNS};
    }
    for (u32 t; (t = first_added(n)) < n->g->threads.n;) {
        const node *e = &n->g->threads.at[t].all.at[run_of(n, (u16)t)->done];

        if (!sys_peek(n->s, (u16)t, &mv) || !was_taken(n, e->from))
            die("an execution graph cannot be taken again");
        take_again(n, (u16)t, e, &mv);
    }
    n->g->renumbered = false;
}
