/* Queries: functions that are run in the present state and leave no mark on it.
 *
 * A query runs as a thread that is there for the time being, inside one quiet operation, so that
 * nothing rests and no event is recorded.  It may write to its own locals only; these are the
 * objects behind those of the state, and vanish with the thread.
 *
 * What a query may read is known beforehand: the static objects whose addresses are in its code and
 * in that of the functions it calls.  If it also follows pointers that it finds in memory, or calls
 * through them, it may read whatever is shared: it starts from static objects, and what they reach
 * is shared.  Objects that an invariant may read are watched: a store to them is visible, so that a
 * step has one at its beginning and the state at its end is the one to be asked.
 *
 * Invariants are evaluated at the end of each step that wrote something they may read, and so are
 * propositions that may have no value: that is an error of the step, or the run is cut there, if
 * the value depends on where objects lie in memory.  One that only loads and compares has a value
 * where what it loads is initialised and no address.  Values of abstractions are kept by the
 * numbers of the interned objects they may read. */
#include "vm/machine.h"
#include "base/map.h"
#include "base/mutant.h"

#include <stdio.h>
#include <string.h>

/* Turns of loops after which a query is taken to run for ever. */
#define TURNS (1u << 22)

/* What a query may read. */
typedef struct reads {
    VEC(u32) objects; /* static ones that can change */
    bool roams;       /* and whatever is shared */
    bool may_fail;    /* follows pointers, indexes by a variable, divides */
} reads;

struct queries {
    reads *reads;  /* by query */
    u64 *masks;    /* by static object: the invariants and propositions that may read it */
    u64 roaming;   /* those that read whatever is shared */
    u64 letters;   /* those that are propositions */
    u64 observers; /* and observers */
    thread runner; /* the thread of the evaluation, put aside */
    taken events;  /* those of the evaluation */
    u64 value;     /* its result */
    text message;  /* why it failed */
    bool cut;      /* it was cut: there is no telling what its value is */
    map memos;     /* what was read: the value */
    u64 evaluated;
    bool initial_good; /* the invariants hold in the initial state */
};

/* ---- what they read ---- */

static void add_object(const machine *m, reads *r, u64 p)
{
    u32 id = POINTER_OBJECT(p);

    if (!POINTER_IS(p) || id > m->mem.nstatic || m->mem.static_slot[id] == ~0u ||
        m->prog->objects.at[id].memory)
        return;
    for (u32 i = 0; i < r->objects.n; i++)
        if (r->objects.at[i] == id)
            return;
    vec_push(&r->objects, id);
}

static void read_code(const machine *m, const func *f, reads *r, word_list *todo, bool *seen)
{
    for (u32 pc = 0; pc < f->ncode; pc++) {
        const insn *i = &f->code[pc];

        r->roams |= i->op == OP_LOADP || i->op == OP_INTTOPTR || i->op == OP_CALLI;
        r->may_fail |= r->roams || opcode_does[i->op].fails;
        if (i->op == OP_CONST && f->regclass[i->a] == REG_PTR)
            add_object(m, r, i->imm);
        if (i->op == OP_CALL && !seen[i->y]) {
            seen[i->y] = true;
            vec_push(todo, i->y);
        }
    }
}

static void find_reads(const machine *m, u32 function, reads *r)
{
    bool *seen = mem_alloc(m->prog->funcs.n);
    word_list todo = {0};

    seen[function] = true;
    vec_push(&todo, function);
    while (todo.n)
        read_code(m, m->prog->funcs.at[vec_pop(&todo)], r, &todo, seen);
    vec_free(&todo);
    mem_free(seen);
}

/* The bit of a query; those beyond the 63rd share one. */
static u64 bit_of(u32 k)
{
    return (u64)1 << (k < 63 ? k : 63);
}

static void watch(machine *m, u32 k)
{
    struct queries *q = m->query.all;
    const reads *r = &q->reads[k];

    for (u32 i = 0; i < r->objects.n; i++)
        q->masks[r->objects.at[i]] |= bit_of(k);
    if (!r->roams)
        return;
    q->roaming |= bit_of(k);
    for (u32 id = 1; id <= m->mem.nstatic; id++)
        if (m->mem.static_slot[id] != ~0u && !m->prog->objects.at[id].hidden &&
            !m->prog->objects.at[id].memory)
            q->masks[id] |= bit_of(k);
}

void query_open(machine *m)
{
    const program *p = m->prog;
    struct queries *q;

    if (!p->queries.n)
        return;
    q = m->query.all = mem_alloc(sizeof *q);
    q->reads = mem_alloc(p->queries.n * sizeof *q->reads);
    q->masks = mem_alloc((m->mem.nstatic + 1) * sizeof *q->masks);
    for (u32 k = 0; k < p->queries.n; k++) {
        query_kind kind = p->queries.at[k].kind;

        if (kind == QUERY_PLACE)
            continue;
        find_reads(m, p->queries.at[k].func, &q->reads[k]);
        if (kind == QUERY_PROPOSITION)
            q->letters |= bit_of(k);
        if (kind == QUERY_OBSERVER)
            q->observers |= bit_of(k);
        if (kind != QUERY_ABSTRACT)
            watch(m, k);
    }
    for (u32 id = 1; id <= m->mem.nstatic; id++)
        if (q->masks[id])
            m->objects.at[id].flags |= OF_WATCHED;
    m->query.watch = OF_WATCHED | (q->roaming ? OF_SHARED : 0);
}

void query_close(machine *m)
{
    struct queries *q = m->query.all;

    if (!q)
        return;
    for (u32 k = 0; k < m->prog->queries.n; k++)
        vec_free(&q->reads[k].objects);
    mem_free(q->reads);
    mem_free(q->masks);
    map_free(&q->memos);
    vec_free(&q->runner.frames);
    vec_free(&q->runner.regs);
    mem_free(q->runner.shades);
    taken_free(&q->events);
    text_free(&q->message);
    mem_free(q);
}

/* ---- what is written ---- */

static u64 mask_of(const machine *m, const object *o)
{
    u32 id = (u32)(o - m->objects.at);

    return id <= m->mem.nstatic ? m->query.all->masks[id] : m->query.all->roaming;
}

/* Of an event that writes what these queries may read. */
static u16 flags_for(const machine *m, u64 mask)
{
    if (!mask)
        return 0;
    return mask & m->query.all->letters ? EVF_WATCHED | EVF_LETTER : EVF_WATCHED;
}

u16 query_watches(const machine *m, const object *o)
{
    return o->flags & m->query.watch ? flags_for(m, mask_of(m, o)) : 0;
}

u16 query_written(const machine *m)
{
    return flags_for(m, m->step.written);
}

bool query_observes(const machine *m)
{
    return m->query.all && m->query.all->observers;
}

bool query_needs_heap(const machine *m)
{
    return m->query.all && m->query.all->roaming & m->query.all->letters;
}

void query_note(machine *m, const object *o)
{
    u64 mask = mask_of(m, o);
    const frame *f = mask && m->running < m->threads.n ? vm_user_frame(m, this_thread(m)) : NULL;

    m->step.written |= mask;
    if (f) {
        m->step.written_func = f->func;
        m->step.written_pc = f->pc;
    }
}

/* ---- the evaluation ---- */

/* What the evaluation changes of the machine besides objects and threads. */
typedef struct kept {
    u16 running, load_mask, loadp_mask, store_mask;
    bool allow, quiet, mute, reshaped, failed;
    u32 back_edges;
    outcome outcome;
    const char *limit;
    taken *out;
    u64 heap_bytes, written;
} kept;

static kept keep(const machine *m)
{
    return (kept){m->running,      m->step.load_mask,    m->step.loadp_mask, m->step.store_mask,
                  m->step.allow,   m->step.quiet,        m->step.mute,       m->canon.reshaped,
                  m->fault.failed, m->repeat.back_edges, m->fault.outcome,   m->fault.limit,
                  m->step.out,     m->mem.heap_bytes,    m->step.written};
}

static void give_back(machine *m, const kept *k)
{
    m->running = k->running;
    m->step.load_mask = k->load_mask;
    m->step.loadp_mask = k->loadp_mask;
    m->step.store_mask = k->store_mask;
    m->step.allow = k->allow;
    m->step.quiet = k->quiet;
    m->step.mute = k->mute;
    m->canon.reshaped = k->reshaped;
    m->fault.failed = k->failed;
    m->repeat.back_edges = k->back_edges;
    m->fault.outcome = k->outcome;
    m->fault.limit = k->limit;
    m->step.out = k->out;
    m->mem.heap_bytes = k->heap_bytes;
    m->step.written = k->written;
}

static void enter(machine *m, u32 k)
{
    struct queries *q = m->query.all;

    m->query.asked = k + 1;
    m->query.from = m->objects.n;
    vec_clear(&q->events.events);
    m->step.out = &q->events;
    m->fault.outcome = OUT_RAN;
    m->fault.limit = NULL;
    m->step.allow = m->fault.failed = false;
    m->step.quiet = m->step.mute = true;
    m->repeat.back_edges = 0;
    masks_set(m);
    vec_push(&m->threads, q->runner);
    m->running = (u16)(m->threads.n - 1);
    this_thread(m)->state = TS_READY;
    frame_push(m, this_thread(m), m->prog->queries.at[k].func);
}

static void leave(machine *m)
{
    struct queries *q = m->query.all;

    q->runner = vec_pop(&m->threads);
    vec_clear(&q->runner.frames);
    vec_clear(&q->runner.regs);
    while (m->objects.n > m->query.from)
        object_release(m, &m->objects.at[--m->objects.n]);
    m->query.asked = 0;
}

static const char *const kind_words[] = {"invariant", "abstraction", "proposition", "place",
                                         "observer"};
static const char *const option_words[] = {"--invariant", "--abstract", "proposition", "place"};

static void explain(struct queries *q, const query *asked, const char *why)
{
    text_clear(&q->message);
    text_addf(&q->message, "in the %s '%s': %s", kind_words[asked->kind], asked->text, why);
}

/* True: q->value is the value.  Else `kind` and q->message say why there is none. */
static bool evaluate(machine *m, u32 k, error_kind *kind)
{
    struct queries *q = m->query.all;
    const query *asked = &m->prog->queries.at[k];
    kept before = keep(m);
    bool ok;

    q->evaluated++;
    enter(m, k);
    interp_run(m);
    ok = !m->fault.failed && !m->fault.limit;
    *kind = m->fault.failed ? m->fault.error.kind : ERR_INVARIANT;
    q->cut = !ok && !m->fault.failed;
    if (!ok)
        explain(q, asked, m->fault.failed ? m->fault.message : m->fault.limit);
    leave(m);
    give_back(m, &before);
    return ok;
}

ran query_return(machine *m, const insn *i)
{
    thread *t = this_thread(m);
    frame *f = top_frame(t);
    shade s = f->slow ? t->shades[f->base + i->a] : (shade){0};

    m->query.all->value = t->regs.at[f->base + i->a];
    if (s.bits)
        undefined_value(m, s, "its value");
    return RAN_STOP;
}

bool query_turns(machine *m)
{
    if (m->repeat.back_edges < TURNS)
        return false;
    vm_error(m, ERR_INVARIANT, "it does not end: its loops took %u turns", TURNS);
    return true;
}

/* An observer is the user's own code, in a file. */
static _Noreturn void refuse_observer(const machine *m, const char *does, const char *what)
{
    const frame *f = vm_user_frame(m, &m->threads.at[m->running]);
    srcloc at = vm_line_of(m->prog->funcs.at[f->func], f->pc);

    fail(EXIT_INPUT,
         "%s:%u: an observer %s %s; it may read its port, compute, and write its memory",
         m->prog->files.at[at.file], at.line, does, what);
}

static _Noreturn void refuse(const machine *m, const char *does, const char *what)
{
    const query *asked = &m->prog->queries.at[m->query.asked - 1];

    if (asked->kind == QUERY_OBSERVER)
        refuse_observer(m, does, what);
    fail(EXIT_USAGE, "heddle: %s '%s' %s %s; it may read the program's memory and compute, no more",
         option_words[asked->kind], asked->text, does, what);
}

bool query_remembers(const machine *m, u32 id)
{
    return id <= m->mem.nstatic && m->prog->objects.at[id].memory &&
           m->prog->queries.at[m->query.asked - 1].kind == QUERY_OBSERVER;
}

void query_refuse_write(const machine *m, const char *what)
{
    refuse(m, "writes to", what);
}

void query_refuse_thread(const machine *m)
{
    refuse(m, "reads or writes", "a thread-local variable, which is another one for every thread");
}

/* The function of the library that the query's own code called. */
void query_refuse_call(machine *m)
{
    const thread *t = this_thread(m);
    u32 k = t->frames.n - 1;

    while (k > 1 && m->prog->funcs.at[t->frames.at[k - 1].func]->runtime)
        k--;
    refuse(m, "calls", m->prog->funcs.at[t->frames.at[k].func]->name);
}

/* ---- invariants ---- */

static void report(machine *m, error_kind kind, const char *message)
{
    const func *f = m->prog->funcs.at[m->step.written_func];
    srcloc at = vm_line_of(f, m->step.written_pc);

    vm_error(m, kind, "%s", message);
    m->fault.error.file = at.line ? m->prog->files.at[at.file] : "";
    m->fault.error.line = at.line;
}

/* The evaluation was cut, and so is the run; but for an error, which is one all the same. */
static void cut(machine *m)
{
    srcloc at = vm_line_of(m->prog->funcs.at[m->step.written_func], m->step.written_pc);
    int n = 0;

    if (m->fault.outcome == OUT_ERROR)
        return;
    if (at.line)
        n = snprintf(m->fault.message, sizeof m->fault.message,
                     "%.300s:%u: ", m->prog->files.at[at.file], at.line);
    snprintf(m->fault.message + n, sizeof m->fault.message - (size_t)n, "%s",
             text_str(&m->query.all->message));
    vm_limit(m, m->fault.message);
}

static bool holds(machine *m, u32 k, error_kind *kind)
{
    struct queries *q = m->query.all;

    if (!evaluate(m, k, kind))
        return false;
    if (q->value)
        return true;
    *kind = ERR_INVARIANT;
    text_clear(&q->message);
    text_addf(&q->message, "invariant violated: %s", m->prog->queries.at[k].text);
    return false;
}

/* A string that the program has as a constant. */
static const char *constant_text(const machine *m, u64 p)
{
    const object_init *o = &m->prog->objects.at[POINTER_OBJECT(p)];

    if (!POINTER_IS(p) || POINTER_OBJECT(p) > m->mem.nstatic || !o->constant ||
        POINTER_OFFSET(p) >= o->size)
        die("an observer returns what is no text");
    return o->bytes ? (const char *)o->bytes + POINTER_OFFSET(p) : "";
}

/* The run is dropped where the observer says so. */
static bool observed(machine *m, u32 k, error_kind *kind)
{
    struct queries *q = m->query.all;
    const char *wrong;

    if (MUTANT(INDUCTION_OBSERVED))
        return true;
    if (!evaluate(m, k, kind))
        return false;
    wrong = q->value ? constant_text(m, q->value) : NULL;
    if (wrong && !*wrong)
        m->fault.outcome = OUT_PRUNED;
    if (!wrong || !*wrong)
        return true;
    *kind = ERR_OBSERVER;
    text_clear(&q->message);
    text_add(&q->message, wrong);
    return false;
}

static bool may_have_no_value(const machine *m, const reads *r)
{
    for (u32 i = 0; i < r->objects.n; i++)
        if (m->objects.at[r->objects.at[i]].flags & (OF_SHADOW | OF_POINTERS))
            return true;
    return r->may_fail;
}

/* An invariant holds; a proposition has a value. */
static bool is_good(machine *m, u32 k, error_kind *kind)
{
    switch (m->prog->queries.at[k].kind) {
    case QUERY_INVARIANT:
        return holds(m, k, kind);
    case QUERY_PROPOSITION:
        return !may_have_no_value(m, &m->query.all->reads[k]) || evaluate(m, k, kind);
    case QUERY_OBSERVER:
        return observed(m, k, kind);
    default:
        return true;
    }
}

void query_check(machine *m)
{
    for (u32 k = 0; k < m->prog->queries.n && !m->fault.failed; k++) {
        error_kind kind;

        m->query.all->cut = false;
        if (!(m->step.written & bit_of(k)) || is_good(m, k, &kind))
            continue;
        if (m->query.all->cut)
            cut(m);
        else
            report(m, kind, text_str(&m->query.all->message));
    }
}

static u64 invariants(const machine *m)
{
    u64 mask = 0;

    for (u32 k = 0; k < m->prog->queries.n; k++)
        if (m->prog->queries.at[k].kind == QUERY_INVARIANT)
            mask |= bit_of(k);
    return mask;
}

void query_section_rests(machine *m)
{
    m->step.written &= ~invariants(m);
}

void query_section_goes_on(machine *m)
{
    const frame *f = vm_user_frame(m, this_thread(m));

    m->step.written = invariants(m);
    if (f) {
        m->step.written_func = f->func;
        m->step.written_pc = f->pc;
    }
}

/* Where the program is before it does anything. */
static u32 function_main(const machine *m)
{
    for (u32 k = 0; k < m->prog->funcs.n; k++)
        if (strcmp(m->prog->funcs.at[k]->name, "main") == 0)
            return k;
    return m->prog->entry;
}

void query_initial(machine *m)
{
    struct queries *q = m->query.all;

    if (!q || q->initial_good)
        return;
    m->running = 0;
    m->step.written = ~q->observers; /* what has a memory looks once, when the program asks it to */
    m->step.out = &q->events;
    m->step.written_func = function_main(m);
    m->step.written_pc = 0;
    query_check(m);
    q->initial_good = m->fault.outcome == OUT_RAN;
    m->step.out = NULL;
}

/* ---- values ---- */

static u32 root_of(const tree *t)
{
    return t->n ? t->at[t->levels][0] : 0;
}

/* The number of all that the query may read in the state, which was saved. */
static u32 memo_key(machine *m, u32 k)
{
    const reads *r = &m->query.all->reads[k];
    word_list *w = &m->saved.buffer;

    vec_clear(w);
    vec_push(w, k);
    if (r->roams) {
        vec_push(w, root_of(&m->mem.statics));
        vec_push(w, m->mem.heap.n);
        vec_push(w, root_of(&m->mem.heap));
    }
    for (u32 i = 0; !r->roams && i < r->objects.n; i++)
        vec_push(w, m->objects.at[r->objects.at[i]].leaf);
    return intern_put(m->table, w->at, w->n, NULL);
}

/* In the initial state the first thread has no place yet. */
static void cannot(machine *m, error_kind kind, failure *out)
{
    srcloc at = vm_line_of(m->prog->funcs.at[function_main(m)], 0);

    *out = (failure){.kind = kind, .message = text_str(&m->query.all->message), .file = ""};
    if (m->running < m->threads.n && m->saved.current != m->saved.initial) {
        vm_place(m, out, m->running);
    } else if (at.line) {
        out->file = m->prog->files.at[at.file];
        out->line = at.line;
    }
}

bool vm_value(sys *s, u32 k, u64 *value, failure *out)
{
    machine *m = vm_of(s);
    struct queries *q = m->query.all;
    error_kind kind;
    u32 key;

    if (k >= m->prog->queries.n)
        die("query %u of %u", k, m->prog->queries.n);
    if (m->prog->queries.at[k].kind == QUERY_PLACE) {
        *value = place_holds(m, &m->prog->queries.at[k]);
        return true;
    }
    if (m->done && q->reads[k].roams && !query_needs_heap(m)) {
        explain(q, &m->prog->queries.at[k], "the program is over, its memory is gone");
        cannot(m, ERR_INVARIANT, out);
        return false;
    }
    state_save(m);
    key = memo_key(m, k);
    if (map_get(&q->memos, key, value))
        return true;
    if (!evaluate(m, k, &kind)) {
        cannot(m, kind, out);
        if (q->cut)
            vm_limit(m, text_str(&q->message));
        return false;
    }
    *value = q->value;
    map_put(&q->memos, key, *value);
    return true;
}

u64 vm_evaluations(const sys *s)
{
    const machine *m = vm_of(s);

    return m->query.all ? m->query.all->evaluated : 0;
}

void query_count(machine *m, u64 n)
{
    if (m->query.all)
        m->query.all->evaluated = n;
}
