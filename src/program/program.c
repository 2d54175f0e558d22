/* The tables that opcodes.def and builtins.def describe, and the life of a program.  Every name of
 * a program (functions, variables, types, files) is a string of its pool: kept once, freed with it.
 */
#include "program/program.h"
#include "base/hash.h"
#include "program/future.h"
#include "program/loops.h"

#include <string.h>

const char *const opcode_names[OP_COUNT] = {
#define OP(name, roles, meaning) #name,
#include "program/opcodes.def"
};

const char *const opcode_roles[OP_COUNT] = {
#define OP(name, roles, meaning) roles,
#include "program/opcodes.def"
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

/* Open addressing over the strings; `chunks` hold their bytes. */
struct string_pool {
    const char **slots;
    u32 count, mask;
    VEC(char *) chunks;
    size_t used, room; /* of the last chunk */
};

enum { POOL_CHUNK = 1 << 14, POOL_SLOTS = 256 };

static struct string_pool *pool_open(void)
{
    struct string_pool *s = mem_alloc(sizeof *s);

    s->mask = POOL_SLOTS - 1;
    s->slots = mem_alloc(POOL_SLOTS * sizeof *s->slots);
    return s;
}

static void pool_close(struct string_pool *s)
{
    if (!s)
        return;
    for (u32 i = 0; i < s->chunks.n; i++)
        mem_free(s->chunks.at[i]);
    vec_free(&s->chunks);
    mem_free(s->slots);
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

/* The slot where s[0..n) is, or belongs. */
static const char **pool_slot(const struct string_pool *s, const char *text, size_t n)
{
    u32 i = (u32)hash_bytes(text, n, 1) & s->mask;

    while (s->slots[i] && (strncmp(s->slots[i], text, n) || s->slots[i][n]))
        i = (i + 1) & s->mask;
    return &s->slots[i];
}

static void pool_grow(struct string_pool *s)
{
    const char **old = s->slots;
    u32 slots = s->mask + 1;

    s->mask = slots * 2 - 1;
    s->slots = mem_alloc((size_t)slots * 2 * sizeof *s->slots);
    for (u32 i = 0; i < slots; i++)
        if (old[i])
            *pool_slot(s, old[i], strlen(old[i])) = old[i];
    mem_free(old);
}

const char *program_string(program *p, const char *s, size_t n)
{
    const char **slot;
    char *copy;

    n = strnlen(s, n);
    if (!p->strings)
        p->strings = pool_open();
    slot = pool_slot(p->strings, s, n);
    if (*slot)
        return *slot;
    copy = pool_room(p->strings, n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    *slot = copy;
    if (++p->strings->count * 2 > p->strings->mask)
        pool_grow(p->strings);
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
    vec_free(&f->vars);
    mem_free(f);
}

static void object_free(object_init *o)
{
    mem_free(o->bytes);
    vec_free(&o->relocs);
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
