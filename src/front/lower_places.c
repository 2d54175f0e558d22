/* Places that propositions speak of: which instructions belong to each, and the marks where control
 * comes to such an instruction from one that does not, or goes away from it.
 *
 * A place is a line.  A C label, which the debug information names, stands for the line of the
 * first code behind it.  A line without code is the next one of its function that has some.
 *
 * What an instruction does and that control goes on to the next is one act, also where the next is
 * at another place.  A mark is where the machine rests after such an act, and before it when there
 * was something else in the step that others could see.  Hence there is one on either side: before
 * the last instruction that is left, or, where that is a branch, on a way of its own to its target;
 * and where all these arrive.  A function that begins in a place has one before it is there.
 * Returns look for themselves (vm/place.c). */
#include "front/lower_state.h"
#include "program/effect.h"

#include <stdio.h>
#include <string.h>

void places_label(fn *f, val *x)
{
    const char *name = debug_label(f->l->dbg, x->v);

    if (name && !f->out->runtime)
        vec_push(&f->l->c_labels, (c_label){name, f->index, f->code.n});
}

static bool asked(const lower *l)
{
    for (u32 i = 0; i < l->o.nqueries; i++)
        if (l->o.queries[i].kind == QUERY_PLACE)
            return true;
    return false;
}

void places_keep(fn *f)
{
    if (!asked(f->l) || f->out->runtime)
        return;
    while (f->l->guessed.n <= f->index)
        vec_push(&f->l->guessed, NULL);
    f->l->guessed.at[f->index] = f->guessed.at;
    f->guessed = (typeof(f->guessed)){0};
}

/* ---- which instructions ---- */

static void add_bit(func *f, u32 pc, u32 bit)
{
    if (!f->places)
        f->places = mem_alloc(f->ncode * sizeof *f->places);
    f->places[pc] |= (u64)1 << bit;
}

static bool add_line(lower *l, u32 index, srcloc at, u32 bit)
{
    func *f = l->p->funcs.at[index];
    bool found = false;

    for (u32 pc = 0; pc < f->ncode; pc++) {
        if (f->where[pc].line != at.line || f->where[pc].file != at.file ||
            l->guessed.at[index][pc])
            continue;
        add_bit(f, pc, bit);
        found = true;
    }
    return found;
}

/* The first code with a line of its own from there on. */
static srcloc line_behind(const func *f, const bool *guessed, u32 pc)
{
    for (u32 steps = 0; guessed[pc] && steps < f->ncode; steps++)
        pc = f->code[pc].op == OP_JMP              ? f->code[pc].x
             : effects_falls_through(&f->code[pc]) ? pc + 1
                                                   : pc;
    return guessed[pc] ? (srcloc){0} : f->where[pc];
}

static bool find_label(lower *l, const char *name, u32 bit)
{
    bool found = false;

    for (u32 i = 0; i < l->c_labels.n; i++) {
        const c_label *c = &l->c_labels.at[i];
        srcloc at = line_behind(l->p->funcs.at[c->func], l->guessed.at[c->func], c->pc);

        if (strcmp(c->name, name) == 0 && at.line)
            found |= add_line(l, c->func, at, bit);
    }
    return found;
}

/* As it was given to the compiler, or what is left of it without some folders. */
static bool same_file(const char *file, const char *name)
{
    size_t n = strlen(file), k = strlen(name);

    return n >= k && strcmp(file + n - k, name) == 0 && (n == k || file[n - k - 1] == '/');
}

static bool find_line(lower *l, u32 file, u32 line, u32 bit)
{
    bool found = false;

    for (u32 i = 0; i < l->p->funcs.n; i++)
        if (!l->p->funcs.at[i]->runtime)
            found |= add_line(l, i, (srcloc){.line = line, .file = (u16)file}, bit);
    return found;
}

/* The first line of the function that has code, from `line` on; 0: the function lies elsewhere. */
static u32 next_line(const lower *l, u32 index, u32 file, u32 line)
{
    const func *f = l->p->funcs.at[index];
    u32 next = 0;

    if (f->runtime || !f->decl.line || f->decl.file != file || f->decl.line > line)
        return 0;
    for (u32 pc = 0; pc < f->ncode; pc++) {
        srcloc at = f->where[pc];

        if (at.file == file && at.line >= line && (!next || at.line < next) &&
            !l->guessed.at[index][pc])
            next = at.line;
    }
    return next;
}

static bool slide_line(lower *l, u32 file, u32 line, u32 bit)
{
    u32 next = 0;

    for (u32 i = 0; i < l->p->funcs.n && !next; i++)
        next = next_line(l, i, file, line);
    if (!next)
        return false;
    fprintf(stderr, "%s:%u: note: there is no code in this line; line %u stands for it\n",
            l->p->files.at[file], line, next);
    return find_line(l, file, next, bit);
}

static _Noreturn void refuse(const lower *l, const front_query *q, const char *what)
{
    fail(EXIT_USAGE, "heddle: '%s': %s%s%s%s", q->text, what,
         l->o.optimised ? "; the optimiser may have removed it" : "", q->shown ? "\n" : "",
         q->shown ? q->shown : "");
}

static void find_in_files(lower *l, const front_query *q, u32 bit)
{
    bool known = false, found = false;

    for (u32 i = 0; i < l->p->files.n; i++) {
        if (!same_file(l->p->files.at[i], q->name))
            continue;
        known = true;
        found |= find_line(l, i, q->line, bit);
    }
    for (u32 i = 0; i < l->p->files.n && !found; i++)
        if (same_file(l->p->files.at[i], q->name))
            found = slide_line(l, i, q->line, bit);
    if (!known)
        refuse(l, q, "no file of that name is part of the program");
    if (!found)
        refuse(l, q,
               "no code that the program can reach is in this line or behind it in its function");
}

static void find(lower *l, const front_query *q, u32 bit)
{
    if (bit >= PLACES_LIMIT)
        refuse(l, q, "there are more than 64 places");
    if (q->line)
        find_in_files(l, q, bit);
    else if (!find_label(l, q->name, bit))
        refuse(l, q, "no function that the program can reach has a C label of that name");
}

/* Code that has no line, at the start of a block, is where the code before it is. */
typedef struct spread {
    func *f;
    bool *guessed;
    u64 places;
    VEC(u32) todo;
} spread;

static void spread_to(void *with, u32 to)
{
    spread *s = with;

    if (!s->guessed[to])
        return;
    s->guessed[to] = false;
    s->f->places[to] = s->places;
    vec_push(&s->todo, to);
}

static void spread_places(func *f, bool *guessed)
{
    spread s = {.f = f, .guessed = guessed};

    for (u32 pc = 0; pc < f->ncode; pc++) {
        if (guessed[pc])
            f->places[pc] = 0;
        else
            vec_push(&s.todo, pc);
    }
    while (s.todo.n) {
        u32 pc = vec_pop(&s.todo);

        s.places = f->places[pc];
        effects_targets(f, pc, spread_to, &s);
        if (effects_falls_through(&f->code[pc]))
            spread_to(&s, pc + 1);
    }
    vec_free(&s.todo);
}

/* ---- marks ---- */

typedef struct marking {
    lower *l;
    func *f;
    u32 index, pc;
    bool *marks; /* by instruction: one before it */
    u32 *start;  /* old index -> where jumps to it arrive */
    u32 *exact;  /* old index -> the instruction itself */
    insn *code;
    srcloc *where;
    u64 *places;
    u32 n, room;
} marking;

static bool differ(const marking *k, u32 to)
{
    return k->f->places[k->pc] != k->f->places[to];
}

static void mark_jump(void *with, u32 to)
{
    marking *k = with;

    if (!differ(k, to))
        return;
    k->marks[to] = true;
    if (k->f->code[k->pc].op == OP_JMP)
        k->marks[k->pc] = true;
    else
        k->room += 2;
}

static bool label_is_here(const marking *k, u32 i)
{
    LLVMBasicBlockRef b = (LLVMBasicBlockRef)(uintptr_t)k->l->labels.keys.at[i];

    return lower_function(k->l, LLVMGetBasicBlockParent(b)) == k->index;
}

/* Where computed jumps of the function may go. */
static void mark_labels(marking *k)
{
    for (u32 i = 0; i < k->l->labels.keys.n; i++)
        if (label_is_here(k, i))
            k->marks[k->l->labels.values.at[i]] = true;
}

static void choose_marks(marking *k)
{
    const func *f = k->f;

    for (k->pc = 0; k->pc < f->ncode; k->pc++) {
        const insn *i = &f->code[k->pc];

        effects_targets(f, k->pc, mark_jump, k);
        if (effects_falls_through(i) && differ(k, k->pc + 1))
            k->marks[k->pc] = k->marks[k->pc + 1] = true;
        if (i->op == OP_IBR)
            k->marks[k->pc] = true;
    }
    mark_labels(k);
    if (f->places[0])
        k->marks[0] = true;
}

static void put(marking *k, insn i, srcloc where, u64 places)
{
    k->code[k->n] = i;
    k->where[k->n] = where;
    k->places[k->n++] = places;
}

static void copy_code(marking *k)
{
    const func *f = k->f;
    const insn mark = {.op = OP_MARK};

    if (f->places[0])
        put(k, mark, f->decl, 0);
    for (u32 pc = 0; pc < f->ncode; pc++) {
        k->start[pc] = k->n;
        if (k->marks[pc])
            put(k, mark, f->where[pc], f->places[pc]);
        k->exact[pc] = k->n;
        put(k, f->code[pc], f->where[pc], f->places[pc]);
    }
    k->start[f->ncode] = k->n;
}

/* Where a branch at k->pc now goes instead of to `to`. */
static u32 way(marking *k, u32 to)
{
    const func *f = k->f;
    u32 pc = k->pc, here = k->n;

    if (!differ(k, to))
        return k->start[to];
    put(k, (insn){.op = OP_MARK}, f->where[pc], f->places[pc]);
    put(k, (insn){.op = OP_JMP, .x = k->start[to]}, f->where[pc], f->places[pc]);
    return here;
}

static void turn_switch(marking *k, switch_table *t)
{
    for (u32 i = 0; i < t->count; i++)
        k->f->cases.at[t->first + i].target = way(k, k->f->cases.at[t->first + i].target);
    t->other = way(k, t->other);
}

static void turn_jumps(marking *k)
{
    func *f = k->f;

    for (k->pc = 0; k->pc < f->ncode; k->pc++) {
        insn *i = &k->code[k->exact[k->pc]];

        if (i->op == OP_JMP) {
            i->x = k->start[i->x];
        } else if (i->op == OP_BR) {
            i->x = way(k, i->x);
            i->y = way(k, i->y);
        } else if (i->op == OP_SWITCH) {
            turn_switch(k, &f->switches.at[i->x]);
        }
    }
}

/* All that names an instruction of the function, as in lower_tidy.c. */
static void renumber(marking *k)
{
    func *f = k->f;

    turn_jumps(k);
    for (u32 i = 0; i < f->vars.n; i++) {
        f->vars.at[i].from = k->start[f->vars.at[i].from];
        f->vars.at[i].to = k->start[f->vars.at[i].to];
    }
    for (u32 i = 0; i < k->l->fixes.n; i++)
        if (k->l->fixes.at[i].func == k->index)
            k->l->fixes.at[i].pc = k->exact[k->l->fixes.at[i].pc];
    for (u32 i = 0; i < k->l->labels.keys.n; i++)
        if (label_is_here(k, i))
            k->l->labels.values.at[i] = k->start[k->l->labels.values.at[i]];
}

static void insert_marks(lower *l, u32 index)
{
    func *f = l->p->funcs.at[index];
    size_t most;
    marking k = {.l = l, .f = f, .index = index};

    k.marks = mem_alloc(f->ncode);
    k.start = mem_alloc(((size_t)f->ncode + 1) * sizeof *k.start);
    k.exact = mem_alloc(f->ncode * sizeof *k.exact);
    choose_marks(&k);
    most = 2 * (size_t)f->ncode + 1 + k.room;
    k.code = mem_alloc(most * sizeof *k.code);
    k.where = mem_alloc(most * sizeof *k.where);
    k.places = mem_alloc(most * sizeof *k.places);
    copy_code(&k);
    renumber(&k);
    mem_free(f->code);
    mem_free(f->where);
    mem_free(f->places);
    f->code = k.code;
    f->where = k.where;
    f->places = k.places;
    f->ncode = k.n;
    mem_free(k.marks);
    mem_free(k.start);
    mem_free(k.exact);
}

void places_mark(lower *l)
{
    u32 bit = 0;

    for (u32 i = 0; i < l->o.nqueries; i++)
        if (l->o.queries[i].kind == QUERY_PLACE)
            find(l, &l->o.queries[i], bit++);
    for (u32 i = 0; bit && i < l->p->funcs.n; i++)
        if (l->p->funcs.at[i]->places) {
            spread_places(l->p->funcs.at[i], l->guessed.at[i]);
            insert_marks(l, i);
        }
}
