/* Litmus tests, and their executions by the definition of RC11 (Lahav, Vafeiadis, Kang, Hur and
 * Dreyer, PLDI 2017).
 *
 *   litmus-gen SEED COUNT FILE.c      a C program that chooses one of COUNT tests and runs it;
 *                                     what heddle check --memory rc11 --outcomes must print of it,
 *                                     in no order, goes to the standard output
 *   litmus-gen -n SEED COUNT FILE.c   the same, of tests whose threads create each other
 *   litmus-gen -w SEED COUNT FILE.c   the same, of tests whose threads wait for values
 *   litmus-gen -r SEED FILE.c         one test with plain accesses; "race" or "no race"
 *   litmus-gen -l SEED COUNT FOLDER   files in herd's format; what heddle litmus must print of them
 *   litmus-gen -c SEED COUNT          whether each model allows what a stronger one does
 *
 * In front of these, -m MODEL says what is judged by: rc11, which is the default, ra, sc, tso or pso.
 *
 * A test is drawn from a family (SB, MP, ...), each access with an order of its own, fences,
 * read-modify-writes and dependencies mixed in, or from random operations, or from critical
 * sections.  Those that wait have loops that look, or that compare and exchange, and several writes
 * and read-modify-writes of the values that they wait for.
 *
 * The judge is slow and direct: it guesses what every read returns, all reads-from and modification
 * orders that fit, and tests the axioms as relations over events.  Of a loop that waits it has the
 * last round alone.  It shares nothing with the engine. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, OPS = 8, PLACES = 3, REGS = 8, EVENTS = 32, VALUES = 8 };
enum { NA, RLX, ACQ, REL, ACQREL, SC };
enum { MODEL_RC11, MODEL_RA, MODEL_SC, MODEL_TSO, MODEL_PSO };
enum { LOAD, STORE, FENCE, ADD, XCHG, CAS, TAKE, AWAIT, ASSUME, LOCK, UNLOCK };

typedef struct op {
    int kind, place, order, fails; /* fails: order of a compare-exchange that does */
    int value, with;               /* constant; with >= 0: that register is added */
    int expected;                  /* CAS, TAKE, AWAIT, ASSUME */
    int reg;                       /* what is read goes here, -1 nowhere */
    int if_reg, if_value;          /* done only if the register has this value; -1 always */
} op;

typedef struct test {
    op ops[THREADS][OPS];
    int n[THREADS], threads, regs;
    int creator[THREADS], before[THREADS]; /* the thread that creates it, -1: main; before which of
                                              its operations */
    bool spins; /* the lock is one by test-and-set */
} test;

/* ---- random numbers ---- */

static uint64_t state;
static int model;
static bool nested;  /* threads may create threads */
static bool waiting; /* threads wait for values */

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static int pick(const int *from, unsigned n)
{
    return from[draw(n)];
}

static int load_order(void)
{
    static const int all[] = {RLX, ACQ, SC};

    return pick(all, 3);
}

static int store_order(void)
{
    static const int all[] = {RLX, REL, SC};

    return pick(all, 3);
}

static int update_order(void)
{
    static const int all[] = {RLX, ACQ, REL, ACQREL, SC};

    return pick(all, 5);
}

/* ---- tests ---- */

static op *add(test *t, int thread, op o)
{
    t->ops[thread][t->n[thread]] = o;
    if (thread >= t->threads)
        t->threads = thread + 1;
    return &t->ops[thread][t->n[thread]++];
}

static op plain(int kind, int place, int order, int value)
{
    return (op){.kind = kind,
                .place = place,
                .order = order,
                .value = value,
                .with = -1,
                .reg = -1,
                .if_reg = -1};
}

static int last_reg(const test *t, int thread)
{
    for (int i = t->n[thread]; i--;)
        if (t->ops[thread][i].reg >= 0)
            return t->ops[thread][i].reg;
    return -1;
}

static void maybe_fence(test *t, int thread)
{
    static const int all[] = {ACQ, REL, ACQREL, SC};

    if (t->n[thread] && t->n[thread] < OPS - 1 && !draw(3))
        add(t, thread, plain(FENCE, 0, pick(all, 4), 0));
}

static void maybe_depend(const test *t, int thread, op *o)
{
    int r = last_reg(t, thread);

    if (r < 0)
        return;
    if (!draw(4))
        o->if_reg = r, o->if_value = (int)draw(2);
    else if (o->kind == STORE && !draw(3))
        o->with = r;
}

static void write_to(test *t, int thread, int place, int value)
{
    op o = plain(STORE, place, store_order(), value);

    maybe_fence(t, thread);
    maybe_depend(t, thread, &o);
    if (!draw(5) && o.with < 0) {
        o.kind = XCHG;
        o.order = update_order();
        if (t->regs < REGS && draw(2))
            o.reg = t->regs++;
    }
    add(t, thread, o);
}

static void read_from(test *t, int thread, int place)
{
    op o = plain(LOAD, place, load_order(), 0);

    maybe_fence(t, thread);
    maybe_depend(t, thread, &o);
    o.reg = t->regs < REGS ? t->regs++ : -1;
    if (!draw(6)) {
        o.kind = draw(2) ? ADD : CAS;
        o.order = update_order();
        o.value = o.kind == ADD ? (int)draw(2) : 2;
        o.expected = (int)draw(2);
        o.fails = load_order();
    }
    if (o.kind == LOAD && !draw(7)) {
        o.kind = AWAIT;
        o.expected = (int)draw(3);
    }
    add(t, thread, o);
}

/* A family as text: threads by |, W or R with a place, values of writes to a place count up. */
static const char *const families[] = {
    "WxRy|WyRx",       /* SB */
    "WxWy|RyRx",       /* MP */
    "RxWy|RyWx",       /* LB */
    "Wx|RxWy|RyRx",    /* WRC */
    "Wx|Wy|RxRy|RyRx", /* IRIW */
    "WxWy|WyWx",       /* 2+2W */
    "WxWy|WyRx",       /* R */
    "WxWy|RyWx",       /* S */
    "Wx|RxRx",         /* CoRR */
    "Wx|Wx|RxRx|RxRx", /* CoRR, two writers */
    "WxWx|RxRx",       /* CoWW */
    "RxWx|Wx",         /* CoRW */
    "WxRx|Wx",         /* CoWR */
    "WxRy|WyRz|WzRx",  /* SB of three */
    "WxWy|RyWz|RzRx",  /* ISA2 */
    "WxRyWz|RzRx|Wy",  /* mixtures */
    "WxRxRy|WyRyRx",   /* SB with own reads */
    "WxWyRx|RyWxRy",
};
enum { FAMILIES = sizeof families / sizeof *families };

static void draw_family(test *t)
{
    int thread = 0, values[PLACES] = {0};

    for (const char *s = families[draw(FAMILIES)]; *s; s++) {
        if (*s == '|') {
            thread++;
        } else {
            int place = s[1] - 'x';

            if (*s == 'W')
                write_to(t, thread, place, ++values[place]);
            else
                read_from(t, thread, place);
            s++;
        }
    }
}

static void draw_random(test *t)
{
    int threads = 2 + (int)draw(2), values[PLACES] = {0};

    for (int k = 0; k < threads; k++)
        for (int i = 1 + (int)draw(threads == 2 ? 4 : 3); i-- && t->n[k] < OPS - 1;) {
            int place = (int)draw(2);

            if (draw(2))
                write_to(t, k, place, 1 + values[place]++ % 3);
            else
                read_from(t, k, place);
            if (!draw(12) && last_reg(t, k) >= 0 && t->n[k] < OPS) {
                op o = plain(ASSUME, 0, 0, 0);

                o.reg = -1;
                o.with = last_reg(t, k);
                o.expected = (int)draw(2);
                add(t, k, o);
            }
        }
}

/* Critical sections, and accesses beside them. */
static void draw_locked(test *t)
{
    int threads = 2 + (int)draw(2);

    t->spins = draw(2);
    for (int k = 0; k < threads; k++) {
        if (!draw(3))
            write_to(t, k, 1, k + 1);
        add(t, k, plain(LOCK, 2, ACQ, 1));
        if (draw(2))
            read_from(t, k, 0);
        if (draw(2))
            write_to(t, k, 0, k + 1);
        add(t, k, plain(UNLOCK, 2, REL, 0));
        if (!draw(3))
            read_from(t, k, 1);
    }
}

/* Loops that wait, for values that are written more than once. */
static void wait_for(test *t, int thread, int place)
{
    op o = plain(draw(3) ? AWAIT : TAKE, place, load_order(), 1 + (int)draw(3));

    maybe_fence(t, thread);
    if (o.kind == TAKE) {
        o.order = update_order();
        o.fails = load_order();
    }
    o.expected = draw(4) ? 2 : 1;
    add(t, thread, o);
}

static void change(test *t, int thread, int place)
{
    static const int all[] = {STORE, STORE, STORE, XCHG, XCHG, CAS, ADD};
    static const int values[] = {1, 2, 2, 3};
    op o = plain(pick(all, 7), place, store_order(), pick(values, 4));

    maybe_fence(t, thread);
    maybe_depend(t, thread, &o);
    if (o.kind != STORE) {
        o.order = update_order();
        o.fails = load_order();
        o.expected = (int)draw(4);
        o.reg = t->regs < REGS && draw(3) ? t->regs++ : -1;
    }
    if (o.kind == ADD)
        o.value = 1;
    add(t, thread, o);
}

static void draw_waiting(test *t)
{
    int threads = 2 + (int)draw(3);

    for (int k = 0; k < threads; k++)
        for (int i = 1 + (int)draw(threads == 4 ? 2 : 3 + !k); i--;) {
            int place = draw(3) != 0;

            if (k ? !draw(8) : !i)
                wait_for(t, k, place);
            else if (!draw(5))
                read_from(t, k, place);
            else
                change(t, k, place);
        }
}

static bool has(const test *t, int kind)
{
    for (int k = 0; k < t->threads; k++)
        for (int i = 0; i < t->n[k]; i++)
            if (t->ops[k][i].kind == kind)
                return true;
    return false;
}

/* Threads that main or an earlier thread creates. */
static void draw_creators(test *t)
{
    for (int k = 0; k < t->threads; k++) {
        t->creator[k] = nested && k ? (int)draw((unsigned)k + 1) - 1 : -1;
        if (t->creator[k] >= 0)
            t->before[k] = (int)draw((unsigned)t->n[t->creator[k]] + 1);
    }
}

static void draw_any(test *t)
{
    switch (draw(8)) {
    case 0:
    case 1:
        draw_random(t);
        break;
    case 2:
        draw_locked(t);
        break;
    default:
        draw_family(t);
    }
}

static void draw_test(test *t)
{
    memset(t, 0, sizeof *t);
    if (waiting)
        draw_waiting(t);
    else
        draw_any(t);
    draw_creators(t);
}

/* Some accesses to one place become plain. */
static void make_plain(test *t)
{
    int place = (int)draw(2);

    for (int k = 0; k < t->threads; k++)
        for (int i = 0; i < t->n[k]; i++) {
            op *o = &t->ops[k][i];

            if (o->place == place && (o->kind == LOAD || o->kind == STORE))
                o->order = NA;
        }
}

/* ---- the judge ---- */

typedef struct ev {
    int thread, kind, place, order, rval, wval; /* kind: 'R' 'W' 'U' 'F' 'I' */
    int op;                                     /* its operation */
    bool locked;                                /* a locked instruction of a processor */
} ev;
typedef uint32_t set;

typedef struct judge {
    const test *t;
    ev e[EVENTS];
    int n;
    int regs[REGS];
    bool locked;
    set sb[EVENTS];
    set created[EVENTS]; /* the events of threads that are created after it */
    int rf[EVENTS];
    int mo[PLACES][EVENTS], nmo[PLACES];
    int at[THREADS]; /* next operation */
    set may[PLACES]; /* values that a place may hold */
    bool race;
    bool unguessed; /* a value is too large to have been guessed: the outcomes are not all */
    char (*lines)[200]; /* outcomes, */
    int *counts;        /* and how many executions have them */
    int nlines;
    int number;
} judge;

static bool writes(const ev *e)
{
    return e->kind == 'W' || e->kind == 'U' || e->kind == 'I';
}
static bool reads(const ev *e)
{
    return e->kind == 'R' || e->kind == 'U';
}
static bool acquires(const ev *e)
{
    return e->order == ACQ || e->order == ACQREL || e->order == SC;
}
static bool releases(const ev *e)
{
    return e->order == REL || e->order == ACQREL || e->order == SC;
}

static void compose(const set *a, const set *b, set *out, int n)
{
    set r[EVENTS] = {0};

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (a[i] >> j & 1)
                r[i] |= b[j];
    memcpy(out, r, sizeof r);
}

static void closure(set *a, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (a[i] >> k & 1)
                a[i] |= a[k];
}

static bool reflexive(const set *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] >> i & 1)
            return true;
    return false;
}

static void restrict_to(set *a, int n, set from, set to)
{
    for (int i = 0; i < n; i++)
        a[i] = from >> i & 1 ? a[i] & to : 0;
}

static void unite(set *a, const set *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] |= b[i];
}

static void reflex(set *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] |= (set)1 << i;
}

typedef struct relations {
    set sb[EVENTS], rf[EVENTS], mo[EVENTS], rb[EVENTS], eco[EVENTS], hb[EVENTS], same[EVENTS];
    set all_w, all_r, atomic, fences, rel, acq, sc;
} relations;

static void find_sets(const judge *j, relations *r)
{
    for (int i = 0; i < j->n; i++) {
        const ev *e = &j->e[i];
        set bit = (set)1 << i;

        r->all_w |= writes(e) ? bit : 0;
        r->all_r |= reads(e) ? bit : 0;
        r->fences |= e->kind == 'F' ? bit : 0;
        r->atomic |= e->kind != 'F' && e->order != NA ? bit : 0;
        r->rel |= e->kind != 'I' && releases(e) ? bit : 0;
        r->acq |= e->kind != 'I' && acquires(e) ? bit : 0;
        r->sc |= e->kind != 'I' && e->order == SC ? bit : 0;
        for (int k = 0; k < j->n; k++)
            if (e->kind != 'F' && j->e[k].kind != 'F' && e->place == j->e[k].place)
                r->same[i] |= (set)1 << k;
    }
}

static void find_relations(const judge *j, relations *r)
{
    int n = j->n;

    memset(r, 0, sizeof *r);
    find_sets(j, r);
    memcpy(r->sb, j->sb, sizeof r->sb);
    for (int i = 0; i < n; i++)
        if (reads(&j->e[i]))
            r->rf[j->rf[i]] |= (set)1 << i;
    for (int p = 0; p < PLACES; p++)
        for (int a = 0; a < j->nmo[p]; a++)
            for (int b = a + 1; b < j->nmo[p]; b++)
                r->mo[j->mo[p][a]] |= (set)1 << j->mo[p][b];
    for (int i = 0; i < n; i++)
        if (reads(&j->e[i]))
            r->rb[i] = r->mo[j->rf[i]] & ~((set)1 << i);
    memcpy(r->eco, r->rf, sizeof r->eco);
    unite(r->eco, r->mo, n);
    unite(r->eco, r->rb, n);
    closure(r->eco, n);
}

/* sw = [rel] ; ([F] ; sb)? ; rs ; rf ; [R atomic] ; (sb ; [F])? ; [acq] */
static void find_hb(const judge *j, relations *r)
{
    int n = j->n;
    set rs[EVENTS], chain[EVENTS], left[EVENTS], right[EVENTS], sw[EVENTS], us = 0;

    for (int i = 0; i < n; i++)
        us |= j->e[i].kind == 'U' ? (set)1 << i : 0;
    for (int i = 0; i < n; i++) /* [W] ; sb|loc? ; [W atomic] */
        rs[i] =
            r->all_w >> i & 1 ? ((r->sb[i] & r->same[i]) | (set)1 << i) & r->all_w & r->atomic : 0;
    memcpy(chain, r->rf, sizeof chain); /* (rf ; rmw)* */
    restrict_to(chain, n, ~(set)0, us);
    closure(chain, n);
    reflex(chain, n);
    compose(rs, chain, rs, n);
    memcpy(left, r->sb, sizeof left);
    restrict_to(left, n, r->fences, ~(set)0);
    reflex(left, n);
    restrict_to(left, n, r->rel, ~(set)0);
    memcpy(right, r->sb, sizeof right);
    restrict_to(right, n, ~(set)0, r->fences);
    reflex(right, n);
    restrict_to(right, n, r->all_r & r->atomic, r->acq);
    compose(left, rs, sw, n);
    compose(sw, r->rf, sw, n);
    compose(sw, right, sw, n);
    memcpy(r->hb, r->sb, sizeof r->hb);
    unite(r->hb, j->created, n);
    unite(r->hb, sw, n);
    closure(r->hb, n);
}

static bool psc_acyclic(const judge *j, const relations *r)
{
    int n = j->n;
    set scb[EVENTS], far[EVENTS] = {0}, left[EVENTS], right[EVENTS], psc[EVENTS], f[EVENTS];

    for (int i = 0; i < n; i++)
        far[i] = r->sb[i] & ~r->same[i];
    compose(far, r->hb, scb, n);
    compose(scb, far, scb, n);
    unite(scb, r->sb, n);
    unite(scb, j->created, n); /* the creation and the start are events elsewhere */
    for (int i = 0; i < n; i++)
        scb[i] |= (r->hb[i] & r->same[i]) | r->mo[i] | r->rb[i];
    set fsc = r->fences & r->sc;

    memcpy(left, r->hb, sizeof left);
    reflex(left, n);
    restrict_to(left, n, fsc, ~(set)0);
    memcpy(right, r->hb, sizeof right);
    reflex(right, n);
    restrict_to(right, n, ~(set)0, fsc);
    for (int i = 0; i < n; i++)
        if (r->sc >> i & 1)
            left[i] |= (set)1 << i, right[i] |= (set)1 << i;
    compose(left, scb, psc, n);
    compose(psc, right, psc, n);
    compose(r->hb, r->eco, f, n);
    compose(f, r->hb, f, n);
    unite(f, r->hb, n);
    restrict_to(f, n, fsc, fsc);
    unite(psc, f, n);
    closure(psc, n);
    return !reflexive(psc, n);
}

static bool atomic_updates(const judge *j, const relations *r)
{
    for (int i = 0; i < j->n; i++)
        if (j->e[i].kind == 'U') {
            if (!(r->mo[j->rf[i]] >> i & 1))
                return false;
            for (int k = 0; k < j->n; k++)
                if (r->mo[j->rf[i]] >> k & 1 && r->mo[k] >> i & 1)
                    return false;
        }
    return true;
}

static bool has_race(const judge *j, const relations *r)
{
    for (int a = 0; a < j->n; a++)
        for (int b = 0; b < a; b++) {
            const ev *x = &j->e[a], *y = &j->e[b];

            if (!(r->same[a] >> b & 1) || (!writes(x) && !writes(y)))
                continue;
            if (x->order != NA && y->order != NA)
                continue;
            if (x->kind != 'I' && y->kind != 'I' && !(r->hb[a] >> b & 1) && !(r->hb[b] >> a & 1))
                return true;
        }
    return false;
}

#include "models.inc"

static void note_values(judge *j)
{
    for (int i = 0; i < j->n; i++)
        j->unguessed |= writes(&j->e[i]) && j->e[i].wval >= VALUES;
}

static bool consistent(judge *j)
{
    relations r;
    set all[EVENTS];

    find_relations(j, &r);
    memcpy(all, r.sb, sizeof all);
    unite(all, j->created, j->n);
    unite(all, r.rf, j->n);
    closure(all, j->n);
    if (reflexive(all, j->n) || !atomic_updates(j, &r))
        return false;
    if (model >= MODEL_SC && !consistent_buffers(j, &r))
        return false;
    if (model >= MODEL_SC) {
        note_values(j);
        return true;
    }
    find_hb(j, &r);
    compose(r.hb, r.eco, all, j->n);
    if (reflexive(r.hb, j->n) || reflexive(all, j->n) || !psc_acyclic(j, &r))
        return false;
    note_values(j);
    j->race |= has_race(j, &r);
    return true;
}

static void put_int(char **s, int v)
{
    *s += sprintf(*s, "%02x%02x%02x%02x", v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24 & 255);
}

static void count(judge *j)
{
    char line[200], *s = line;

    s += sprintf(s, "exit 0 r=");
    for (int i = 0; i < REGS; i++)
        put_int(&s, j->regs[i]);
    s += sprintf(s, " t=");
    put_int(&s, j->number);
    s += sprintf(s, " x=");
    for (int p = 0; p < PLACES; p++)
        put_int(&s, p == 2 && j->locked ? 0 : j->e[j->mo[p][j->nmo[p] - 1]].wval);
    int i = 0;

    while (i < j->nlines && strcmp(j->lines[i], line) != 0)
        i++;
    if (i == j->nlines) {
        j->lines = realloc(j->lines, (size_t)++j->nlines * sizeof *j->lines);
        j->counts = realloc(j->counts, (size_t)j->nlines * sizeof *j->counts);
        strcpy(j->lines[i], line);
        j->counts[i] = 0;
    }
    j->counts[i]++;
}

static bool orders(judge *j, int place, int k);

/* Whether the k-th write may follow those before it, by what is cheap to see: the axioms say the
 * same again. */
static bool may_come(const judge *j, const int *m, int k, int n)
{
    const ev *e = &j->e[m[k]];

    for (int i = k + 1; i < n; i++)
        if (j->sb[m[i]] >> m[k] & 1)
            return false;
    return e->kind != 'U' || j->rf[m[k]] == m[k - 1];
}

/* Puts the writes of a place in all orders. */
static bool permute(judge *j, int place, int k)
{
    if (k == j->nmo[place])
        return orders(j, place + 1, 1);
    for (int i = k; i < j->nmo[place]; i++) {
        int *m = j->mo[place], keep = m[k];

        m[k] = m[i];
        m[i] = keep;
        if (may_come(j, m, k, j->nmo[place]))
            permute(j, place, k + 1);
        m[i] = m[k];
        m[k] = keep;
    }
    return true;
}

static bool orders(judge *j, int place, int k)
{
    if (place < PLACES)
        return permute(j, place, k);
    if (consistent(j))
        count(j);
    return true;
}

static void sources(judge *j, int from)
{
    while (from < j->n && !reads(&j->e[from]))
        from++;
    if (from == j->n) {
        orders(j, 0, 1);
        return;
    }
    for (int w = 0; w < j->n; w++)
        if (w != from && writes(&j->e[w]) && j->e[w].place == j->e[from].place &&
            j->e[w].wval == j->e[from].rval) {
            j->rf[from] = w;
            sources(j, from + 1);
        }
}

/* Is b of a thread that is created after a, or of one that such a thread creates? */
static bool is_created(const judge *j, const ev *a, const ev *b)
{
    for (int k = b->thread; a->thread >= 0 && k >= 0; k = j->t->creator[k])
        if (j->t->creator[k] == a->thread)
            return a->op < j->t->before[k];
    return false;
}

static void settle(judge *j)
{
    for (int p = 0; p < PLACES; p++) {
        j->nmo[p] = 0;
        for (int i = 0; i < j->n; i++)
            if (writes(&j->e[i]) && j->e[i].place == p)
                j->mo[p][j->nmo[p]++] = i;
    }
    for (int a = 0; a < j->n; a++) {
        j->sb[a] = j->created[a] = 0;
        for (int b = 0; b < j->n; b++)
            j->created[a] |= is_created(j, &j->e[a], &j->e[b]) ? (set)1 << b : 0;
        for (int b = 0; b < j->n; b++)
            if (a != b && (j->e[a].thread < 0 ? j->e[b].thread >= 0
                                              : j->e[a].thread == j->e[b].thread && a < b))
                j->sb[a] |= (set)1 << b;
    }
    sources(j, 0);
}

static void guess(judge *j, int thread);

/* The order that the model takes it for.  Under ra what reads acquires, what writes releases, and
 * nothing but fences is seq_cst. */
static int judged_order(int kind, int order)
{
    if (model != MODEL_RA || order == NA || kind == 'F')
        return order;
    return kind == 'R' ? ACQ : kind == 'W' ? REL : ACQREL;
}

static void guess_value(judge *j, int thread, const op *o, int v)
{
    int n = j->n, kept = o->reg >= 0 ? j->regs[o->reg] : 0;
    ev *e = &j->e[j->n++];
    bool fails = o->kind == CAS && v != o->expected;

    *e = (ev){.thread = thread,
              .op = j->at[thread] - 1,
              .kind = o->kind == LOAD || o->kind == AWAIT || fails ? 'R' : 'U',
              .place = o->place,
              .order = fails ? o->fails : o->order,
              .rval = v,
              .locked = o->kind != LOAD && o->kind != AWAIT};
    e->order = judged_order(e->kind, e->order);
    e->wval = o->kind == ADD ? v + o->value : o->value;
    if (o->reg >= 0)
        j->regs[o->reg] = v;
    guess(j, thread);
    if (o->reg >= 0)
        j->regs[o->reg] = kept;
    j->n = n;
}

/* All that the threads from this one on may do, by what they read. */
static void guess(judge *j, int thread)
{
    if (thread == j->t->threads) {
        settle(j);
        return;
    }
    if (j->at[thread] == j->t->n[thread]) {
        guess(j, thread + 1);
        return;
    }
    const op *o = &j->t->ops[thread][j->at[thread]++];
    int n = j->n;

    if (o->if_reg >= 0 && j->regs[o->if_reg] != o->if_value) {
        guess(j, thread);
    } else if (o->kind == ASSUME) {
        if (j->regs[o->with] == o->expected)
            guess(j, thread);
    } else if (o->kind == STORE || o->kind == FENCE || o->kind == UNLOCK) {
        j->e[j->n++] = (ev){.thread = thread,
                            .op = j->at[thread] - 1,
                            .kind = o->kind == FENCE ? 'F' : 'W',
                            .place = o->place,
                            .order = judged_order(o->kind == FENCE ? 'F' : 'W', o->order),
                            .wval = o->value + (o->with >= 0 ? j->regs[o->with] : 0)};
        guess(j, thread);
    } else if (o->kind == LOCK || o->kind == AWAIT || o->kind == TAKE) {
        guess_value(j, thread, o, o->kind == LOCK ? 0 : o->expected);
    } else {
        for (int v = 0; v < VALUES; v++)
            if (j->may[o->place] >> v & 1)
                guess_value(j, thread, o, v);
    }
    j->n = n;
    j->at[thread]--;
}

/* The values that the operation may write, by what registers may hold. */
static set written(const op *o, const set *regs, set place)
{
    set from = o->kind == ADD ? place : o->with >= 0 ? regs[o->with] | 1 : 1;

    return o->kind == LOAD || o->kind >= AWAIT || o->kind == FENCE ? 0 : from << o->value;
}

static void find_values(judge *j)
{
    set regs[REGS] = {0};

    for (int p = 0; p < PLACES; p++)
        j->may[p] = 1;
    for (int round = 0; round < REGS + VALUES; round++)
        for (int k = 0; k < j->t->threads; k++)
            for (int i = 0; i < j->t->n[k]; i++) {
                const op *o = &j->t->ops[k][i];

                if (o->reg >= 0)
                    regs[o->reg] |= j->may[o->place];
                j->may[o->place] |= written(o, regs, j->may[o->place]);
            }
}

static void judge_test(judge *j, const test *t, int number)
{
    memset(j, 0, sizeof *j);
    j->t = t;
    j->number = number;
    j->locked = has(t, LOCK);
    find_values(j);
    for (int p = 0; p < PLACES; p++)
        j->e[j->n++] = (ev){.thread = -1, .kind = 'I', .place = p, .order = RLX};
    guess(j, 0);
}

/* ---- as C ---- */

static const char *const order_names[] = {[RLX] = "relaxed",
                                          [ACQ] = "acquire",
                                          [REL] = "release",
                                          [ACQREL] = "acq_rel",
                                          [SC] = "seq_cst"};

static void print_value(const op *o, FILE *to)
{
    if (o->with >= 0)
        fprintf(to, "r%d + ", o->with);
    fprintf(to, "%d", o->value);
}

static void print_access(const op *o, bool spins, FILE *to)
{
    const char *order = order_names[o->order];

    switch (o->kind) {
    case LOAD:
        fprintf(to, "atomic_load_explicit(&x[%d], memory_order_%s);", o->place, order);
        break;
    case STORE:
        fprintf(to, "atomic_store_explicit(&x[%d], ", o->place);
        print_value(o, to);
        fprintf(to, ", memory_order_%s);", order);
        break;
    case FENCE:
        fprintf(to, "atomic_thread_fence(memory_order_%s);", order);
        break;
    case ADD:
        fprintf(to, "atomic_fetch_add_explicit(&x[%d], %d, memory_order_%s);", o->place, o->value,
                order);
        break;
    case XCHG:
        fprintf(to, "atomic_exchange_explicit(&x[%d], %d, memory_order_%s);", o->place, o->value,
                order);
        break;
    case CAS:
        fprintf(to, "cas(%d, %d, %d, memory_order_%s, memory_order_%s);", o->place, o->expected,
                o->value, order, order_names[o->fails]);
        break;
    case TAKE:
        fprintf(to, "take(%d, %d, %d, memory_order_%s, memory_order_%s);", o->place, o->expected,
                o->value, order, order_names[o->fails]);
        break;
    case AWAIT:
        fprintf(to, "await(%d, %d, memory_order_%s);", o->place, o->expected, order);
        break;
    case ASSUME:
        fprintf(to, "heddle_assume(r%d == %d);", o->with, o->expected);
        break;
    case LOCK:
        fprintf(to, spins ? "lock();" : "pthread_mutex_lock(&m);");
        break;
    default:
        fprintf(to, spins ? "unlock();" : "pthread_mutex_unlock(&m);");
    }
}

static void print_plain(const op *o, FILE *to)
{
    if (o->kind == LOAD) {
        fprintf(to, "*(int *)&x[%d];", o->place);
        return;
    }
    fprintf(to, "*(int *)&x[%d] = ", o->place);
    print_value(o, to);
    fputc(';', to);
}

static void print_op(const op *o, bool spins, FILE *to)
{
    fprintf(to, "    ");
    if (o->if_reg >= 0)
        fprintf(to, "if (r%d == %d) ", o->if_reg, o->if_value);
    if (o->reg >= 0)
        fprintf(to, "r%d = ", o->reg);
    if (o->order == NA && (o->kind == LOAD || o->kind == STORE))
        print_plain(o, to);
    else
        print_access(o, spins, to);
    fputc('\n', to);
}

static void print_head(FILE *to)
{
    fputs(
        "#include <heddle.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\n"
        "atomic_int x[3];\nint r[8], t;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\n"
        "#define cas(p, e, v, s, f) \\\n    ({ int _e = (e); "
        "atomic_compare_exchange_strong_explicit("
        "&x[p], &_e, (v), s, f); _e; })\n"
        "#define await(p, v, o) \\\n    ({ while (atomic_load_explicit(&x[p], o) != (v)) { } (v); "
        "})\n"
        "#define take(p, e, v, s, f) \\\n    ({ while (cas(p, e, v, s, f) != (e)) { } (e); })\n"
        "#define lock() \\\n    ({ while (atomic_exchange_explicit(&x[2], 1, "
        "memory_order_acquire)) { } })\n"
        "#define unlock() atomic_store_explicit(&x[2], 0, memory_order_release)\n",
        to);
}

/* Registers are local variables, and told at the end: a store to memory in between would be an
 * event. */
static void print_registers(const test *t, int k, const char *format, FILE *to)
{
    for (int i = 0; i < t->n[k]; i++)
        if (t->ops[k][i].reg >= 0)
            fprintf(to, format, t->ops[k][i].reg, t->ops[k][i].reg);
}

/* The threads that thread k creates before its i-th operation, or all: their ends. */
static void print_children(const test *t, int k, int i, const char *format, int number, FILE *to)
{
    for (int c = k + 1; c < t->threads; c++)
        if (t->creator[c] == k && (i < 0 || t->before[c] == i))
            fprintf(to, format, c, number, c);
}

static void print_test(const test *t, int number, FILE *to)
{
    for (int k = t->threads; k--;) {
        fprintf(to, "\nstatic void *t%d_%d(void *arg)\n{\n", number, k);
        print_registers(t, k, "    int r%d = 0;\n", to);
        print_children(t, k, -1, "    pthread_t h%d;\n", number, to);
        for (int i = 0; i <= t->n[k]; i++) {
            print_children(t, k, i, "    pthread_create(&h%d, 0, t%d_%d, 0);\n", number, to);
            if (i < t->n[k])
                print_op(&t->ops[k][i], t->spins, to);
        }
        print_registers(t, k, "    r[%d] = r%d;\n", to);
        print_children(t, k, -1, "    pthread_join(h%d, 0);\n", number, to);
        fprintf(to, "    return arg;\n}\n");
    }
}

/* Where threads create threads each that main would create has a creator of its own. */
static const char start[] = "\nstatic void *start(void *which)\n{\n    pthread_t h;\n\n"
                            "    pthread_create(&h, 0, *(void *(*const *)(void *))which, 0);\n"
                            "    pthread_join(h, 0);\n    return 0;\n}\n";

static void print_main(const test *t, int n, FILE *to)
{
    fprintf(to, "\nstatic void *(*const threads[][4])(void *) = {\n");
    for (int i = 0; i < n; i++) {
        fprintf(to, "    {");
        for (int k = 0; k < t[i].threads; k++)
            if (t[i].creator[k] < 0)
                fprintf(to, "t%d_%d, ", i, k);
        fprintf(to, "},\n");
    }
    fprintf(to,
            "};\n%s\nint main(void)\n{\n    pthread_t h[4];\n    int c = (int)heddle_choose(%d);\n\n"
            "    t = c;\n    r[7] = 0;\n    for (int i = 0; i < 4 && threads[c][i]; i++)\n"
            "        pthread_create(&h[i], 0, %s);\n"
            "    for (int i = 0; i < 4 && threads[c][i]; i++)\n        pthread_join(h[i], 0);\n}\n",
            nested ? start : "", n, nested ? "start, (void *)&threads[c][i]" : "threads[c][i], 0");
}

static FILE *open_file(const char *path)
{
    FILE *to = fopen(path, "w");

    if (!to) {
        perror(path);
        exit(2);
    }
    return to;
}

/* One whose values the judge can guess, and which waits for what comes. */
static void draw_guessed(test *t, judge *j, int number)
{
    draw_test(t);
    judge_test(j, t, number);
    while (j->unguessed || (waiting && !j->nlines)) {
        free(j->lines);
        free(j->counts);
        memset(t, 0, sizeof *t);
        draw_test(t);
        judge_test(j, t, number);
    }
}

static void batch(int n, const char *path)
{
    test *t = calloc((size_t)n, sizeof *t);
    FILE *to = open_file(path);

    print_head(to);
    for (int i = 0; i < n; i++) {
        judge j;

        draw_guessed(&t[i], &j, i);
        for (int k = 0; k < j.nlines; k++)
            printf("%s; %d execution%s\n", j.lines[k], j.counts[k], j.counts[k] == 1 ? "" : "s");
        free(j.lines);
        free(j.counts);
        print_test(&t[i], i, to);
    }
    print_main(t, n, to);
    fclose(to);
    free(t);
}

static void race_test(const char *path)
{
    FILE *to = open_file(path);
    test t;
    judge j;

    do
        draw_test(&t);
    while (has(&t, ASSUME) || has(&t, AWAIT)); /* a race may come before it */
    make_plain(&t);
    judge_test(&j, &t, 0);
    print_head(to);
    print_test(&t, 0, to);
    print_main(&t, 1, to);
    fclose(to);
    puts(j.race ? "race" : "no race");
    free(j.lines);
    free(j.counts);
}

static const char *const model_names[] = {"rc11", "ra", "sc", "tso", "pso"};

#include "contained.inc"
#include "herd.inc"

static void herd_tests(int n, const char *folder)
{
    for (int i = 0; i < n; i++)
        herd_test(i, folder);
}

static bool find_model(const char *name)
{
    for (model = 0; model <= MODEL_PSO; model++)
        if (strcmp(name, model_names[model]) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    char kind = 0;

    if (argc > 2 && strcmp(argv[1], "-m") == 0 && find_model(argv[2]))
        argc -= 2, argv += 2;
    if (argc > 1 && argv[1][0] == '-')
        kind = argv[1][1], argc--, argv++;
    if (kind == 'r' || kind == 'c' ? argc != 3 : argc != 4) {
        fprintf(stderr, "usage: litmus-gen [-m MODEL] [-n | -w] SEED COUNT FILE.c | "
                        "-r SEED FILE.c | -l SEED COUNT FOLDER | -c SEED COUNT\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10) * 2654435769u + 12345;
    draw(2);
    nested = kind == 'n';
    waiting = kind == 'w';
    if (kind == 'r')
        race_test(argv[2]);
    else if (kind == 'c')
        return not_contained(atoi(argv[2])) > 0;
    else if (kind == 'l')
        herd_tests(atoi(argv[2]), argv[3]);
    else
        batch(atoi(argv[2]), argv[3]);
    return 0;
}
