/* The data races of a small program by the letter of the standards.
 *
 * Every interleaving of all operations, plain accesses too, is one trace of events.  Of a complete
 * trace "happens before" is computed as the standards define it: sequenced before, synchronises
 * with (release sequences, fences, locks, semaphores, barriers, creation and join), and the
 * transitive closure.  Two accesses that overlap, of different threads, one a write, one plain,
 * neither before the other, are a race (C11 5.1.2.4, C++20 [intro.races]).
 *
 * With store buffers a store that is not seq_cst waits, and reaches memory by a move of its own: with
 * TSO the oldest of its thread first, with PSO any that overtakes none to the same variable, where it
 * is no release and none is before a release fence that it is behind.  The modification order of a
 * variable is that in which its writes reach memory.  Plain accesses do not wait: their values tell
 * nobody anything.
 *
 * In C11 a release sequence goes on through later stores of the same thread, in C++20 through
 * read-modify-writes alone.  Nothing here is shared with heddle, which keeps vector clocks. */
#include "races.h"

#include <stdint.h>
#include <string.h>

typedef struct event {
    op what;
    int thread;
    int from;   /* the event that a read of an atomic variable takes its value from, or -1 */
    int writes; /* an atomic variable */
    int last;   /* of its thread, before it; -1 if there is none */
} event;

typedef struct state {
    int pc[THREADS], r[THREADS], created[THREADS], ended[THREADS];
    int value[VARIABLES], writer[VARIABLES];     /* the last write's event, or -1 */
    int owner[VARIABLES];                        /* 0 for nobody, or the thread and one */
    int readers, written, tokens, arrived, left; /* rwlock, semaphore, barrier */
    int waits[THREADS];                          /* it has arrived and not left */
    int buffer[THREADS][OPS], n[THREADS];        /* the events of stores that wait, oldest first */
    int reached[EVENTS], writes;                 /* when a write reached memory, from 1 on */
} state;

typedef struct search {
    const program *p;
    enum model model;
    long most;
    verdict *v;
    event trace[EVENTS];
    int n;
} search;

static int acquires(enum order o)
{
    return o == ACQUIRE || o == ACQ_REL || o == SEQ_CST;
}

static int releases(enum order o)
{
    return o == RELEASE || o == ACQ_REL || o == SEQ_CST;
}

/* Is the write w in the release sequence that the write a heads, or would head? */
static int in_sequence(const search *s, const int *reached, int a, int w, int cpp)
{
    for (int i = 0; i < s->n; i++) {
        const event *e = &s->trace[i];

        if (!e->writes || e->what.variable != s->trace[a].what.variable ||
            reached[i] <= reached[a] || reached[i] > reached[w])
            continue;
        if (e->what.kind == STORE && (cpp || e->thread != s->trace[a].thread))
            return 0;
    }
    return 1;
}

/* What of the thread of event i releases by its write there: itself, and fences before it. */
static uint64_t releasing(const search *s, int i)
{
    uint64_t all = releases(s->trace[i].what.order) ? 1ull << i : 0;

    for (int k = s->trace[i].last; k >= 0; k = s->trace[k].last)
        if (s->trace[k].what.kind == FENCE && releases(s->trace[k].what.order))
            all |= 1ull << k;
    return all;
}

static int same_variable(const event *a, const event *b)
{
    return a->what.variable == b->what.variable;
}

/* The order that a read has: of a compare-exchange that failed, its own. */
static enum order read_order(const event *e)
{
    return e->what.kind == CAS && !e->writes ? e->what.failure : e->what.order;
}

/* What synchronises with the read i of an atomic variable, or would if it acquired. */
static uint64_t released_to(const search *s, const int *reached, int i, int cpp)
{
    uint64_t all = 0;
    int w = s->trace[i].from;

    for (int a = 0; w >= 0 && a < s->n; a++)
        if (s->trace[a].writes && same_variable(&s->trace[a], &s->trace[w]) &&
            reached[a] <= reached[w] && in_sequence(s, reached, a, w, cpp))
            all |= releasing(s, a);
    return all;
}

static int locks(enum kind k)
{
    return k == LOCK || k == TRY;
}

static int waits(enum kind k)
{
    return k == WAIT || k == TRY_WAIT;
}

static int pairs(const event *a, const event *b)
{
    enum kind x = a->what.kind, y = b->what.kind;

    return (x == UNLOCK && locks(y) && same_variable(a, b)) || (x == POST && waits(y)) ||
           (x == WRITE_UNLOCK && (y == READ_LOCK || y == WRITE_LOCK)) ||
           (x == READ_UNLOCK && y == WRITE_LOCK) || (x == ARRIVE && y == LEAVE) ||
           (x == CREATE && b->thread == a->what.variable) ||
           (y == JOIN && a->thread == b->what.variable);
}

/* What is directly before event i, by any of the relations. */
static uint64_t directly(const search *s, const int *reached, int i, int cpp)
{
    const event *e = &s->trace[i];
    uint64_t all = e->last >= 0 ? 1ull << e->last : 0;

    for (int k = 0; k < i; k++)
        if (pairs(&s->trace[k], e))
            all |= 1ull << k;
    if (e->from >= 0 && acquires(read_order(e)))
        all |= released_to(s, reached, i, cpp);
    if (e->what.kind == FENCE && acquires(e->what.order))
        for (int k = e->last; k >= 0; k = s->trace[k].last)
            if (s->trace[k].from >= 0)
                all |= released_to(s, reached, k, cpp);
    return all;
}

static int is_atomic(const event *e)
{
    return e->what.kind >= LOAD && e->what.kind <= CAS;
}

static int is_access(const event *e)
{
    return e->what.kind <= CAS;
}

static int is_write(const event *e)
{
    return e->what.kind == WRITE || e->writes;
}

static int overlap(const event *a, const event *b)
{
    int first = a->what.kind == READ || a->what.kind == WRITE,
        second = b->what.kind == READ || b->what.kind == WRITE;

    if (first != second)
        return 0;
    if (!first)
        return same_variable(a, b);
    return a->what.offset < b->what.offset + b->what.size &&
           b->what.offset < a->what.offset + a->what.size;
}

static int race(const event *a, const event *b)
{
    return a->thread != b->thread && is_access(a) && is_access(b) && overlap(a, b) &&
           (is_write(a) || is_write(b)) && !(is_atomic(a) && is_atomic(b));
}

static int races(const search *s, const int *reached, int cpp)
{
    uint64_t before[EVENTS];

    for (int i = 0; i < s->n; i++) {
        uint64_t direct = directly(s, reached, i, cpp);

        before[i] = direct;
        for (int k = 0; k < i; k++)
            if (direct >> k & 1)
                before[i] |= before[k];
        for (int k = 0; k < i; k++)
            if (!(before[i] >> k & 1) && race(&s->trace[k], &s->trace[i]))
                return 1;
    }
    return 0;
}

static int guarded(const state *now, int t, const op *o)
{
    int r = now->r[t];

    return o->guard == ALWAYS || (o->guard == IF_TWO ? r == 2 : (o->guard == IF_R) == (r != 0));
}

/* Does it wait until the buffer of its thread is empty? */
static int drains(const op *o)
{
    if (o->kind == STORE || o->kind == FENCE)
        return o->order == SEQ_CST;
    return o->kind > STORE;
}

/* Can thread t take its next operation? */
static int enabled(const program *p, const state *now, int t)
{
    const op *o = &p->list[t][now->pc[t]];

    if (!now->created[t] || now->pc[t] == p->n[t])
        return 0;
    if (now->waits[t])
        return now->arrived >= p->barrier;
    if (!guarded(now, t, o))
        return 1;
    if (now->n[t] && drains(o))
        return 0;
    switch (o->kind) {
    case LOCK:
        return !now->owner[o->variable];
    case READ_LOCK:
        return !now->written;
    case WRITE_LOCK:
        return !now->written && !now->readers;
    case WAIT:
        return now->tokens > 0;
    case JOIN:
        return now->pc[o->variable] == p->n[o->variable] && !now->n[o->variable];
    default:
        return 1;
    }
}

/* The last store of the thread to the variable that waits, or -1. */
static int own_store(const search *s, const state *now, int t, int v)
{
    for (int k = now->n[t]; k-- > 0;)
        if (s->trace[now->buffer[t][k]].what.variable == v)
            return now->buffer[t][k];
    return -1;
}

static void load(const search *s, state *now, int t, event *e)
{
    int v = e->what.variable, own = own_store(s, now, t, v);

    e->from = own >= 0 ? own : now->writer[v];
    now->r[t] = own >= 0 ? s->trace[own].what.value : now->value[v];
}

/* The write i is in memory. */
static void reach(state *now, int v, int value, int i)
{
    now->value[v] = value;
    now->writer[v] = i;
    now->reached[i] = ++now->writes;
}

static void store(const search *s, state *now, int t, event *e)
{
    e->writes = 1;
    if (s->model == SC || e->what.order == SEQ_CST)
        reach(now, e->what.variable, e->what.value, s->n);
    else
        now->buffer[t][now->n[t]++] = s->n;
}

static void modify(const search *s, state *now, int t, event *e)
{
    int v = e->what.variable, old = now->value[v];

    switch (e->what.kind) {
    case ADD:
        now->value[v] += e->what.value;
        break;
    case EXCHANGE:
        now->value[v] = e->what.value;
        break;
    case CAS:
        now->value[v] = old == 0 ? e->what.value : old;
        break;
    default:
        break;
    }
    e->writes = e->what.kind != CAS || old == 0;
    e->from = now->writer[v];
    now->r[t] = e->what.kind == CAS ? old == 0 : old;
    if (e->writes)
        reach(now, v, now->value[v], s->n);
}

/* The effect on locks and the like; 0 if it failed and orders nothing. */
static int act(state *now, int t, const op *o)
{
    int v = o->variable;

    switch (o->kind) {
    case LOCK:
        now->owner[v] = t + 1;
        break;
    case TRY:
        now->r[t] = !now->owner[v];
        if (!now->r[t])
            return 0;
        now->owner[v] = t + 1;
        break;
    case UNLOCK:
        now->owner[v] = 0;
        break;
    case READ_LOCK:
        now->readers++;
        break;
    case WRITE_LOCK:
        now->written = 1;
        break;
    case READ_UNLOCK:
        now->readers--;
        break;
    case WRITE_UNLOCK:
        now->written = 0;
        break;
    case POST:
        now->tokens++;
        break;
    case TRY_WAIT:
        now->r[t] = now->tokens > 0;
        if (!now->r[t])
            return 0;
        now->tokens--;
        break;
    case WAIT:
        now->tokens--;
        break;
    case CREATE:
        now->created[v] = 1;
        break;
    default:
        break;
    }
    return 1;
}

static int last_of(const search *s, int t)
{
    for (int i = s->n - 1; i >= 0; i--)
        if (s->trace[i].thread == t)
            return i;
    return -1;
}

static void step(search *s, state *now, int t)
{
    event *e = &s->trace[s->n];

    *e = (event){s->p->list[t][now->pc[t]], t, -1, 0, last_of(s, t)};
    if (now->waits[t]) {
        now->waits[t] = 0;
        e->what.kind = LEAVE;
        now->pc[t]++, s->n++;
        return;
    }
    if (e->what.kind == ARRIVE) {
        now->arrived++, now->waits[t] = 1;
        s->n++;
        return;
    }
    now->pc[t]++;
    if (!guarded(now, t, &e->what))
        return;
    if (e->what.kind == LOAD)
        load(s, now, t, e);
    else if (e->what.kind == STORE)
        store(s, now, t, e);
    else if (is_atomic(e))
        modify(s, now, t, e);
    else if (!act(now, t, &e->what))
        return;
    s->n++;
}

/* ---- what reaches memory ---- */

static int fence_between(const search *s, int t, int older, int younger)
{
    for (int i = older + 1; i < younger; i++)
        if (s->trace[i].thread == t && s->trace[i].what.kind == FENCE &&
            releases(s->trace[i].what.order))
            return 1;
    return 0;
}

/* May the k-th store that waits be the next? */
static int leaves(const search *s, const state *now, int t, int k)
{
    int i = now->buffer[t][k];

    if (k && (s->model == TSO || releases(s->trace[i].what.order)))
        return 0;
    for (int older = 0; older < k; older++)
        if (same_variable(&s->trace[now->buffer[t][older]], &s->trace[i]) ||
            fence_between(s, t, now->buffer[t][older], i))
            return 0;
    return 1;
}

static void leave(const search *s, state *now, int t, int k)
{
    int i = now->buffer[t][k];

    reach(now, s->trace[i].what.variable, s->trace[i].what.value, i);
    now->n[t]--;
    memmove(&now->buffer[t][k], &now->buffer[t][k + 1],
            (size_t)(now->n[t] - k) * sizeof now->buffer[t][k]);
}

static int judge(search *s, const state *now)
{
    for (int cpp = 0; cpp < 2; cpp++)
        s->v->race[cpp] = s->v->race[cpp] || races(s, now->reached, cpp);
    return ++s->v->interleavings <= s->most;
}

/* The process ends some time after main: what the others do until then, whatever it is, is done. */
static int explore(search *s, const state *now)
{
    int n = s->n, moved = 0;

    for (int t = 0; t < s->p->threads; t++) {
        state next = *now;

        if (!enabled(s->p, now, t))
            continue;
        moved = 1;
        step(s, &next, t);
        if (!explore(s, &next))
            return 0;
        s->n = n;
    }
    for (int t = 0; t < s->p->threads; t++)
        for (int k = 0; k < now->n[t]; k++) {
            state next = *now;

            if (!leaves(s, now, t, k))
                continue;
            moved = 1;
            leave(s, &next, t, k);
            if (!explore(s, &next))
                return 0;
        }
    return moved || judge(s, now);
}

int oracle(const program *p, enum model model, long most, verdict *v)
{
    search s = {.p = p, .model = model, .most = most, .v = v};
    state start = {.created = {1}, .writer = {-1, -1}};

    memset(v, 0, sizeof *v);
    return explore(&s, &start);
}
