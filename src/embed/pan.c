/* The machine under SPIN's search, after the paper on pancam (Zaks, Joshi 2008).
 *
 * SPIN keeps the state: it copies the tracked regions away, and back when it backtracks.  So every
 * call first looks where SPIN is now.  `place` says under which key the machine has that state; it
 * counts only when the region has the hash that it had then, so a model need not track it, and only
 * in the process and the table that gave the key.  Else the region is read in again.
 *
 * A state is expanded once: all moves are taken when SPIN first asks for one, and where each leads
 * to is kept in a table, so that backtracking finds them.  This is where the paper's superstep
 * reduction keeps its access tables on the search stack.  What a state is expanded to is a function
 * of the state alone (wrap/por.c with supersteps, no persistent or sleep sets), so that it is the
 * same before and after backtracking, in both searches of SPIN's nested depth-first search, and in
 * every process.
 *
 * The table of states grows with the search; past a limit it is thrown away and begun anew, which
 * costs nothing but time since the regions are all that SPIN needs.
 *
 * A search that keeps all its states, in one process, needs no bytes: with `keys` what SPIN copies
 * and matches is the state's number in the machine's table, which tells states apart exactly.  The
 * table is then kept, and past its limit the search goes no further.
 *
 * SPIN's models have no handle to hand around: the one object is the file's. */
#include "embed/driver.h"
#include "base/hash.h"
#include "base/mapped.h"
#include "wrap/abstract.h"
#include "wrap/context.h"
#include "wrap/por.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    EXPANSIONS = 1 << 16,
    PACKED = 1 << 12,
    HEAD = 16,            /* bytes of the region before the packed state: size, then hash */
    EXIT_OUTGROWN = 3,    /* a capacity of the model is too small */
    TABLE_LIMIT = 1 << 29 /* bytes of the machine's table */
};

enum { CHECKED_RUNS = 1, CHECKED_DEADLOCK = 2, CHECKED_HANG = 3 };

pan driver;

void pan_refuse(const char *what)
{
    fail(EXIT_USAGE, "heddle: %s", what);
}

/* ---- the system ---- */

static vm_options machine_options(const struct heddle_settings *g)
{
    return (vm_options){
        .mode = VM_CANONICAL,
        .grain = (vm_grain)g->grain,
        .footprint = g->superstep,
        .every_access = g->every_access,
        .plain_heap = g->plain_heap,
        .rules = {.leaks = g->leaks,
                  .exit_status = g->exit_status,
                  .no_spurious = g->no_spurious,
                  .allow_partial = g->allow_partial},
        .malloc_may_fail = g->malloc_may_fail,
        .memory = (memory_model)g->memory,
        .buffer = g->buffer,
        .addresses = (vm_addresses)g->addresses,
        .layout = g->layout + 1,
        .nondet = {g->nondet_low, g->nondet_high, g->nondet_set},
        .hang_states = g->hang_states,
        .max_threads = g->max_threads,
        .max_stack = g->max_stack,
        .max_heap = g->max_heap,
    };
}

/* For the page of heddle spin: where the machine marks the instructions that it executes, in a file
 * that heddle reads when the search is over (session/coverage.h). */
static u8 **open_reached(const program *p, const char *file)
{
    u8 *at = file ? mapped_open(file, program_marks_size(p)) : NULL;

    return at ? program_marks(p, at) : NULL;
}

static u32 first_abstraction(const pan *p)
{
    u32 k = 0;

    while (k < p->p->queries.n && p->p->queries.at[k].kind != QUERY_ABSTRACT)
        k++;
    return k;
}

static void new_epoch(void)
{
    driver.epoch = (u64)getpid() << 32 | (u32)(driver.epoch + 1);
}

/* Another process that goes on from here fills its own copy of the table. */
static void forked(void)
{
    driver.forked = true;
    new_epoch();
}

static void open_system(pan *p)
{
    vm_options o = machine_options(&p->set);

    o.reached = p->reached;
    p->machine = p->s = vm_open(p->p, &o);
    if (p->set.superstep)
        p->s = por_open(p->s, POR_SUPERSTEP);
    if (p->set.abstractions)
        p->s =
            abstract_open(p->s, first_abstraction(p), p->set.abstractions, p->set.abstract_control);
    if (p->set.bounded)
        p->s = context_open(p->s, p->set.bound);
    if (p->set.environment)
        p->env.s = sys_clone(p->machine);
    new_epoch();
    sys_reset(p->s);
}

static void forget_expansions(pan *p)
{
    for (u32 i = 0; p->table && i < EXPANSIONS; i++) {
        expansion *e = &p->table[i];

        for (u32 k = 0; k < e->ways.n; k++)
            mem_free(e->ways.at[k].message);
        vec_clear(&e->ways);
        e->at = 0;
    }
    for (u32 i = 0; p->packed && i < PACKED; i++)
        p->packed[i].key = 0;
    vec_clear(&p->checked);
}

static void close_system(pan *p)
{
    if (!p->s)
        return;
    p->cut |= p->set.bounded && context_cut(p->s);
    if (p->env.s)
        sys_close(p->env.s);
    sys_close(p->s);
    p->s = p->machine = p->env.s = NULL;
    map_free(&p->matched);
    p->matched = (map){0};
    p->letter_of = 0;
    forget_expansions(p);
}

/* ---- the regions ---- */

static void go_to(pan *p, state_key key, u32 rank)
{
    sys_restore(p->s, key);
    sys_set_rank(p->s, rank);
}

static _Noreturn void outgrown(const char *option, u64 needed, const char *what)
{
    printf("heddle: outgrown: %s %llu: %s\n", option, (unsigned long long)needed, what);
    fflush(stdout);
    _exit(EXIT_OUTGROWN);
}

static void put_u64(u8 *at, u64 v)
{
    memcpy(at, &v, sizeof v);
}

static u64 get_u64(const u8 *at)
{
    u64 v;

    memcpy(&v, at, sizeof v);
    return v;
}

/* The bytes become the region's; the rest of it is zero. */
static void write_region(pan *p, const packed *k)
{
    const byte_list *b = &k->bytes;
    u64 before = get_u64(p->state);

    if (b->n + HEAD > p->size)
        outgrown("--state-size", b->n + HEAD,
                 "a state does not fit into its region; HEDDLE_STATE_SIZE enlarges it");
    put_u64(p->state, b->n);
    put_u64(p->state + 8, k->hash[0]);
    memcpy(p->state + HEAD, b->at, b->n);
    if (before > b->n)
        memset(p->state + HEAD + b->n, 0, before - b->n);
    memcpy(p->digest, k->digest, sizeof k->digest);
    p->hash = k->hash[0];
}

/* What the state, at which the system is, is told apart by. */
static void find_digest(pan *p, packed *k)
{
    memcpy(k->digest, k->hash, sizeof k->digest);
    if (!p->set.abstractions || p->tag != TAG_STATE)
        return;
    vec_clear(&p->bytes);
    bytes_put(&p->bytes, p->rank);
    sys_pack_match(p->s, &p->bytes);
    hash_wide(p->bytes.at, p->bytes.n, k->digest);
}

static void pack(pan *p, packed *k)
{
    k->key = p->key;
    k->rank = p->rank;
    k->weak = p->weak;
    vec_clear(&k->bytes);
    bytes_put(&k->bytes, (u64)p->tag | (u64)p->weak << TAG_BITS);
    if (p->tag == TAG_STATE) {
        go_to(p, p->key, p->rank);
        bytes_put(&k->bytes, p->rank);
        sys_pack(p->s, &k->bytes);
    }
    hash_wide(k->bytes.at, k->bytes.n, k->hash);
    find_digest(p, k);
}

/* A state by its number: what follows the tag and the weak bit is 0 where it is no state. */
static void write_key(const pan *p, state_key key, unsigned long long *at)
{
    assert(key << (TAG_BITS + 1) >> (TAG_BITS + 1) == key);
    at[0] =
        (u64)p->tag | (u64)p->weak << TAG_BITS | (p->tag == TAG_STATE ? key << (TAG_BITS + 1) : 0);
    at[1] = p->tag == TAG_STATE ? p->rank : 0;
}

static void read_key(pan *p, const unsigned long long *at)
{
    p->tag = (tag)(at[0] & ((1 << TAG_BITS) - 1));
    p->weak = at[0] >> TAG_BITS & 1;
    p->key = at[0] >> (TAG_BITS + 1);
    p->rank = (u32)at[1];
}

/* Where SPIN's copy of the key is: apart from what it matches where that is something else. */
static unsigned long long *key_place(pan *p)
{
    return p->set.keys == HEDDLE_KEYS_APART ? p->place : p->at;
}

/* The digest of what the abstractions are worth. */
static void write_digest(pan *p)
{
    packed k = {0};
    unsigned long long at[2];

    if (p->tag == TAG_STATE)
        go_to(p, p->key, p->rank);
    write_key(p, p->key, at);
    memcpy(k.hash, at, sizeof k.hash);
    find_digest(p, &k);
    memcpy(p->digest, k.digest, sizeof k.digest);
}

static void publish_key(pan *p)
{
    write_key(p, p->key, key_place(p));
    if (p->set.abstractions)
        write_digest(p);
    else if (p->set.keys == HEDDLE_KEYS_APART)
        write_key(p, p->tag == TAG_STATE ? pan_match(p) : 0, p->at);
}

static void note_place(pan *p)
{
    assert(p->epoch); /* 0 stands in a region that was never written */
    p->place[0] = p->rank | (u64)p->weak << 32;
    p->place[1] = p->tag == TAG_STATE ? p->key : 0;
    p->place[2] = p->hash;
    p->place[3] = p->epoch;
}

/* The present state into the regions. */
void pan_publish(pan *p)
{
    packed *k;

    if (p->set.keys) {
        publish_key(p);
        return;
    }
    if (!p->packed)
        p->packed = mem_alloc(PACKED * sizeof *p->packed);
    k = &p->packed[hash_mix(p->key * 0x9e3779b97f4a7c15u + p->rank) & (PACKED - 1)];
    if (p->tag != TAG_STATE || k->key != p->key || k->rank != p->rank || k->weak != p->weak)
        pack(p, k);
    write_region(p, k);
    note_place(p);
}

static u32 take_number(const u8 **at)
{
    u32 v = 0, shift = 0;

    do {
        v |= (**at & 127u) << shift;
        shift += 7;
    } while (*(*at)++ >= 128);
    return v;
}

static void renew_system(pan *p)
{
    close_system(p);
    open_system(p);
}

static void read_region(pan *p)
{
    const u8 *at = p->state + HEAD, *end = at + get_u64(p->state);
    u32 first;

    assert(get_u64(p->state) + HEAD <= p->size);
    p->hash = get_u64(p->state + 8);
    first = take_number(&at);
    assert(at <= end);
    p->tag = (tag)(first & ((1 << TAG_BITS) - 1));
    p->weak = first >> TAG_BITS;
    if (p->tag == TAG_STATE) {
        p->rank = take_number(&at);
        sys_unpack(p->s, at, (u32)(end - at));
        p->key = sys_save(p->s);
    }
    note_place(p);
}

void pan_note_limit(pan *p, const char *what)
{
    if (!p->limited)
        printf("heddle: limit: %s\n", what);
    fflush(stdout); /* a process of a search on several cores may end without */
    p->limited = true;
}

/* SPIN's regions are all that is needed of what was met before; with keys nothing can go. */
static void keep_small(pan *p)
{
    u64 limit = p->set.table_bytes ? p->set.table_bytes : p->set.keys ? UINT64_MAX : TABLE_LIMIT;

    if (sys_memory(p->s) <= limit)
        return;
    if (p->set.keys) {
        p->full = true;
        pan_note_limit(p, "the machine's table of states is full; --max-memory raises its limit");
        return;
    }
    renew_system(p);
    read_region(p);
}

static void look_at_key(pan *p)
{
    if (p->forked)
        fail(EXIT_USAGE, "heddle: with the setting keys states are numbers that other processes do "
                         "not know: a search on several cores needs heddle_state");
    read_key(p, key_place(p));
    if (p->full)
        p->tag = TAG_LIMIT;
}

/* Makes the state that SPIN is at the present one. */
void pan_look(pan *p)
{
    u64 hash;

    if (!p->s)
        fail(EXIT_USAGE,
             "heddle: this process has not set up its machine; call heddle_setup first, "
             "and define HEDDLE_PROGRAM for SPIN's multi-core search");
    if (p->set.keys) {
        look_at_key(p);
        return;
    }
    hash = get_u64(p->state + 8);
    if (p->place[3] != p->epoch || p->place[2] != hash) {
        read_region(p);
    } else if (p->hash != hash || p->key != p->place[1] || p->rank != (u32)p->place[0] ||
               p->weak != p->place[0] >> 32) {
        p->hash = hash;
        p->key = p->place[1];
        p->rank = (u32)p->place[0];
        p->weak = p->place[0] >> 32;
        p->tag = p->key ? TAG_STATE : (tag)(p->state[HEAD] & ((1 << TAG_BITS) - 1));
    }
}

/* ---- expanding ---- */

char *pan_describe(pan *p, const failure *f)
{
    text_clear(&p->message);
    text_addf(&p->message, "heddle: %s: ", error_names[f->kind]);
    if (f->file && *f->file)
        text_addf(&p->message, "%s:%u: ", f->file, f->line);
    text_add(&p->message, f->message);
    return mem_strdup(text_str(&p->message));
}

static u32 checked(const pan *p, state_key key)
{
    return key >> 2 < p->checked.n ? (u32)p->checked.at[key >> 2] >> (key & 3) * 2 & 3 : 0;
}

static bool hangs(pan *p)
{
    failure f;
    hang_answer answer = sys_hang(p->s, &f);

    if (answer == HANG_UNSURE && !p->unsure) {
        printf("heddle: hangs: not known of some states\n");
        fflush(stdout); /* a process of a search on several cores may end without */
        p->unsure = true;
    }
    return answer == HANG_FOUND;
}

static u32 check_state(pan *p)
{
    if (sys_status(p->s) == ST_DEADLOCK)
        return CHECKED_DEADLOCK;
    return p->set.hangs && sys_status(p->s) == ST_RUNNING && hangs(p) ? CHECKED_HANG : CHECKED_RUNS;
}

/* Whether the state, at which the system is, is a failure that no step made: nothing can go on, or
 * to no effect. */
static bool fails(pan *p, state_key key)
{
    u32 known = checked(p, key);

    if (!known) {
        while (p->checked.n <= key >> 2)
            vec_push(&p->checked, 0);
        known = check_state(p);
        p->checked.at[key >> 2] |= (u8)(known << (key & 3) * 2);
    }
    return known == CHECKED_HANG || (known == CHECKED_DEADLOCK && !p->set.allow_deadlock);
}

static void settle_way(pan *p, driver_way *w)
{
    const taken *t = &p->taken;
    failure f;

    w->steps = t->steps;
    switch (t->outcome) {
    case OUT_RAN:
        w->tag = TAG_STATE;
        w->key = sys_save(p->s);
        w->rank = sys_rank(p->s);
        if (fails(p, w->key) && sys_fails(p->s, true, &f))
            w->message = pan_describe(p, &f);
        break;
    case OUT_ERROR:
        w->tag = TAG_ERROR;
        w->message = pan_describe(p, &t->error);
        break;
    case OUT_PRUNED:
        w->tag = TAG_PRUNED;
        break;
    case OUT_LIMIT:
        w->tag = TAG_LIMIT;
        w->message = mem_strdup(t->limit ? t->limit : "a limit was reached");
        break;
    }
}

static u32 most_choices(const pan *p)
{
    return p->set.choices ? p->set.choices : 1;
}

static _Noreturn void too_many_choices(u32 n)
{
    outgrown("--max-choices", n, "a thread can go on in more ways than the model has");
}

/* SPIN's fairness knows no moves that need not be taken. */
static _Noreturn void refuse_fair(void)
{
    printf("heddle: refused: to fairness under SPIN a spurious wake-up is a step that must happen; "
           "--no-spurious leaves them out\n");
    fflush(stdout);
    _exit(EXIT_OUTGROWN);
}

static void expand_move(pan *p, expansion *e, const move *m)
{
    if (p->set.fair && m->flags & MOVE_WEAK)
        refuse_fair();
    if (m->choices > most_choices(p))
        too_many_choices(m->choices);
    for (u32 c = 0; c < m->choices; c++) {
        driver_way w = {.thread = m->thread,
                        .kind = m->kind,
                        .choice = c,
                        .weak = m->flags & MOVE_WEAK || move_fails_weakly(m, c)};

        go_to(p, p->key, p->rank);
        sys_step(p->s, m->thread, (move_kind)m->kind, c, &p->taken);
        settle_way(p, &w);
        vec_push(&e->ways, w);
    }
}

/* As find_way and check_capacity need it. */
static bool threads_side_by_side(const expansion *e)
{
    for (u32 i = 1; i < e->ways.n; i++)
        for (u32 k = 0; k + 1 < i; k++)
            if (e->ways.at[k].thread == e->ways.at[i].thread &&
                e->ways.at[i - 1].thread != e->ways.at[i].thread)
                return false;
    return true;
}

/* A thread without a process, or more ways than the model asks for, would go unnoticed. */
static void check_capacity(pan *p, const expansion *e)
{
    u32 threads = p->set.threads ? p->set.threads : p->started, count = 0;

    assert(threads_side_by_side(e));
    for (u32 i = 0; i < e->ways.n; i++) {
        count = i && e->ways.at[i].thread == e->ways.at[i - 1].thread ? count + 1 : 1;
        if (e->ways.at[i].thread >= threads + p->first)
            outgrown("--max-threads", e->ways.at[i].thread - p->first + 1u,
                     "the model has no process for a thread of the program");
        if (count > most_choices(p))
            too_many_choices(count);
    }
}

static expansion *slot_of(pan *p)
{
    u64 h = hash_mix(p->key * 0x9e3779b97f4a7c15u + p->rank);

    if (!p->table)
        p->table = mem_alloc(EXPANSIONS * sizeof *p->table);
    return &p->table[h & (EXPANSIONS - 1)];
}

static expansion *expand(pan *p)
{
    expansion *e = slot_of(p);

    if (e->at == p->key && e->rank == p->rank)
        return e;
    for (u32 i = 0; i < e->ways.n; i++)
        mem_free(e->ways.at[i].message);
    vec_clear(&e->ways);
    e->at = p->key;
    e->rank = p->rank;
    go_to(p, p->key, p->rank);
    sys_moves(p->s, &p->moves);
    for (u32 i = 0; i < p->moves.n; i++)
        if (p->moves.at[i].flags & MOVE_ENABLED && p->moves.at[i].thread >= p->first)
            expand_move(p, e, &p->moves.at[i]);
    check_capacity(p, e);
    return e;
}

/* The way of the thread with this number. */
static const driver_way *find_way(const expansion *e, int thread, int number)
{
    for (u32 i = 0; i < e->ways.n; i++)
        if (e->ways.at[i].thread == thread)
            return i + (u32)number < e->ways.n && e->ways.at[i + (u32)number].thread == thread
                       ? &e->ways.at[i + (u32)number]
                       : NULL;
    return NULL;
}

/* ---- propositions ---- */

/* Which of them hold in the present state; false: one has no value there, and f says why. */
static bool read_letter(pan *p, u64 *letter, failure *f)
{
    *letter = 0;
    if (p->set.propositions)
        go_to(p, p->key, p->rank);
    for (u32 i = 0; i < p->set.propositions; i++) {
        u64 value;

        if (!sys_value(p->s, p->set.first_proposition + i, &value, f))
            return false;
        *letter |= (u64)(value != 0) << i;
    }
    return true;
}

/* The letter of the present state, read once. */
static bool find_letter(pan *p, failure *f)
{
    if (p->letter_of == p->key)
        return true;
    if (!read_letter(p, &p->letter, f))
        return false;
    p->letter_of = p->key;
    return true;
}

static const char *letter_problem(pan *p)
{
    failure f;

    if (!p->set.never || p->tag != TAG_STATE || find_letter(p, &f))
        return NULL;
    mem_free(p->problem);
    return p->problem = pan_describe(p, &f);
}

int heddle_pan_reads(unsigned long long yes, unsigned long long no)
{
    pan *p = &driver;
    failure f;

    pan_look(p);
    return p->tag == TAG_STATE && find_letter(p, &f) && (p->letter & yes) == yes &&
           !(p->letter & no);
}

int heddle_pan_steady(void)
{
    pan *p = &driver;

    pan_look(p);
    return !p->weak;
}

/* SPIN itself repeats a state without any move; one with weak moves alone is as much an end. */
int heddle_pan_over(void)
{
    pan *p = &driver;
    const expansion *e;

    pan_look(p);
    if (p->tag != TAG_STATE)
        return 0;
    e = expand(p);
    for (u32 k = 0; k < e->ways.n; k++)
        if (!e->ways.at[k].weak)
            return 0;
    return e->ways.n > 0;
}

void heddle_pan_rest(void)
{
    pan *p = &driver;

    pan_look(p);
    p->weak = false;
    pan_publish(p);
}

int heddle_pan_ways(int i, int strong)
{
    pan *p = &driver;
    const expansion *e;
    int n = 0;

    pan_look(p);
    if (p->tag != TAG_STATE)
        return 0;
    e = expand(p);
    for (u32 k = 0; k < e->ways.n; k++)
        n += e->ways.at[k].thread == i + p->first && !(strong && e->ways.at[k].weak);
    return n;
}

/* For `pan -r` and `pan -S`: heddle reads the moves from its output. */
static void show_move(const driver_way *w)
{
    printf("heddle: move %u %u %u\n", w->thread - driver.first, w->kind, w->choice);
}

const char *heddle_pan_move(int i, int choice)
{
    pan *p = &driver;
    const driver_way *w;

    pan_look(p);
    keep_small(p);
    w = p->tag == TAG_STATE ? find_way(expand(p), i + p->first, choice) : NULL;
    if (!w)
        die("SPIN took a step of thread %d that is not possible", i);
    if (p->moves_shown)
        show_move(w);
    if (p->trail_shown)
        trail_show(p, w);
    p->tag = (tag)w->tag;
    p->key = w->key;
    p->rank = w->rank;
    p->weak = w->weak && p->set.never;
    pan_publish(p);
    if (p->tag == TAG_LIMIT) {
        pan_note_limit(p, w->message);
        return NULL;
    }
    return w->message ? w->message : letter_problem(p);
}

/* ---- setting up ---- */

/* The system's present state becomes SPIN's. */
const char *pan_begin_here(pan *p)
{
    failure f;

    p->tag = TAG_STATE;
    p->key = sys_save(p->s);
    p->rank = sys_rank(p->s);
    pan_publish(p);
    if (sys_status(p->s) == ST_RUNNING)
        return letter_problem(p);
    sys_explain(p->s, &f);
    return pan_describe(p, &f);
}

/* What the search left out, and what the machine took beside SPIN; heddle reads it. */
static void say_cuts(void)
{
    pan *p = &driver;

    if (p->s && p->set.keys)
        printf("heddle: table %llu bytes\n", (unsigned long long)sys_memory(p->s));
    if (p->s && p->set.bounded && (p->cut || context_cut(p->s)))
        printf("heddle: cut: by the context bound\n");
    fflush(stdout);
}

/* The model may do something between any two accesses, of which a reduction knows nothing. */
static void prepare_environment(pan *p)
{
    if (p->set.superstep || p->set.hangs || p->set.bounded)
        pan_refuse("with .environment the model is one who can tell: .superstep, .hangs and "
                   ".bounded, which look at the threads alone, do not go with it");
    p->env.p = p->p;
    p->env.object = gate_install(p->p);
    p->first = 1;
}

void heddle_pan_open(const char *file, const struct heddle_settings *settings, void *state,
                     unsigned size, unsigned long long *digest, unsigned long long *place,
                     unsigned long long *key)
{
    pan *p = &driver;
    const char *problem;

    if (p->p)
        return;
    p->set = *settings;
    p->state = state;
    p->size = size;
    p->digest = digest;
    p->place = place;
    p->at = key;
    p->moves_shown = getenv("HEDDLE_MOVES") != NULL;
    p->trail_shown = getenv("HEDDLE_TRAIL") != NULL;
    if (getenv("HEDDLE_SPIN")) /* heddle spin waits for this process: it shall not outlive it */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    p->p = program_read(file, &problem);
    if (!p->p)
        fail(EXIT_INPUT, "heddle: %s: %s", file, problem);
    p->reached = open_reached(p->p, getenv("HEDDLE_REACHED"));
    if (p->set.environment)
        prepare_environment(p);
    open_system(p);
    atexit(say_cuts);
    pthread_atfork(NULL, NULL, forked);
}

const char *heddle_pan_begin(void)
{
    pan_begin(&driver);
    return pan_begin_here(&driver);
}

const char *heddle_pan_query(const char *name, int abstracts)
{
    pan *p = &driver;

    if (!p->p)
        pan_refuse("heddle_setup must come first");
    if (p->started)
        pan_refuse("invariants and abstractions are registered before threads are started");
    if (!abstracts && p->set.abstractions)
        pan_refuse("invariants are registered before abstractions");
    if (abstracts && p->set.keys == HEDDLE_KEYS_MATCHED)
        pan_refuse("with an abstraction the key of a state is not what is matched: set "
                   ".keys = HEDDLE_KEYS_APART, and track heddle_digest and heddle_place");
    if (!vm_query_function(p->p, abstracts ? QUERY_ABSTRACT : QUERY_INVARIANT, name))
        fail(EXIT_USAGE, "heddle: the program has no function '%s'", name);
    p->set.abstractions += abstracts != 0;
    renew_system(p);
    pan_begin(p);
    return pan_begin_here(p);
}

/* The machine's present state, after it was driven, becomes that of the systems over it. */
static const char *drive_on(pan *p)
{
    sys_save(p->machine);
    vec_clear(&p->bytes);
    if (p->set.bounded)
        pan_refuse(
            "a bound is set by heddle_enabled_bounded where threads are started by the model");
    sys_pack(p->machine, &p->bytes);
    sys_unpack(p->s, p->bytes.at, p->bytes.n);
    return pan_begin_here(p);
}

const char *heddle_pan_run(const char *function)
{
    pan *p = &driver;
    long long none;
    text problem = {0};

    if (!p->p)
        pan_refuse("heddle_setup must come first");
    if (p->set.environment)
        return heddle_pan_call(function, 0, NULL, &none);
    if (!vm_run_function(p->machine, function, &problem))
        pan_refuse(text_str(&problem));
    return drive_on(p);
}

const char *heddle_pan_start(int i, const char *function, void *arg)
{
    pan *p = &driver;
    text problem = {0};

    if (!p->p)
        pan_refuse("heddle_setup must come first");
    if (p->set.environment)
        return heddle_pan_spawn(i, function, arg);
    if (i != (int)p->started)
        pan_refuse("threads are started in the order of their numbers, from 0 on");
    if (!vm_start_thread(p->machine, function, (u64)(uintptr_t)arg, &problem))
        pan_refuse(text_str(&problem));
    p->started++;
    return drive_on(p);
}
