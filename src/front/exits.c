/* Loops as they were written.
 *
 * An optimiser that takes a plain variable for its own reads it once, before the loop that waits
 * for it, and leaves a loop without an exit: a jump to itself.  Whether a thread that turns there
 * waits or has stopped is seen from the source.  So where an optimised function has a loop without
 * an exit, the files are compiled once more without LLVM's passes, and a loop of the same line that
 * has an exit there has one. */
#include "front/exits.h"
#include "program/loops.h"

#include <stdlib.h>
#include <string.h>

typedef struct line_seen {
    const char *file;
    u32 line;
} line_seen;

typedef VEC(line_seen) line_list;

/* Calls `see` for each instruction of the user's code that is in a loop that has, or has not, an
 * exit.
 */
static void each_in_loop(program *p, bool exits, void (*see)(program *, func *, u32, line_list *),
                         line_list *list)
{
    for (u32 i = 0; i < p->funcs.n; i++) {
        func *f = p->funcs.at[i];

        if (f->runtime || !f->ncode)
            continue;
        loops_find(f);
        for (u32 pc = 0; pc < f->ncode; pc++)
            if (loops_at(f, pc) && loops_exits(f, loops_at(f, pc)) == exits && f->where[pc].line)
                see(p, f, pc, list);
        loops_free(f);
    }
}

static void put_line(program *p, func *f, u32 pc, line_list *list)
{
    vec_push(list, (line_seen){p->files.at[f->where[pc].file], f->where[pc].line});
}

static int by_line(const void *a, const void *b)
{
    const line_seen *x = a, *y = b;

    return x->line != y->line ? (x->line < y->line ? -1 : 1) : strcmp(x->file, y->file);
}

static void mark(program *p, func *f, u32 pc, line_list *list)
{
    line_seen key = {p->files.at[f->where[pc].file], f->where[pc].line};

    if (list->n && bsearch(&key, list->at, list->n, sizeof key, by_line))
        vec_push(&f->exits, pc);
}

/* The same files without LLVM's passes. */
static program *load_plain(const front_options *o, struct inputs *inputs)
{
    front_options plain = {.files = o->files,
                           .database = o->database,
                           .args = o->args,
                           .whole = o->whole,
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

void exits_find(program *p, const front_options *o, struct inputs *inputs)
{
    line_list endless = {0}, left = {0};
    program *plain;

    each_in_loop(p, false, put_line, &endless);
    if (endless.n) {
        plain = load_plain(o, inputs);
        each_in_loop(plain, true, put_line, &left);
        if (left.n)
            qsort(left.at, left.n, sizeof *left.at, by_line);
        each_in_loop(p, false, mark, &left);
        program_free(plain);
    }
    vec_free(&endless);
    vec_free(&left);
}
