/* smv-compare [heddle smv's options] file.casm: the model that heddle smv writes, explored by the
 * evaluator of smv_model.c, and the explicit machine must have the same reachable states, variable
 * by variable, and fail alike.  Prints VERIFIED or FAILED as the specifications say, and how many
 * states there are; `cut` where there are more than $SMV_STATES, 4,000 by default.  A difference
 * ends it with status 1. */
#include "asm/machine.h"
#include "asm/casm.h"
#include "asm/smv_text.h"
#include "base/hash.h"
#include "session/asm.h"
#include "smv_model.h"
#include "store/visited.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of numbers, each once. */
typedef struct rows {
    u32 width, n;
    VEC(u64) at;
    VEC(u32) slots; /* row + 1 */
} rows;

static u64 row_hash(const u64 *row, u32 width)
{
    u64 h = width;

    for (u32 i = 0; i < width; i++)
        h = hash_mix(h * 31 + row[i] + 1);
    return h;
}

static u32 *slot_of(rows *r, const u64 *row)
{
    u32 i = (u32)row_hash(row, r->width) & (r->slots.n - 1);

    while (r->slots.at[i] && memcmp(r->at.at + (size_t)(r->slots.at[i] - 1) * r->width, row,
                                    r->width * sizeof *row) != 0)
        i = (i + 1) & (r->slots.n - 1);
    return &r->slots.at[i];
}

static void rows_open(rows *r, u32 width)
{
    *r = (rows){.width = width};
    for (u32 i = 0; i < 4 * 65536; i++)
        vec_push(&r->slots, 0);
}

/* The number of the row; more than 65,536 are not kept. */
static u32 rows_put(rows *r, const u64 *row)
{
    u32 *slot = slot_of(r, row);

    if (!*slot && r->n < 65536) {
        for (u32 i = 0; i < r->width; i++)
            vec_push(&r->at, row[i]);
        *slot = ++r->n;
    }
    return *slot - 1;
}

static bool rows_has(rows *r, const u64 *row)
{
    return *slot_of(r, row) != 0;
}

static void rows_free(rows *r)
{
    vec_free(&r->at);
    vec_free(&r->slots);
}

typedef struct pair {
    casm *c;
    smv_model *m;
    VEC(u32) vars;  /* of the machine that are in the model */
    VEC(int) names; /* their numbers in the model */
    rows model, seen_model, seen_machine;
    smv_edges *next;
    u32 from;
    bool model_fails, machine_fails;
    u64 machine_states;
    u32 most;
} pair;

/* The model. */

static bool model_ok(pair *p, const u64 *state)
{
    u32 last = 0;

    for (u32 i = 0; i < smv_specs(p->m); i++)
        if (smv_spec(p->m, i) == SPEC_INVAR)
            last = i;
    for (u32 i = 0; i < last; i++)
        if (smv_spec(p->m, i) == SPEC_INVAR && !smv_holds(p->m, i, state)) {
            p->model_fails = true;
            return false;
        }
    p->model_fails |= !smv_holds(p->m, last, state); /* a deadlock is a state nevertheless */
    return true;
}

static void model_found(void *what, const u64 *state)
{
    pair *p = what;
    u32 number;

    if (!model_ok(p, state))
        return;
    number = rows_put(&p->model, state);
    if (p->from != UINT32_MAX)
        vec_push(&p->next[p->from], number);
}

static bool explore_model(pair *p)
{
    u64 *copy = mem_alloc((smv_vars(p->m) + 1) * sizeof *copy);

    rows_open(&p->model, smv_vars(p->m));
    p->next = mem_alloc((p->most + 1) * sizeof *p->next);
    p->from = UINT32_MAX;
    smv_initial(p->m, model_found, p);
    for (u32 i = 0; i < p->model.n && i < p->most; i++) {
        memcpy(copy, p->model.at.at + (size_t)i * p->model.width, p->model.width * sizeof *copy);
        p->from = i;
        smv_successors(p->m, copy, model_found, p);
    }
    mem_free(copy);
    return p->model.n <= p->most;
}

/* The machine. */

/* What is dead where its process rests is no part of the state. */
static u64 kept_value(const pair *p, const sys *s, u32 v)
{
    int owner = p->c->vars.at[v].owner;
    const process *of;

    if (owner == SHARED)
        return asm_var(s, v);
    of = &p->c->processes.at[owner];
    return of->code.at[asm_var(s, of->pc)].live[v] & asm_var(s, v);
}

static void machine_row(pair *p, sys *s)
{
    u64 *row = mem_alloc((p->vars.n + 1) * sizeof *row);

    for (u32 i = 0; i < p->vars.n; i++)
        row[i] = kept_value(p, s, p->vars.at[i]);
    rows_put(&p->seen_machine, row);
    mem_free(row);
}

static void expand(pair *p, sys *s, state_key from, visited *met, word_list *queue)
{
    move_list moves = {0};
    taken t = {0};

    sys_restore(s, from);
    p->machine_fails |= s->ops->status(s) == ST_DEADLOCK;
    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n; i++)
        for (u32 c = 0; moves.at[i].flags & MOVE_ENABLED && c < moves.at[i].choices; c++) {
            state_key to;

            sys_restore(s, from);
            sys_step(s, moves.at[i].thread, moves.at[i].kind, c, &t);
            p->machine_fails |= t.outcome == OUT_ERROR;
            if (t.outcome != OUT_RAN)
                continue;
            to = sys_save(s);
            if (visited_put(met, to) != SEEN_NEW)
                continue;
            vec_push(queue, (u32)to);
            sys_restore(s, to);
            machine_row(p, s);
        }
    vec_free(&moves);
    taken_free(&t);
}

static bool explore_machine(pair *p)
{
    asm_settings o = {.no_symmetry = true, .limit_bytes = (u64)1 << 30};
    sys *s = asm_open(p->c, &o);
    visited met = {0};
    word_list queue = {0};
    bool all;

    rows_open(&p->seen_machine, p->vars.n);
    vec_push(&queue, (u32)sys_save(s));
    for (u32 i = 0; i < queue.n && queue.n <= p->most + 1; i++)
        expand(p, s, queue.at[i], &met, &queue);
    p->machine_states = queue.n - 1; /* the first one is before the beginning */
    all = queue.n <= p->most + 1;
    vec_free(&queue);
    visited_free(&met);
    sys_close(s);
    return all;
}

/* Both. */

static void match_names(pair *p)
{
    smv_writer w = {.c = p->c, .inside = -1};

    for (u32 v = 0; v < p->c->vars.n; v++) {
        text name = {0};
        int number;

        if (!bit_of(p->c->kept, v))
            continue;
        smv_var(&w, v, &name);
        number = smv_find(p->m, text_str(&name));
        if (number < 0) {
            fprintf(stderr, "%s: the model has no variable %s\n", p->c->files.at[0],
                    text_str(&name));
            exit(1);
        }
        vec_push(&p->vars, v);
        vec_push(&p->names, number);
        text_free(&name);
    }
}

static void project(pair *p)
{
    u64 *row = mem_alloc((p->vars.n + 1) * sizeof *row);

    rows_open(&p->seen_model, p->vars.n);
    for (u32 s = 0; s < p->model.n; s++) {
        for (u32 i = 0; i < p->vars.n; i++)
            row[i] = p->model.at.at[(size_t)s * p->model.width + (u32)p->names.at[i]];
        rows_put(&p->seen_model, row);
    }
    mem_free(row);
}

static void show_missing(pair *p, rows *a, rows *b, const char *where)
{
    for (u32 s = 0; s < a->n; s++) {
        const u64 *row = a->at.at + (size_t)s * a->width;

        if (rows_has(b, row))
            continue;
        fprintf(stderr, "%s: a state only of the %s:", p->c->files.at[0], where);
        for (u32 i = 0; i < a->width; i++)
            fprintf(stderr, " %s=%" PRIu64, p->c->vars.at[p->vars.at[i]].name, row[i]);
        fputc('\n', stderr);
        return;
    }
}

static int compare(pair *p)
{
    project(p);
    show_missing(p, &p->seen_model, &p->seen_machine, "model");
    show_missing(p, &p->seen_machine, &p->seen_model, "machine");
    if (p->model.n == p->machine_states && p->seen_model.n == p->seen_machine.n &&
        p->model_fails == p->machine_fails)
        return 0;
    fprintf(stderr, "%s: the model has %u states and %s, the machine %" PRIu64 " and %s\n",
            p->c->files.at[0], p->model.n, p->model_fails ? "fails" : "holds", p->machine_states,
            p->machine_fails ? "fails" : "holds");
    return 1;
}

static bool formulas_hold(pair *p)
{
    bool all = true;

    for (u32 i = 0; i < smv_specs(p->m); i++) {
        bool *holds;

        if (smv_spec(p->m, i) != SPEC_CTL)
            continue;
        holds = smv_ctl(p->m, i, p->model.n, p->model.at.at, p->next);
        all &= holds[0]; /* systems with formulas begin in one state, or in states alike */
        mem_free(holds);
    }
    return all;
}

static void pair_free(pair *p)
{
    for (u32 i = 0; i < p->most; i++)
        vec_free(&p->next[i]);
    mem_free(p->next);
    rows_free(&p->model);
    rows_free(&p->seen_model);
    rows_free(&p->seen_machine);
    vec_free(&p->vars);
    vec_free(&p->names);
    smv_free(p->m);
}

int main(int argc, char **argv)
{
    options o;
    asm_source from;
    properties formulas = {0};
    text model = {0};
    const char *most = getenv("SMV_STATES");
    pair p = {.most = most ? (u32)strtoul(most, NULL, 10) : 4000};
    int end = 0;

    options_parse(&o, FOR_SMV, argc, argv);
    asm_read(&from, &o);
    p.c = from.c;
    properties_read_asm(&formulas, &o, p.c, &from.made);
    asm_smv(p.c, &formulas, false, &model);
    p.m = smv_read(p.c->files.at[0], text_str(&model));
    match_names(&p);
    if (!explore_machine(&p) || !explore_model(&p)) {
        printf("cut\n");
    } else {
        end = compare(&p);
        printf("%s %u\n", p.model_fails || !formulas_hold(&p) ? "FAILED" : "VERIFIED", p.model.n);
    }
    if (p.next)
        pair_free(&p);
    properties_free(&formulas);
    text_free(&model);
    asm_source_free(&from);
    options_free(&o);
    return end;
}
