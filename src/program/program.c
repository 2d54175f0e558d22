/* The tables that opcodes.def and builtins.def describe, and the life of a program.  Every name of
 * a program (functions, variables, types, files) is a string of its pool: kept once, freed with it.
 */
#include "program/program.h"
#include "base/hash.h"
#include "base/map.h"
#include "program/future.h"
#include "program/loops.h"

#include <assert.h>
#include <string.h>

const char *const opcode_names[OP_COUNT] = {
#define OP(name, roles, meaning) #name,
#include "program/opcodes.def"
};

const char *const opcode_roles[OP_COUNT] = {
#define OP(name, roles, meaning) roles,
#include "program/opcodes.def"
};

const opcode_traits opcode_does[OP_COUNT] = {
#define OP(name, roles, meaning)
#define OP_LOADS(name, roles, n, meaning)  [OP_##name] = {.access = OPCODE_LOADS, .bytes = n},
#define OP_STORES(name, roles, n, meaning) [OP_##name] = {.access = OPCODE_STORES, .bytes = n},
#define OP_FAILS(name, roles, meaning)     [OP_##name] = {.fails = true},
#define OP_JUMPS(name, roles, meaning)     [OP_##name] = {.control = OPCODE_JUMPS},
#define OP_ENDS(name, roles, meaning)      [OP_##name] = {.control = OPCODE_ENDS},
#include "program/opcodes.def"
};

const wide_traits wide_does[WIDE_COUNT] = {
#define WIDE(name, does, pairs) [WIDE_##name] = {WIDE_##does, pairs},
    WIDE_OPERATIONS(WIDE)
#undef WIDE
};

const char *const builtin_names[BI_COUNT] = {
#define BUILTIN(name, arity, flags, meaning) #name,
#include "program/builtins.def"
};

const u8 builtin_arity[BI_COUNT] = {
#define BUILTIN(name, arity, flags, meaning) arity,
#include "program/builtins.def"
};

const char *const builtin_flags[BI_COUNT] = {
#define BUILTIN(name, arity, flags, meaning) flags,
#include "program/builtins.def"
};

/* The strings; `chunks` hold their bytes. */
struct string_pool {
    map known; /* hash: the string */
    VEC(char *) chunks;
    size_t used, room; /* of the last chunk */
};

enum { POOL_CHUNK = 1 << 14 };

static void pool_close(struct string_pool *s)
{
    if (!s)
        return;
    vec_free_items(&s->chunks);
    map_free(&s->known);
    mem_free(s);
}

static char *pool_room(struct string_pool *s, size_t bytes)
{
    char *at;

    if (s->room - s->used < bytes) {
        s->room = bytes > POOL_CHUNK ? bytes : POOL_CHUNK;
        s->used = 0;
        vec_push(&s->chunks, (char *)mem_alloc(s->room));
    }
    at = vec_last(&s->chunks) + s->used;
    s->used += bytes;
    return at;
}

bool program_defines(const program *p, const char *name)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (p->funcs.at[i]->defined && !strcmp(p->funcs.at[i]->name, name))
            return true;
    return false;
}

bool program_calls(const program *p, enum builtin which)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 pc = 0; pc < p->funcs.at[i]->ncode; pc++)
            if (p->funcs.at[i]->code[pc].op == OP_BUILTIN && p->funcs.at[i]->code[pc].y == which)
                return true;
    return false;
}

bool program_tries_weakly(const program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 pc = 0; pc < p->funcs.at[i]->ncode; pc++) {
            const insn *at = &p->funcs.at[i]->code[pc];

            if (at->op == OP_CMPXCHG && at->y & CAS_WEAK)
                return true;
        }
    return false;
}

bool program_exchanges_pointers(const program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        for (u32 pc = 0; func_shown(p->funcs.at[i]) && pc < p->funcs.at[i]->ncode; pc++) {
            const insn *at = &p->funcs.at[i]->code[pc];

            if (at->op == OP_CMPXCHG && at->x >> 16 >= p->pointer_bytes)
                return true;
        }
    return false;
}

const char *program_string(program *p, const char *s, size_t n)
{
    u64 key = hash_bytes(s, n = strnlen(s, n), 1), known;
    char *copy;

    if (!p->strings)
        p->strings = mem_alloc(sizeof *p->strings);
    for (; map_get(&p->strings->known, key, &known); key++) {
        const char *other = (const char *)(uintptr_t)known;

        if (strncmp(other, s, n) == 0 && !other[n])
            return other;
    }
    copy = pool_room(p->strings, n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    map_put(&p->strings->known, key, map_key(copy));
    return copy;
}

bool program_takes(const program *p, const func *f, u32 signature)
{
    const char *want = p->signatures.at[signature], *have = p->signatures.at[f->signature];
    size_t given = strcspn(want, ":"), taken = strcspn(have, ":");

    if (f->signature == signature || f->unprototyped)
        return true;
    if (f->variadic) /* it may be called with more */
        return given >= taken - 1 && !strncmp(want, have, taken - 1);
    return given == taken && !strncmp(want, have, given);
}

static void func_free(func *f)
{
    live_free(f);
    mem_free(f->code);
    mem_free(f->where);
    mem_free(f->places);
    loops_free(f);
    mem_free(f->regclass);
    vec_free(&f->operands);
    vec_free(&f->switches);
    vec_free(&f->cases);
    vec_free(&f->exits);
    vec_free(&f->endless);
    vec_free(&f->vars);
    mem_free(f);
}

/* n things of `size` bytes each; NULL: none. */
static void *copied(const void *at, size_t n, size_t size)
{
    void *out = at ? mem_alloc(n * size + 1) : NULL;

    if (at && n)
        memcpy(out, at, n * size);
    return out;
}

#define COPY_LIST(f, list)                                                   \
    ((f)->list.at = copied((f)->list.at, (f)->list.n, sizeof *(f)->list.at), \
     (f)->list.cap = (f)->list.n)

u32 program_copy_function(program *p, u32 of)
{
    func *f = copied(p->funcs.at[of], 1, sizeof *f);

    assert(!p->future);
    f->live = f->loops = NULL;
    f->code = copied(f->code, f->ncode, sizeof *f->code);
    f->where = copied(f->where, f->ncode, sizeof *f->where);
    f->places = copied(f->places, f->ncode, sizeof *f->places);
    f->regclass = copied(f->regclass, f->nregs, sizeof *f->regclass);
    COPY_LIST(f, operands);
    COPY_LIST(f, switches);
    COPY_LIST(f, cases);
    COPY_LIST(f, exits);
    COPY_LIST(f, vars);
    vec_push(&p->funcs, f);
    return p->funcs.n - 1;
}

static void object_free(object_init *o)
{
    mem_free(o->bytes);
    vec_free(&o->relocs);
}

bool program_header(const char *file)
{
    return strstr(file, "/c++/") != NULL;
}

void program_free(program *p)
{
    if (!p)
        return;
    future_free(p);
    for (u32 i = 0; i < p->funcs.n; i++)
        func_free(p->funcs.at[i]);
    for (u32 i = 0; i < p->objects.n; i++)
        object_free(&p->objects.at[i]);
    for (u32 i = 0; i < p->types.n; i++)
        vec_free(&p->types.at[i].members);
    object_free(&p->tls);
    vec_free(&p->funcs);
    vec_free(&p->objects);
    vec_free(&p->types);
    vec_free(&p->signatures);
    vec_free(&p->files);
    vec_free(&p->dirs);
    vec_free(&p->tls_vars);
    vec_free(&p->queries);
    vec_free(&p->gaps);
    pool_close(p->strings);
    mem_free(p);
}

size_t program_marks_size(const program *p)
{
    size_t all = 1;

    for (u32 i = 0; i < p->funcs.n; i++)
        all += p->funcs.at[i]->ncode;
    return all;
}

u8 **program_marks(const program *p, u8 *first)
{
    u8 **marks = mem_alloc(p->funcs.n * sizeof *marks);

    for (u32 i = 0; i < p->funcs.n; i++) {
        marks[i] = first;
        first += p->funcs.at[i]->ncode;
    }
    return marks;
}
