/* Which calls of an optimised program are inlined, for traces.
 *
 * A program has a file, a line and a column for each instruction, and no more: the function that an
 * inlined instruction was written in, and the calls around it, are in LLVM's debug information
 * alone.  They are of interest where a failure is shown, so they are looked for only then.  The
 * files are compiled once more, which gives the same module; in it the column of each place becomes
 * the number of its chain of calls, 0 where there is none; and what is lowered from it is the same
 * program with these numbers for columns.  That it is the same is asserted by its digest, and code
 * by code; where it is not, since a file has changed meanwhile, nothing is told. */
#include "front/inlined.h"
#include "base/hash.h"
#include "base/map.h"
#include "front/again.h"
#include "front/debug.h"
#include "front/demangle.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { NAME = 2, MOST = UINT16_MAX };

/* A call, with the ones that it is in. */
typedef struct chain {
    inlined_call is;
    u32 caller; /* number of a chain, 0 none */
} chain;

typedef struct alias {
    char *file;
    u32 chain;
} alias;

struct inlined {
    VEC(chain) chains;  /* [0] is unused */
    VEC(alias) aliases; /* what program.files got, in order */
    VEC(char *) names;
    map known; /* inlinedAt and the subprogram: number */
};

static const char *keep(inlined *all, char *name)
{
    vec_push(&all->names, name);
    return name;
}

static const char *function_name(marker *k, LLVMMetadataRef function)
{
    const char *linkage = debug_linkage_name(k->d, function),
               *name = debug_string(k->d, function, NAME);
    char *plain = linkage ? demangle(linkage, true) : NULL;

    return keep(k->with, plain ? plain : mem_strdup(name ? name : "?"));
}

static u32 number_of(marker *k, LLVMMetadataRef scope, LLVMMetadataRef at)
{
    inlined *all = k->with;
    LLVMMetadataRef function = debug_subprogram(k->d, scope), in = LLVMDILocationGetScope(at),
                    outer = LLVMDILocationGetInlinedAt(at);
    u64 key = hash_mix(map_key(at)) + map_key(function), known;
    chain c = {0};

    if (!function)
        return 0;
    if (map_get(&all->known, key, &known))
        return (u32)known;
    c.caller = outer ? number_of(k, in, outer) : 0;
    if (all->chains.n > MOST)
        return 0;
    c.is.function = function_name(k, function);
    c.is.file = keep(all, mem_strdup(debug_file(k->d, LLVMDIScopeGetFile(in))));
    c.is.line = LLVMDILocationGetLine(at);
    vec_push(&all->chains, c);
    map_put(&all->known, key, all->chains.n - 1);
    return all->chains.n - 1;
}

static void mark_instruction(marker *k, LLVMValueRef i)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i), scope, at; /* the column: of a chain */
    u32 number;

    if (!loc)
        return;
    loc = debug_users(k->d, loc);
    scope = LLVMDILocationGetScope(loc);
    at = LLVMDILocationGetInlinedAt(loc);
    number = at ? number_of(k, scope, at) : 0;
    LLVMInstructionSetDebugLoc(i, LLVMDIBuilderCreateDebugLocation(
                                      k->context, LLVMDILocationGetLine(loc), number, scope, at));
}

static bool same_code(const program *a, const program *b)
{
    bool same = a->hash == b->hash && a->funcs.n == b->funcs.n;

    for (u32 i = 0; same && i < a->funcs.n; i++)
        same = a->funcs.at[i]->ncode == b->funcs.at[i]->ncode;
    return same;
}

/* The number in program.files of this file, in the code of this chain. */
static u16 alias_of(inlined *all, program *p, u32 first, u16 file, u32 number)
{
    const char *name = p->files.at[file];
    char *copy;

    for (u32 i = 0; i < all->aliases.n; i++)
        if (all->aliases.at[i].chain == number && strcmp(all->aliases.at[i].file, name) == 0)
            return (u16)(first + i);
    if (p->files.n >= UINT16_MAX)
        return file;
    copy = mem_strdup(name);
    vec_push(&all->aliases, ((alias){copy, number}));
    vec_push(&p->files, copy);
    vec_push(&p->dirs, p->dirs.at[file]);
    return (u16)(p->files.n - 1);
}

static void name_places(inlined *all, program *p, const program *numbered)
{
    u32 first = p->files.n;

    for (u32 i = 0; i < p->funcs.n; i++) {
        const func *f = p->funcs.at[i], *g = numbered->funcs.at[i];

        for (u32 pc = 0; func_shown(f) && f->where && g->where && pc < f->ncode; pc++) {
            srcloc *at = &f->where[pc];
            u32 number = g->where[pc].column;

            if (at->line && number && number < all->chains.n)
                at->file = alias_of(all, p, first, at->file, number);
        }
    }
}

inlined *inlined_find(const front_options *o, program *p)
{
    inlined *all = mem_alloc(sizeof *all);
    program *numbered;

    vec_push(&all->chains, ((chain){0}));
    numbered = front_again(o, mark_instruction, all);
    for (u32 i = 1; i < all->chains.n; i++)
        if (all->chains.at[i].caller)
            all->chains.at[i].is.caller = &all->chains.at[all->chains.at[i].caller].is;
    if (same_code(p, numbered))
        name_places(all, p, numbered);
    program_free(numbered);
    if (all->aliases.n)
        return all;
    inlined_free(all);
    return NULL;
}

const inlined_call *inlined_of(const inlined *all, const char *file)
{
    for (u32 i = 0; i < all->aliases.n; i++)
        if (all->aliases.at[i].file == file)
            return &all->chains.at[all->aliases.at[i].chain].is;
    return NULL;
}

void inlined_free(inlined *all)
{
    if (!all)
        return;
    for (u32 i = 0; i < all->aliases.n; i++)
        mem_free(all->aliases.at[i].file);
    for (u32 i = 0; i < all->names.n; i++)
        mem_free(all->names.at[i]);
    vec_free(&all->aliases);
    vec_free(&all->names);
    vec_free(&all->chains);
    map_free(&all->known);
    mem_free(all);
}
