/* The digest of a program: two programs with the same digest behave alike and fail at the same
 * lines, so that a trace of one is a trace of the other.  Names, types, the folder and what only
 * queries need do not count. */
#include "program/program.h"
#include "base/hash.h"

static u64 word(u64 h, u64 value)
{
    u128 m = (u128)(h ^ value) * 0xa0761d6478bd642fu;

    return ((u64)m ^ (u64)(m >> 64)) + 0x9e3779b97f4a7c15u;
}

static u64 words(u64 h, const u64 *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = word(h, at[i]);
    return h;
}

static u64 digest_code(u64 h, const func *f)
{
    for (u32 i = 0; i < f->ncode; i++) {
        const insn *k = &f->code[i];

        h = word(h, k->op | (u64)k->a << 16 | (u64)k->b << 32 | (u64)k->c << 48);
        h = word(h, k->imm);
        h = word(h, f->where ? f->where[i].line : 0);
    }
    return h;
}

static u64 digest_func(u64 h, const func *f)
{
    const u64 facts[] = {f->object,
                         f->ncode,
                         f->nregs,
                         f->nparams,
                         f->nresults,
                         f->va_reg,
                         f->variadic | f->atomic << 1 | f->defined << 2};

    h = words(h, facts, LENGTH(facts));
    h = digest_code(h, f);
    for (u32 i = 0; i < f->operands.n; i++) {
        const operand *o = &f->operands.at[i];

        h = word(h, o->reg | (u64)o->size << 16 | (u64)o->align << 24 | (u64)o->byval << 32);
    }
    for (u32 i = 0; i < f->switches.n; i++)
        h = word(h, (u64)f->switches.at[i].first << 32 | f->switches.at[i].other);
    for (u32 i = 0; i < f->cases.n; i++)
        h = word(word(h, f->cases.at[i].value), f->cases.at[i].target);
    return hash_bytes(f->regclass, f->regclass ? f->nregs : 0, h);
}

static u64 digest_object(u64 h, const object_init *o)
{
    const u64 facts[] = {o->kind, o->size, o->align, o->constant, o->func};

    h = words(h, facts, LENGTH(facts));
    if (o->bytes)
        h = hash_bytes(o->bytes, o->size, h);
    for (u32 i = 0; i < o->relocs.n; i++)
        h = word(word(h, o->relocs.at[i].offset), o->relocs.at[i].value);
    return h;
}

void program_digest(program *p)
{
    const u64 facts[] = {p->pointer_bytes, p->offset_bits, p->entry,    p->thread_entry,
                         p->argc,          p->argv,        p->tls_size, p->tls_align};
    u32 funcs = p->query_funcs ? p->query_funcs : p->funcs.n;
    u32 objects = p->query_objects ? p->query_objects : p->objects.n;
    u64 h = words(1, facts, LENGTH(facts));

    for (u32 i = 0; i < funcs; i++)
        h = digest_func(h, p->funcs.at[i]);
    for (u32 i = 0; i < objects; i++)
        h = digest_object(h, &p->objects.at[i]);
    p->hash = hash_mix(digest_object(h, &p->tls));
}
