/* heddle check --suggest-orders: which memory orders the program needs under RC11.
 *
 * The orders of the program's own atomic accesses and fences are changed in its code, and each
 * change is checked like the program.  Weaker orders allow more executions, so that what is
 * VERIFIED with some orders is so with stronger ones: the sets of orders that will do are closed
 * upwards.  One pass that lowers each order as far as it goes, the others left alone, therefore
 * ends in a set of which none can be lowered: lowering it failed when later ones were stronger
 * still.  (There may be other such sets.)
 *
 * A program that fails is first tried with one order changed.  If that does not help, the pass
 * begins with seq_cst everywhere and goes down to the orders that the program has.  Fences are
 * never added: with seq_cst at every atomic access and no data race, a program behaves as under
 * sequential consistency, and no fence can forbid what that allows. */
#include "session/orders.h"

#include "base/map.h"
#include "base/mutant.h"
#include "program/program.h"
#include "search/search.h"
#include "session/coverage.h"
#include "session/order_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum site_kind { SITE_LOAD, SITE_STORE, SITE_UPDATE, SITE_FAILS, SITE_FENCE } site_kind;
static const char *const kinds[] = {"load", "store", "read-modify-write",
                                    "compare-exchange that fails", "fence"};

enum {
    RELAXED = ACCESS_RELAXED,
    ACQUIRE = ACCESS_ACQUIRE,
    RELEASE = ACCESS_RELEASE,
    ACQ_REL = ACCESS_ACQUIRE | ACCESS_RELEASE,
    SEQ_CST = ACCESS_SEQ_CST
};

/* The orders of a kind; one comes after those that are weaker. */
static const u32 orders[][6] = {
    [SITE_LOAD] = {RELAXED, ACQUIRE, SEQ_CST},
    [SITE_STORE] = {RELAXED, RELEASE, SEQ_CST},
    [SITE_UPDATE] = {RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST},
    [SITE_FAILS] = {RELAXED, ACQUIRE, SEQ_CST},
    [SITE_FENCE] = {RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST},
};

/* An access as the source has it: the compiler may have made several instructions of it. */
typedef struct site {
    site_kind kind;
    srcloc at;
    u32 first, now; /* its order: that of the program, and the present one */
    VEC(insn *) code;
} site;

typedef struct search_orders {
    session *c;
    VEC(site) sites;
    srcloc library; /* an access of the library's own; no line: there is none */
    u64 tried, undecided;
    double seconds; /* for each */
} search_orders;

/* ---- the code ---- */

static bool is_load(u32 op)
{
    switch (op) {
#define OP(name, roles, meaning)
#define OP_STORES(name, roles, bytes, meaning)
#define OP_FAILS(name, roles, meaning)
#define OP_LOADS(name, roles, bytes, meaning) case OP_##name:
#include "program/opcodes.def"
        return true;
    default:
        return false;
    }
}

static bool is_store(u32 op)
{
    switch (op) {
#define OP(name, roles, meaning)
#define OP_LOADS(name, roles, bytes, meaning)
#define OP_FAILS(name, roles, meaning)
#define OP_STORES(name, roles, bytes, meaning) case OP_##name:
#include "program/opcodes.def"
        return true;
    default:
        return false;
    }
}

static u32 order_of(const insn *i, site_kind kind)
{
    if (kind == SITE_UPDATE || kind == SITE_FAILS)
        return ORDER_GET(i->y, kind == SITE_UPDATE ? ORDER_AT : ORDER_FAILS_AT) & ACCESS_ORDERS;
    return i->c & ACCESS_ORDERS;
}

static void put_order(insn *i, site_kind kind, u32 order)
{
    u32 at = kind == SITE_UPDATE ? ORDER_AT : ORDER_FAILS_AT;

    if (kind == SITE_UPDATE || kind == SITE_FAILS)
        i->y = (i->y & ~((u32)ORDER_MASK << at)) | ORDER_PUT(order, at);
    else
        i->c = (u16)((i->c & ~(u32)ACCESS_ORDERS) | order);
}

static void set(site *s, u32 order)
{
    for (u32 k = 0; k < s->code.n; k++)
        put_order(s->code.at[k], s->kind, order);
    s->now = order;
}

static void add_site(search_orders *q, insn *i, srcloc at, site_kind kind)
{
    u32 order = order_of(i, kind), k = 0;

    while (k < q->sites.n &&
           (q->sites.at[k].kind != kind || q->sites.at[k].first != order ||
            q->sites.at[k].at.line != at.line || q->sites.at[k].at.column != at.column ||
            q->sites.at[k].at.file != at.file))
        k++;
    if (k == q->sites.n)
        vec_push(&q->sites, (site){.kind = kind, .at = at, .first = order, .now = order});
    vec_push(&q->sites.at[k].code, i);
}

static void add_sites(search_orders *q, insn *i, srcloc at)
{
    if (is_load(i->op) && i->c & ACCESS_ATOMIC)
        add_site(q, i, at, SITE_LOAD);
    else if (is_store(i->op) && i->c & ACCESS_ATOMIC)
        add_site(q, i, at, SITE_STORE);
    else if (i->op == OP_FENCE)
        add_site(q, i, at, SITE_FENCE);
    else if (i->op == OP_RMW || i->op == OP_CMPXCHG)
        add_site(q, i, at, SITE_UPDATE);
    if (i->op == OP_CMPXCHG)
        add_site(q, i, at, SITE_FAILS);
}

static bool weak_access(const insn *i)
{
    if (i->op == OP_RMW || i->op == OP_CMPXCHG)
        return order_of(i, SITE_UPDATE) != SEQ_CST;
    return (i->op == OP_FENCE || (opcode_does[i->op].access && i->c & ACCESS_ATOMIC)) &&
           order_of(i, SITE_LOAD) != SEQ_CST;
}

static int by_line(const void *a, const void *b)
{
    const site *x = a, *y = b;

    if (x->at.file != y->at.file)
        return x->at.file < y->at.file ? -1 : 1;
    if (x->at.line != y->at.line)
        return x->at.line < y->at.line ? -1 : 1;
    return (x->at.column > y->at.column) - (x->at.column < y->at.column);
}

/* Does the instruction before it, which makes the address, say that it looks whether C++'s static
 * variable has its value?  Nobody wrote that load. */
static bool looks_at_guard(const program *p, const func *f, u32 pc)
{
    static const char word[] = "guard variable for ";
    const insn *i = &f->code[pc];

    for (const insn *from = i; from-- > f->code && is_load(i->op);)
        if (from->op == OP_CONST && from->a == i->b)
            return POINTER_IS(from->imm) && POINTER_OBJECT(from->imm) < p->objects.n &&
                   p->objects.at[POINTER_OBJECT(from->imm)].name &&
                   text_starts(p->objects.at[POINTER_OBJECT(from->imm)].name, word);
    return false;
}

/* C++'s library has accesses of its own; the first one that is weaker than seq_cst. */
static void note_library(search_orders *q, const func *f, u32 pc)
{
    const program *p = q->c->p;
    srcloc at = f->where[pc];

    if (!q->library.line && at.line && weak_access(&f->code[pc]) &&
        (func_shown(f) || program_header(p->files.at[at.file])))
        q->library = at;
}

static void collect(search_orders *q, bool all)
{
    program *p = q->c->p;

    for (u32 k = 0; k < p->funcs.n; k++)
        for (u32 pc = 0; pc < p->funcs.at[k]->ncode; pc++) {
            func *f = p->funcs.at[k];
            srcloc at = order_calls_place(q->c->calls, p, k, pc);

            if (!all && !q->c->reached[k][pc])
                continue;
            if (!at.line)
                note_library(q, f, pc);
            else if (!looks_at_guard(p, f, pc))
                add_sites(q, &f->code[pc], at);
        }
    if (q->sites.n)
        qsort(q->sites.at, q->sites.n, sizeof *q->sites.at, by_line);
}

static void drop_sites(search_orders *q)
{
    for (u32 k = 0; k < q->sites.n; k++)
        vec_free(&q->sites.at[k].code);
    vec_free(&q->sites);
}

/* ---- the search ---- */

static bool weaker(u32 a, u32 b)
{
    if (a == b || a == SEQ_CST || b == RELAXED)
        return false;
    return a == RELAXED || b == SEQ_CST || (a & b) == a;
}

static verdict check(search_orders *q, result *r)
{
    text explanation = {0};
    verdict v;

    *r = (result){0};
    orders_check(q->c, q->seconds, r, &explanation);
    v = r->verdict;
    q->tried++;
    q->undecided += v == VERDICT_UNKNOWN;
    text_free(&explanation);
    return v;
}

static bool will_do(search_orders *q)
{
    result r;
    bool ok = check(q, &r) == VERDICT_VERIFIED || MUTANT(GRAPH_ORDERS);

    result_free(&r);
    return ok;
}

static void reset(search_orders *q)
{
    for (u32 k = 0; k < q->sites.n; k++)
        set(&q->sites.at[k], q->sites.at[k].first);
}

/* As low as it goes, but not below what the program has unless it may. */
static void lower(search_orders *q, site *s, bool below)
{
    u32 was = s->now;

    for (const u32 *o = orders[s->kind]; *o && *o != was; o++) {
        if (!weaker(*o, was) || (!below && *o != s->first && !weaker(s->first, *o)))
            continue;
        set(s, *o);
        if (will_do(q))
            return;
    }
    set(s, was);
}

static bool one_will_do(search_orders *q)
{
    for (u32 k = 0; k < q->sites.n; k++) {
        site *s = &q->sites.at[k];

        for (const u32 *o = orders[s->kind]; *o; o++) {
            if (!weaker(s->first, *o))
                continue;
            set(s, *o);
            if (will_do(q))
                return true;
        }
        set(s, s->first);
    }
    return false;
}

static void lower_all(search_orders *q, bool below)
{
    for (u32 k = 0; k < q->sites.n; k++)
        lower(q, &q->sites.at[k], below);
}

/* ---- what is said ---- */

static const char *order_name(const site *s, u32 order)
{
    if (order == RELAXED)
        return s->kind == SITE_FENCE ? "none" : "relaxed";
    return order == ACQUIRE   ? "acquire"
           : order == RELEASE ? "release"
           : order == ACQ_REL ? "acq_rel"
                              : "seq_cst";
}

static void say_sites(const search_orders *q, text *out)
{
    for (u32 k = 0; k < q->sites.n; k++) {
        const site *s = &q->sites.at[k];

        if (s->now != s->first)
            text_addf(out, "  %s:%u: %s: %s -> %s\n", q->c->p->files.at[s->at.file], s->at.line,
                      kinds[s->kind], order_name(s, s->first), order_name(s, s->now));
    }
}

static bool changed(const search_orders *q)
{
    for (u32 k = 0; k < q->sites.n; k++)
        if (q->sites.at[k].now != q->sites.at[k].first)
            return true;
    return false;
}

static void say_effort(const search_orders *q, text *out)
{
    text_addf(out, "  (%llu checks", (unsigned long long)q->tried);
    if (q->undecided)
        text_addf(out,
                  "; %llu of them were not decided, in %g s each (--max-time) or at a limit, "
                  "and count as failed",
                  (unsigned long long)q->undecided, q->seconds);
    text_add(out, ")\n");
}

static void say_library(const search_orders *q, text *out)
{
    const char *file = q->c->p->files.at[q->library.file], *name = strstr(file, "/c++/");

    if (q->library.line)
        text_addf(out, "  (orders of C++'s library itself, as at %s:%u, are as they were)\n",
                  name ? name + 1 : file, q->library.line);
}

static void strengthen(search_orders *q, text *out)
{
    result r;
    verdict v;

    for (u32 k = 0; k < q->sites.n; k++)
        set(&q->sites.at[k], SEQ_CST);
    v = check(q, &r);
    if (v == VERDICT_FAILED)
        text_addf(out, "orders: none will do: with seq_cst %s there is still the error %s\n",
                  q->library.line ? "at all of the program's own atomic accesses" : "everywhere",
                  error_names[r.error.kind]);
    if (v == VERDICT_FAILED)
        say_library(q, out);
    if (v == VERDICT_UNKNOWN)
        text_addf(out, "orders: with seq_cst everywhere the verdict is UNKNOWN: %s\n", r.reason);
    result_free(&r);
    if (v != VERDICT_VERIFIED)
        return;
    reset(q);
    drop_sites(q);
    collect(q, false);
    if (!one_will_do(q)) {
        for (u32 k = 0; k < q->sites.n; k++)
            set(&q->sites.at[k], SEQ_CST);
        lower_all(q, false);
    }
    text_add(out, "orders: VERIFIED with these, of which none can be weaker:\n");
    say_sites(q, out);
    say_effort(q, out);
}

static void weaken(search_orders *q, text *out)
{
    lower_all(q, true);
    if (changed(q))
        text_add(
            out,
            "orders: VERIFIED with these too, weaker than the program has them, all together:\n");
    else
        text_add(out, "orders: none can be weaker\n");
    say_sites(q, out);
    say_effort(q, out);
}

void orders_suggest(session *c)
{
    enum { SECONDS = 10 };
    search_orders q = {.c = c, .seconds = c->o.max.seconds > 0 ? c->o.max.seconds : SECONDS};

    collect(&q, c->r.failed); /* a run that fails may not have come to all */
    if (c->r.verdict == VERDICT_UNKNOWN)
        text_add(&c->suggested, "orders: nothing is suggested, since the verdict is UNKNOWN\n");
    else if (!q.sites.n)
        text_addf(&c->suggested, "orders: no run comes to an atomic access or fence%s\n",
                  q.library.line ? " of the program's own" : "");
    else if (c->r.failed)
        strengthen(&q, &c->suggested);
    else
        weaken(&q, &c->suggested);
    if (!c->r.failed) /* else it follows the steps, which are told again */
        text_add(&c->report, text_str(&c->suggested));
    reset(&q);
    drop_sites(&q);
}
