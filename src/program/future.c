/* What a thread may still do, as far as its code tells.
 *
 * A thread touches a static object in the rest of its run only if it gets the object's address.
 * There are three ways:
 *   (a) Code that it may still run names the object.  This code is the rest of each frame's
 *       function, from where the frame is, and all that it may call.
 *   (b) A live register of one of its frames holds the address.
 *   (c) It finds the address in memory, or gets it from another thread.  Then the object has
 *       escaped (escape.c).
 * The set of an instruction has (a) and (c); the machine adds (b).
 *
 * Calls through pointers are treated alike, with functions as the objects.  Code that names a
 * function counts as calling it; so does a live register that holds it.  A function that is reached
 * by neither has escaped, and any call through a pointer whose arguments fit may call it.  To start
 * a thread is such a call, since `spawn` gets the first function as a pointer: so a thread's future
 * has that of the threads that it may yet create.
 *
 * A longjmp goes back to a frame that is still there: in a function with SETJMP, and in one with
 * computed jumps, the whole function lies ahead of every instruction.
 *
 * Left out is what a thread does only when all others have ended: while another one of now lives it
 * cannot be done.  Left out is also what a variable of the runtime guards that stays zero, since
 * that part of the runtime is not used.
 *
 * The sets of whole functions are the least solution over the call graph, found when first asked
 * for; the set of an instruction is gathered when first asked for and kept.  Both are published
 * atomically, so that several machines may share a program. */
#include "program/future.h"
#include "base/bisect.h"
#include "program/escape.h"

#include <string.h>

typedef enum act_kind { ACT_NAMES, ACT_CALLS, ACT_FLAGS } act_kind;

/* What one instruction does. */
typedef struct act {
    u32 pc;
    u32 kind : 2, what : 30; /* object, node of the call graph, CODE_ */
} act;

typedef VEC(act) act_list;

typedef struct code {
    flow w;
    act_list acts;     /* ascending */
    future_set **sets; /* by 2 * pc + after_call; NULL not asked for yet */
} code;

/* Nodes of the call graph are the functions, then the signatures of calls through pointers. */
typedef struct future {
    program *p;
    u32 words, nodes;
    u64 *escaped;
    code *codes;  /* by function; nothing in those not defined */
    u64 *objects; /* by node, `words` each */
    u32 *flags;   /* by node: CODE_ */
} future;

static u64 *objects_of(const future *t, u32 node)
{
    return t->objects + (size_t)node * t->words;
}

static bool merge(u64 *to, const u64 *from, u32 words)
{
    u64 grown = 0;

    for (u32 k = 0; k < words; k++) {
        grown |= from[k] & ~to[k];
        to[k] |= from[k];
    }
    return grown != 0;
}

/* ---- what instructions do ---- */

enum { JOIN_POLLS = 1 | 4 };

static u32 builtin_flags_of(const code *c, u32 pc)
{
    const insn *i = &c->w.f->code[pc];
    u64 how;

    switch (i->y) {
    case BI_exit:
        return CODE_EXITS;
    case BI_reset:
        return CODE_EXITS | CODE_MEDDLES;
    case BI_cancel:
    case BI_detach:
        return CODE_MEDDLES;
    case BI_join:
        if (flow_number(&c->w, pc, c->w.f->operands.at[i->x + 2].reg, &how) && !(how & JOIN_POLLS))
            return 0;
        return CODE_MEDDLES;
    default:
        return 0;
    }
}

static void add_act(code *c, u32 pc, act_kind kind, u32 what)
{
    vec_push(&c->acts, (act){.pc = pc, .kind = kind, .what = what & 0x3fffffff});
}

static void names(const future *t, code *c, u32 pc, u32 object)
{
    const object_init *o = &t->p->objects.at[object];

    add_act(c, pc, ACT_NAMES, object);
    if (o->kind == OBJ_FUNC && !flow_bit(t->escaped, object))
        add_act(c, pc, ACT_CALLS, o->func);
}

static void find_act(const future *t, code *c, u32 pc)
{
    const insn *i = &c->w.f->code[pc];
    u32 flags;

    switch (i->op) {
    case OP_CONST:
        if (c->w.f->regclass[i->a] == REG_PTR && POINTER_IS(i->imm))
            names(t, c, pc, POINTER_OBJECT(i->imm));
        break;
    case OP_CALL:
        add_act(c, pc, ACT_CALLS, i->y);
        break;
    case OP_CALLI:
        add_act(c, pc, ACT_CALLS, t->p->funcs.n + i->y);
        break;
    case OP_BUILTIN:
        flags = builtin_flags_of(c, pc);
        if (flags)
            add_act(c, pc, ACT_FLAGS, flags);
        break;
    default:
        break;
    }
}

/* ---- what lies ahead of an instruction ---- */

typedef struct ahead {
    const flow *w;
    bool *seen; /* by pc, where runs begin */
    VEC(u32) open;
} ahead;

static void open_at(void *with, u32 target)
{
    ahead *a = with;

    if (a->seen[target])
        return;
    a->seen[target] = true;
    vec_push(&a->open, target);
}

static u32 first_act(const code *c, u32 pc)
{
    u32 k;

    bisect(k, 0, c->acts.n, c->acts.at[k].pc < pc);
    return k;
}

/* Calls visit for each act from code[pc] on. */
typedef void (*act_visit)(void *with, const act *a);

static void each_act(const code *c, u32 pc, act_visit visit, void *with)
{
    ahead a = {.w = &c->w, .seen = mem_alloc(c->w.f->ncode)};

    if (c->w.anywhere) {
        for (u32 k = 0; k < c->acts.n; k++)
            visit(with, &c->acts.at[k]);
    } else if (pc < c->w.f->ncode) {
        open_at(&a, pc);
    }
    while (a.open.n) {
        u32 at = vec_pop(&a.open), end = c->w.control[at];

        for (u32 k = first_act(c, at); k < c->acts.n && c->acts.at[k].pc <= end; k++)
            visit(with, &c->acts.at[k]);
        flow_follow(&c->w, end, false, open_at, &a);
    }
    mem_free(a.seen);
    vec_free(&a.open);
}

/* ---- the call graph ---- */

typedef struct edge {
    u32 from, to;
} edge;

typedef struct graph {
    future *t;
    u32 from;
    VEC(edge) edges;
} graph;

static void add_to_graph(void *with, const act *a)
{
    graph *g = with;

    if (a->kind == ACT_NAMES)
        flow_set(objects_of(g->t, g->from), a->what);
    else if (a->kind == ACT_CALLS)
        vec_push(&g->edges, (edge){g->from, a->what});
    else
        g->t->flags[g->from] |= a->what;
}

/* A call through a pointer may call what has escaped. */
static void add_signature(graph *g, u32 signature)
{
    const program *p = g->t->p;

    for (u32 f = 0; f < p->funcs.n; f++)
        if (flow_bit(g->t->escaped, p->funcs.at[f]->object) &&
            program_takes(p, p->funcs.at[f], signature))
            vec_push(&g->edges, (edge){p->funcs.n + signature, f});
}

static void solve(future *t, const edge *edges, u32 n)
{
    bool again = true;

    while (again) {
        again = false;
        for (u32 k = n; k-- > 0;) {
            u32 flags = t->flags[edges[k].from] | t->flags[edges[k].to];

            again |= merge(objects_of(t, edges[k].from), objects_of(t, edges[k].to), t->words);
            again |= flags != t->flags[edges[k].from];
            t->flags[edges[k].from] = flags;
        }
    }
}

static void close_calls(future *t)
{
    graph g = {.t = t};

    for (u32 f = 0; f < t->p->funcs.n; f++) {
        g.from = f;
        if (t->codes[f].w.f)
            each_act(&t->codes[f], 0, add_to_graph, &g);
    }
    for (u32 s = 0; s < t->p->signatures.n; s++)
        add_signature(&g, s);
    solve(t, g.edges.at, g.edges.n);
    vec_free(&g.edges);
}

/* ---- the whole ---- */

static void open_codes(future *t)
{
    flow *flows = mem_alloc((t->p->funcs.n + 1) * sizeof *flows);

    for (u32 k = 0; k < t->p->funcs.n; k++)
        if (t->p->funcs.at[k]->defined)
            flow_open(&flows[k], t->p->funcs.at[k]);
    escape_find(t->p, flows, t->escaped);
    for (u32 k = 0; k < t->p->funcs.n; k++) {
        code *c = &t->codes[k];

        c->w = flows[k];
        for (u32 pc = 0; c->w.f && pc < c->w.f->ncode; pc++)
            find_act(t, c, pc);
        flow_shrink(&c->w);
    }
    mem_free(flows);
}

static future *future_open(program *p)
{
    future *t = mem_alloc(sizeof *t);

    t->p = p;
    t->words = p->objects.n / 64 + 1;
    t->nodes = p->funcs.n + p->signatures.n;
    t->escaped = mem_alloc(t->words * sizeof *t->escaped);
    t->codes = mem_alloc((p->funcs.n + 1) * sizeof *t->codes);
    t->objects = mem_alloc((size_t)(t->nodes + 1) * t->words * sizeof *t->objects);
    t->flags = mem_alloc((t->nodes + 1) * sizeof *t->flags);
    open_codes(t);
    close_calls(t);
    return t;
}

static void code_close(code *c)
{
    for (u32 k = 0; c->sets && k < 2 * c->w.f->ncode; k++)
        mem_free(c->sets[k]);
    mem_free(c->sets);
    vec_free(&c->acts);
    flow_close(&c->w);
}

static void future_close(future *t)
{
    for (u32 k = 0; k < t->p->funcs.n; k++)
        code_close(&t->codes[k]);
    mem_free(t->escaped);
    mem_free(t->codes);
    mem_free(t->objects);
    mem_free(t->flags);
    mem_free(t);
}

void future_free(program *p)
{
    if (p->future)
        future_close(p->future);
    p->future = NULL;
}

static future *publish(program *p, future *fresh)
{
    void *none = NULL;

    if (__atomic_compare_exchange_n(&p->future, &none, fresh, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return fresh;
    future_close(fresh);
    return none;
}

static future *future_of(program *p)
{
    future *t = __atomic_load_n(&p->future, __ATOMIC_ACQUIRE);

    return LIKELY(t != NULL) ? t : publish(p, future_open(p));
}

/* ---- sets of instructions ---- */

typedef struct gather {
    const future *t;
    future_set *set;
} gather;

static void add_to_set(void *with, const act *a)
{
    gather *g = with;

    if (a->kind == ACT_NAMES) {
        flow_set(g->set->objects, a->what);
    } else if (a->kind == ACT_CALLS) {
        merge(g->set->objects, objects_of(g->t, a->what), g->t->words);
        g->set->flags |= g->t->flags[a->what];
    } else {
        g->set->flags |= a->what;
    }
}

static void add_registers(future_set *set, func *f, const live_set *live)
{
    for (u32 k = 0; k < live->n; k++)
        if (f->regclass[live->regs[k]] == REG_PTR)
            set->regs[set->nregs++] = live->regs[k];
}

static future_set *compute(const future *t, u32 function, u32 pc, bool after_call)
{
    func *f = t->p->funcs.at[function];
    const live_set *live = live_at(f, pc, after_call);
    size_t bytes = t->words * sizeof(u64);
    future_set *set = mem_alloc(sizeof *set + bytes + live->n * sizeof *set->regs);
    gather g = {t, set};

    set->objects = (u64 *)(set + 1);
    set->regs = (u16 *)(set->objects + t->words);
    memcpy(set->objects, t->escaped, bytes);
    each_act(&t->codes[function], pc + after_call, add_to_set, &g);
    add_registers(set, f, live);
    return set;
}

static future_set **slots(code *c)
{
    future_set **sets = __atomic_load_n(&c->sets, __ATOMIC_ACQUIRE), **none = NULL;

    if (LIKELY(sets != NULL))
        return sets;
    sets = mem_alloc(2 * c->w.f->ncode * sizeof *sets);
    if (__atomic_compare_exchange_n(&c->sets, &none, sets, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return sets;
    mem_free(sets);
    return none;
}

static const future_set *publish_set(future_set **slot, future_set *fresh)
{
    future_set *none = NULL;

    if (__atomic_compare_exchange_n(slot, &none, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return fresh;
    mem_free(fresh);
    return none;
}

const future_set *future_at(program *p, u32 function, u32 pc, bool after_call)
{
    future *t = future_of(p);
    future_set **slot = slots(&t->codes[function]) + 2 * pc + after_call;
    future_set *set = __atomic_load_n(slot, __ATOMIC_ACQUIRE);

    return LIKELY(set != NULL) ? set : publish_set(slot, compute(t, function, pc, after_call));
}

u32 future_words(program *p)
{
    return future_of(p)->words;
}

bool future_calls(program *p, u32 object)
{
    const object_init *o = &p->objects.at[object];

    return o->kind == OBJ_FUNC && p->funcs.at[o->func]->defined &&
           !flow_bit(future_of(p)->escaped, object);
}
