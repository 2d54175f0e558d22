/* Loops as they were written.
 *
 * An optimiser that takes a plain variable for its own reads it once, before the loop that waits
 * for it, and leaves a loop without an exit: a jump to itself.  Whether a thread that turns there
 * waits or has stopped is seen from the source.  The other way round, a function that is inlined
 * into a loop without an exit, and may end the process, makes one.  So where an optimised function
 * has a loop without an exit, or one that is left by inlined code alone, the files are compiled
 * once more without LLVM's passes.  What the loop is made of tells which one it was: it has an exit
 * if some of it was in a loop with one there, and nothing in one without, each instruction in the
 * innermost loop around it; and none if that is the other way round.  (An inner loop that is
 * unrolled, or comes with a function that is inlined, leaves its instructions in the loop around
 * it.) */
#include "front/exits.h"
#include "base/mutant.h"
#include "program/loops.h"

#include <stdlib.h>
#include <string.h>

typedef struct spot {
    const char *file;
    u32 line, column; /* column 0: the line as a whole */
} spot;

typedef VEC(spot) spot_list;

/* What the instructions of a loop say of it. */
enum { WAS_LEFT = 1, WAS_ENDLESS = 2 };

typedef struct written_loops {
    spot_list left, endless;
} written_loops;

static spot spot_at(const program *p, const func *f, u32 pc)
{
    return (spot){p->files.at[f->where[pc].file], f->where[pc].line, f->where[pc].column};
}

/* The jump that all computed gotos share is nobody's. */
static bool in_loop(const func *f, u32 pc)
{
    return loops_round(f, pc) && f->where[pc].line && f->code[pc].op != OP_IBR;
}

static bool is_inlined(const insn *i)
{
    return i->op == OP_BR && i->c;
}

static bool in_doubt(const program *p)
{
    bool any = false;

    for (u32 i = 0; i < p->funcs.n && !any; i++) {
        func *f = p->funcs.at[i];

        if (!func_shown(f) || !f->ncode)
            continue;
        loops_find(f);
        any = loops_left_by(f, is_inlined);
        for (u32 pc = 0; pc < f->ncode && !any; pc++)
            any = in_loop(f, pc) && !loops_exits(f, loops_at(f, pc), pc);
        loops_free(f);
    }
    return any;
}

static int by_place(const void *a, const void *b)
{
    const spot *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return strcmp(x->file, y->file);
}

static void sort_spots(spot_list *list)
{
    if (list->n)
        qsort(list->at, list->n, sizeof *list->at, by_place);
}

static bool has_spot(const spot_list *list, const spot *s)
{
    return list->n && bsearch(s, list->at, list->n, sizeof *s, by_place);
}

/* Each place twice, with its column and as a line. */
static void find_written(const program *p, written_loops *out)
{
    for (u32 i = 0; i < p->funcs.n; i++) {
        func *f = p->funcs.at[i];

        if (!func_shown(f) || !f->ncode)
            continue;
        loops_find(f);
        for (u32 pc = 0; pc < f->ncode; pc++) {
            spot s = spot_at(p, f, pc);

            if (!in_loop(f, pc))
                continue;
            spot_list *list = loops_exits(f, loops_at(f, pc), pc) ? &out->left : &out->endless;

            vec_push(list, s);
            s.column = 0;
            vec_push(list, s);
        }
        loops_free(f);
    }
    sort_spots(&out->left);
    sort_spots(&out->endless);
}

/* A place may be of both kinds, within a macro. */
static u8 tells(const written_loops *w, const spot *s)
{
    return (u8)((has_spot(&w->left, s) ? WAS_LEFT : 0) |
                (has_spot(&w->endless, s) ? WAS_ENDLESS : 0));
}

/* What is at no place of the source that was in a loop may be on a line that was. */
static u8 told_of(const written_loops *w, const program *p, const func *f, u32 number)
{
    u8 told = 0;

    for (u32 by_line = 0; by_line < 2 && !told; by_line++)
        for (u32 pc = 0; pc < f->ncode; pc++) {
            spot s = spot_at(p, f, pc);

            if (loops_at(f, pc) != number || !s.line)
                continue;
            s.column = by_line ? 0 : s.column;
            told |= tells(w, &s);
        }
    return told;
}

static void mark_loops(const written_loops *w, const program *p, func *f)
{
    u8 *seen;

    loops_find(f);
    seen = mem_alloc(f->ncode + 2); /* by loop */
    for (u32 pc = 0; pc < f->ncode; pc++) {
        u32 number = loops_at(f, pc);

        if (!number || seen[number])
            continue;
        seen[number] = 1;
        u8 told = told_of(w, p, f, number);

        if (told == WAS_LEFT && !loops_exits(f, number, pc))
            vec_push(&f->exits, pc);
        if (told == WAS_ENDLESS && loops_exits(f, number, pc) && !MUTANT(HANG_INLINED))
            vec_push(&f->endless, pc);
    }
    mem_free(seen);
    loops_free(f);
}

/* The same files without LLVM's passes. */
static program *load_plain(const front_options *o, struct inputs *inputs)
{
    front_options plain = {.files = o->files,
                           .database = o->database,
                           .args = o->args,
                           .whole = o->whole,
                           .jumps = true,
                           .no_cache = true,
                           .inputs = inputs};
    program *p;

    for (u32 i = 0; i < o->clang.n; i++)
        vec_push(&plain.clang, o->clang.at[i]);
    vec_push(&plain.clang, "-O0");
    vec_push(&plain.clang, "-w");
    p = front_load(&plain);
    vec_free(&plain.clang);
    return p;
}

/* Compiled again with other places (front/inlined.h) the program is the same without the marks. */
static void forget_inlined(program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 pc = 0; pc < p->funcs.at[i]->ncode; pc++)
            if (p->funcs.at[i]->code[pc].op == OP_BR)
                p->funcs.at[i]->code[pc].c = 0;
}

bool exits_doubted(program *p, bool optimised)
{
    bool doubt = optimised && in_doubt(p);

    forget_inlined(p);
    return doubt;
}

void exits_find(program *p, const front_options *o, struct inputs *inputs)
{
    written_loops w = {0};
    program *plain;

    plain = load_plain(o, inputs);
    find_written(plain, &w);
    for (u32 i = 0; i < p->funcs.n; i++)
        if (func_shown(p->funcs.at[i]) && p->funcs.at[i]->ncode)
            mark_loops(&w, p, p->funcs.at[i]);
    vec_free(&w.left);
    vec_free(&w.endless);
    program_free(plain);
}
