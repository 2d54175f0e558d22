/* What a proof of this program did not look at, one line each, with the command that looks: memory
 * orders, data races, what an optimiser makes of them, input, exit status.  And what any verdict
 * rests on: thread functions of another shape.  A line is there only where the program gives a
 * reason for it. */
#include "session/notes.h"
#include "base/hash.h"

#include <inttypes.h>
#include <string.h>

#define WALK_STEPS   4000u
#define WALK_SECONDS 0.05

/* The functions of the library that read the standard input, which is empty. */
static const char *const readers[] = {
    "getchar", "getchar_unlocked", "getc",  "getc_unlocked", "fgetc",  "fgets",   "fread",
    "getline", "getdelim",         "scanf", "fscanf",        "vscanf", "vfscanf", "read",
};

static bool reads_input(const program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 k = 0; p->funcs.at[i]->runtime && k < LENGTH(readers); k++)
            if (!strcmp(p->funcs.at[i]->name, readers[k]))
                return true;
    return false;
}

/* ---- races ---- */

/* Two accesses of different threads to the same memory, one of them a write and one of them plain,
 * that are both next. */
typedef struct race_seen {
    const char *file[2]; /* NULL: none was seen */
    u32 line[2];
} race_seen;

static bool is_access(const move *m)
{
    const event *e = &m->next;

    return m->flags & MOVE_ENABLED && e->object && !(e->flags & EVF_RUNTIME) &&
           (e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE);
}

static bool races(const move *a, const move *b)
{
    const event *e = &a->next, *f = &b->next;

    return a->thread != b->thread && e->object == f->object && is_access(a) && is_access(b) &&
           !(e->flags & f->flags & EVF_ATOMIC) && (event_writes(e) || event_writes(f)) &&
           e->offset < (u64)f->offset + f->size && f->offset < (u64)e->offset + e->size;
}

static void note_place(sys *s, const event *e, race_seen *out, u32 i)
{
    shown v = {0};

    shown_clear(&v);
    sys_show(s, e, &v);
    out->file[i] = v.file;
    out->line[i] = v.line;
    shown_free(&v);
}

static bool look_at(sys *s, const move_list *all, race_seen *out)
{
    for (u32 i = 0; i < all->n; i++)
        for (u32 k = 0; k < i; k++)
            if (races(&all->at[k], &all->at[i])) {
                note_place(s, &all->at[k].next, out, 0);
                note_place(s, &all->at[i].next, out, 1);
                return true;
            }
    return false;
}

static const move *any_move(const move_list *all, rng *by)
{
    const move *chosen = NULL;
    u32 n = 0;

    for (u32 i = 0; i < all->n; i++)
        if (all->at[i].flags & MOVE_ENABLED && rng_next(by) % ++n == 0)
            chosen = &all->at[i];
    return chosen;
}

static bool creates_threads(const program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 pc = 0; pc < p->funcs.at[i]->ncode; pc++)
            if (p->funcs.at[i]->code[pc].op == OP_BUILTIN && p->funcs.at[i]->code[pc].y == BI_spawn)
                return true;
    return false;
}

/* Is a walk worth its time?  A step may be long. */
static bool walks(const session *c)
{
    return creates_threads(c->p) && c->r.seconds < WALK_SECONDS * (double)(c->r.transitions + 1);
}

/* Runs by chance: the states of the search need not have both accesses next. */
static bool see_race(const session *c, race_seen *out)
{
    double until = clock_seconds() + WALK_SECONDS;
    sys *s = check_open(c, NULL);
    rng by = {1};
    move_list moves = {0};
    taken t = {0};
    bool seen = false;

    for (u32 i = 0; i < WALK_STEPS && !seen && clock_seconds() < until; i++) {
        const move *m;

        sys_moves(s, &moves);
        seen = look_at(s, &moves, out);
        m = any_move(&moves, &by);
        if (m && !(m->flags & MOVE_LOCAL))
            sys_step(s, m->thread, (move_kind)m->kind, (u32)(rng_next(&by) % m->choices), &t);
        if (!m || m->flags & MOVE_LOCAL || t.outcome != OUT_RAN)
            sys_reset(s);
        else
            sys_save(s);
    }
    vec_free(&moves);
    taken_free(&t);
    sys_close(s);
    return seen;
}

/* ---- lines ---- */

static void push(text *line, note_list *out)
{
    vec_push(out, mem_strdup(text_str(line)));
    text_free(line);
}

static void add_files(const options *o, text *line)
{
    for (u32 i = 0; i < o->front.files.n; i++)
        text_addf(line, " %s", o->front.files.at[i]);
}

static void add_race(const options *o, const race_seen *r, note_list *out)
{
    text line = {0};

    text_addf(&line,
              "%s:%u and %s:%u race; whether that is an error was not looked at: heddle cc -o prog",
              r->file[0], r->line[0], r->file[1], r->line[1]);
    add_files(o, &line);
    text_add(&line, " && heddle native -- ./prog");
    push(&line, out);
}

static void add_level(const options *o, note_list *out)
{
    text line = {0};

    text_add(&line, "what races may be another program when it is optimised: heddle check -O2");
    add_files(o, &line);
    push(&line, out);
}

static void add_status(const options *o, u32 code, note_list *out)
{
    text line = {0};

    text_addf(&line,
              "a run ends with exit status %u, which is no error without: "
              "heddle check --exit-status",
              code);
    add_files(o, &line);
    push(&line, out);
}

static void add_orders(const options *o, const program *p, note_list *out)
{
    text line = {0};

    text_addf(&line,
              "orders weaker than seq_cst, as at %s:%u, were taken for seq_cst; "
              "store buffers: heddle promela --check --memory tso",
              p->files.at[p->weak_order.file], p->weak_order.line);
    add_files(o, &line);
    push(&line, out);
}

static void add_input(note_list *out)
{
    vec_push(out, mem_strdup("standard input was taken as empty"));
}

/* The thread functions of another shape that came from variables (front/shapes.c). */
static void add_shapes(const program *p, note_list *out)
{
    for (u32 i = 0; i < p->funcs.n; i++) {
        const func *f = p->funcs.at[i];
        text line = {0};

        if (!f->adapts || !f->started)
            continue;
        text_addf(&line,
                  "'%s' is started as a thread, but is no void *(void *); it runs as the "
                  "processor's calling convention has it",
                  f->name);
        push(&line, out);
    }
}

static void add_hangs(const session *c, note_list *out)
{
    u64 most = c->o.vm.hang_states ? c->o.vm.hang_states : VM_HANG_STATES;
    text line = {0};

    text_addf(&line,
              "whether some state is a hang would need more than %" PRIu64 " states to see: "
              "heddle check --hang-states %" PRIu64,
              most, 16 * most);
    add_files(&c->o, &line);
    push(&line, out);
}

/* What a proof did not look at. */
static void add_unseen(const session *c, note_list *out)
{
    const program *p = c->p;
    race_seen race = {0};

    if (p->weak_order.line)
        add_orders(&c->o, p, out);
    if (!c->o.vm.races && walks(c) && see_race(c, &race))
        add_race(&c->o, &race, out);
    if (race.file[0] && strcmp(p->level, "-O0") == 0)
        add_level(&c->o, out);
    if (reads_input(p))
        add_input(out);
    if (c->r.hangs_unsure)
        add_hangs(c, out);
    if (c->r.exit_status)
        add_status(&c->o, c->r.exit_status, out);
}

/* Of a program that runs. */
static void add_running(const session *c, note_list *out)
{
    text orders = {0}, reuse = {0}, ends = {0};

    if (c->weak_order) {
        text_addf(&orders, "orders weaker than seq_cst, as at %s, were taken for seq_cst",
                  c->weak_order);
        push(&orders, out);
    }
    if (c->reused) {
        text_addf(&reuse,
                  "freed memory was given out again, as at %s: a use of it through a pointer from "
                  "before is not seen; heddle check sees it",
                  c->reused);
        push(&reuse, out);
    }
    if (c->reads_input)
        add_input(out);
    if (!c->r.exit_status || c->o.rules.exit_status)
        return;
    text_addf(&ends,
              "a run ends with exit status %u, which is no error without: "
              "heddle native --exit-status --",
              c->r.exit_status);
    for (u32 i = 0; i < c->o.front.args.n; i++)
        text_addf(&ends, " %s", c->o.front.args.at[i]);
    push(&ends, out);
}

void notes_find(const session *c, note_list *out)
{
    if (c->runs && c->r.verdict == VERDICT_VERIFIED)
        add_running(c, out);
    if (!c->p || c->o.family)
        return;
    if (c->r.verdict == VERDICT_VERIFIED)
        add_unseen(c, out);
    add_shapes(c->p, out);
}

void notes_free(note_list *list)
{
    for (u32 i = 0; i < list->n; i++)
        mem_free(list->at[i]);
    vec_free(list);
}
