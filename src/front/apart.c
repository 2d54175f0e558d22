/* Whether the base and the components of a family are apart: nothing but ports lies between them.
 *
 * The proof replaces a block by chaos, which writes to ports alone, and another block by more copies
 * of a component.  A static variable that a component may write would be one for all copies, and
 * chaos would not write it; so would the state of a function of the library.  What a thread can get
 * at is named in the code that it runs, or in constants named there; thread-local variables are
 * each component's own, and so is what it allocates. */
#include "front/obligation.h"

#include <string.h>

typedef struct seeker {
    const program *p;
    bool *seen; /* by object, functions too */
    u32 from;   /* the function of the user's, and the place in it, that led there */
    srcloc at;
    const char *via; /* the function of the library that it calls; NULL: none */
} seeker;

static bool starts(const char *s, const char *with)
{
    return s && !strncmp(s, with, strlen(with));
}

static _Noreturn void refuse(const seeker *k, const object_init *o)
{
    const char *file = k->at.line ? k->p->files.at[k->at.file] : "";
    const char *who = k->p->funcs.at[k->from]->name;

    if (k->via)
        fail(EXIT_INPUT,
             "%s:%u: '%s' calls '%s', which keeps something that all components would share; "
             "--induction needs components that share their ports alone",
             file, k->at.line, who, k->via);
    fail(EXIT_INPUT,
         "%s:%u: '%s' uses the variable '%s', which all components would share; --induction needs "
         "components that share their ports alone: make it const, a local variable or a field of "
         "the port",
         file, k->at.line, who, o->name ? o->name : "?");
}

/* What the runtime keeps for all, but in a way that no thread can tell from it what others do. */
static bool is_harmless(const object_init *o)
{
    static const char *const names[] = {"robust", "keys"};

    for (u32 i = 0; i < LENGTH(names); i++)
        if (o->name && !strcmp(o->name, names[i]))
            return true;
    return false;
}

static void visit(seeker *k, u32 object);

static srcloc place_of(const func *f, u32 pc)
{
    while (pc && !f->where[pc].line)
        pc--;
    return f->where[pc].line ? f->where[pc] : f->decl;
}

/* Of code of the library the call that led there is what the user knows. */
static void set_place(seeker *k, u32 number, u32 pc)
{
    const func *f = k->p->funcs.at[number];
    const insn *i = &f->code[pc];
    const func *callee = i->op == OP_CALL ? k->p->funcs.at[i->y] : NULL;

    if (f->runtime)
        return;
    k->from = number;
    k->at = place_of(f, pc);
    k->via = callee && callee->runtime ? callee->name : NULL;
}

static void visit_code(seeker *k, u32 number)
{
    const func *f = k->p->funcs.at[number];

    for (u32 pc = 0; pc < f->ncode; pc++) {
        const insn *i = &f->code[pc];

        set_place(k, number, pc);
        if (i->op == OP_CALL)
            visit(k, k->p->funcs.at[i->y]->object);
        if (i->op == OP_CONST && f->regclass[i->a] == REG_PTR && POINTER_IS(i->imm))
            visit(k, POINTER_OBJECT(i->imm));
    }
}

/* An object, and what is named in it. */
static void visit(seeker *k, u32 object)
{
    const object_init *o = &k->p->objects.at[object];

    if (!object || k->seen[object])
        return;
    k->seen[object] = true;
    if (o->kind == OBJ_GLOBAL && !o->constant && !starts(o->name, OBLIGATION_PORT) &&
        !(k->via && is_harmless(o)))
        refuse(k, o);
    if (o->kind == OBJ_FUNC)
        visit_code(k, o->func);
    for (u32 i = 0; i < o->relocs.n; i++)
        visit(k, POINTER_OBJECT(o->relocs.at[i].value));
}

/* The threads of the base and of components; chaos and the environment are ours. */
static bool is_root(const func *f)
{
    return starts(f->name, OBLIGATION_RUN "base") || starts(f->name, OBLIGATION_RUN "component");
}

void apart_check(const program *p)
{
    seeker k = {.p = p, .seen = mem_alloc(p->objects.n)};

    for (u32 i = 0; i < p->funcs.n; i++)
        if (is_root(p->funcs.at[i]))
            visit(&k, p->funcs.at[i]->object);
    mem_free(k.seen);
}
