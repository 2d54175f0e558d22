/* Whether the base and the components of a family are apart: nothing but ports lies between them.
 *
 * The proof replaces a block by chaos, which writes to ports alone, and another block by more
 * copies of a component.  A static variable that a component may write would be one for all copies,
 * and chaos would not write it; so would the state of a function of the library.  What a thread can
 * get at is named in the code that it runs, or in constants named there; thread-local variables are
 * each component's own, and so is what it allocates.  A variable that all this code only reads
 * stays what it is, and leads to what its initialiser names; unless code that runs before main may
 * change it: then what it leads to may be anything, and be shared. */
#include "front/obligation.h"
#include "base/mutant.h"
#include "program/effect.h"

#include <string.h>

typedef struct seeker {
    const program *p;
    bool *seen;           /* by object, functions too */
    const bool *prepared; /* what constructors may change; NULL while it is sought */
    u32 from;             /* the function of the user's, and the place in it, that led there */
    srcloc at;
    const char *via; /* the function of the library that it calls; NULL: none */
} seeker;

static _Noreturn void refuse(const seeker *k, const object_init *o)
{
    const char *file = k->at.line ? k->p->files.at[k->at.file] : "";
    const char *who = k->p->funcs.at[k->from]->name;

    if (k->via)
        fail(EXIT_INPUT,
             "%s:%u: '%s' calls '%s', which keeps something that all components would share (%s); "
             "--induction needs components that share their ports alone",
             file, k->at.line, who, k->via, o->name ? o->name : "?");
    fail(EXIT_INPUT,
         "%s:%u: '%s' uses the variable '%s', which all components would share; --induction needs "
         "components that share their ports alone: make it const, a local variable or a field of "
         "the port",
         file, k->at.line, who, o->name ? o->name : "?");
}

/* A constructor may have put a pointer there, also in the form of a number. */
static _Noreturn void refuse_prepared(const seeker *k, const object_init *o)
{
    fail(EXIT_INPUT,
         "%s:%u: '%s' reads the variable '%s', which a constructor may change, and which may lead "
         "to what all components would share; --induction needs components that share their ports "
         "alone: initialise it with a constant, or in the component",
         k->at.line ? k->p->files.at[k->at.file] : "", k->at.line, k->p->funcs.at[k->from]->name,
         o->name ? o->name : "?");
}

/* ---- what is only read ---- */

/* What an instruction does with a register that holds an address. */
typedef enum use { USE_NONE, USE_READS, USE_COPIES, USE_OTHER } use;

static use use_of(const insn *i, effects *e, const bool *held)
{
    bool any = false;

    for (u32 k = 0; k < e->reads.n; k++)
        any |= held[e->reads.at[k]];
    if (!any)
        return USE_NONE;
    if (opcode_does[i->op].access == OPCODE_LOADS || i->op == OP_EQ || i->op == OP_NE ||
        i->op == OP_EQI || i->op == OP_NEI)
        return USE_READS;
    return i->op == OP_MOV || i->op == OP_PADD || i->op == OP_PADDI || i->op == OP_SELECT
               ? USE_COPIES
               : USE_OTHER;
}

/* One round over the function: more registers that may hold the address; false: something else
 * than a load is done with it. */
static bool follow(const func *f, effects *e, bool *held, bool *grown)
{
    for (u32 pc = 0; pc < f->ncode; pc++) {
        effects_of(f, pc, e);
        switch (use_of(&f->code[pc], e, held)) {
        case USE_OTHER:
            return false;
        case USE_COPIES:
            *grown |= !held[f->code[pc].a];
            held[f->code[pc].a] = true;
            break;
        default:
            break;
        }
    }
    return true;
}

/* The address that code[pc] puts into a register is used for loads alone, whatever the path. */
static bool only_read(const func *f, u32 pc)
{
    bool *held = mem_alloc(f->nregs), grown = true, ok = true;
    effects e = {0};

    held[f->code[pc].a] = true;
    while (ok && grown) {
        grown = false;
        ok = follow(f, &e, held, &grown);
    }
    effects_free(&e);
    mem_free(held);
    return ok;
}

/* Variables of the runtime, and the functions that alone make them other than zero; a program has
 * only those that it calls. */
static bool stays_zero(const program *p, const char *name)
{
    static const struct {
        const char *variable, *functions[3];
    } kept[] = {
        {"robust_made", {"pthread_mutexattr_setrobust"}},
        {"__heddle_signals", {"kill", "sigqueue"}},
        {"keys", {"pthread_key_create"}},
        {"at_exit", {"atexit", "on_exit", "__cxa_atexit"}},
        {"at_quick_exit_list", {"at_quick_exit"}},
        {"__heddle_scheduling", {"pthread_attr_setinheritsched", "pthread_setschedparam"}},
        {"freed", {NULL}}, /* by --addresses layout alone, which does not go with --induction */
    };

    for (u32 i = 0; i < LENGTH(kept); i++) {
        bool made = false;

        if (!name || strcmp(kept[i].variable, name))
            continue;
        for (u32 k = 0; k < LENGTH(kept[i].functions) && kept[i].functions[k]; k++)
            made |= program_defines(p, kept[i].functions[k]);
        return !made;
    }
    return false;
}

/* What pthread_create calls just where __heddle_scheduling is not zero: it looks for the policy of
 * the thread among those of all. */
static bool is_never_called(const program *p, const object_init *o)
{
    return o->kind == OBJ_FUNC && p->funcs.at[o->func]->runtime &&
           !strcmp(o->name, "__heddle_schedule_made") && stays_zero(p, "__heddle_scheduling");
}

/* ---- what is reached ---- */

static void visit(seeker *k, u32 object);

static srcloc place_of(const func *f, u32 pc)
{
    while (pc && !f->where[pc].line)
        pc--;
    return f->where[pc].line ? f->where[pc] : f->decl;
}

static bool asks_who(const func *f)
{
    for (u32 pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == OP_BUILTIN && f->code[pc].y == BI_self)
            return true;
    return false;
}

/* A thread's number is not the same in the obligation and in a system: gettid returns it, and locks
 * hold it, where whoever looks into their bytes can read it.  Whoever gets at the function may call
 * it, by its name, by a pointer or from a table. */
static void refuse_identity(const seeker *k, const func *f)
{
    if (f->runtime && asks_who(f))
        fail(EXIT_INPUT,
             "%s:%u: '%s' %s '%s', which tells the components apart by the number of their thread; "
             "--induction needs components that are all alike, and they share nothing that a lock "
             "could guard",
             k->at.line ? k->p->files.at[k->at.file] : "", k->at.line,
             k->p->funcs.at[k->from]->name, k->via ? "calls" : "gets at",
             k->via ? k->via : f->name);
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

/* Of the runtime's variables those that tell a component nothing of others.  __heddle_masking says
 * that some thread may block signals; where it is zero none does, and a new thread is not given
 * what its creator blocks, which is nothing.  So whoever sets it changes nothing for others. */
static bool tells_nothing(const program *p, const char *name)
{
    return name && (!strcmp(name, "__heddle_masking") || stays_zero(p, name));
}

/* What a component may change for others. */
static bool is_variable(const seeker *k, u32 object)
{
    const object_init *o = &k->p->objects.at[object];

    return o->kind == OBJ_GLOBAL && !o->constant && !text_starts(o->name, OBLIGATION_PORT) &&
           !(o->hidden && tells_nothing(k->p, o->name));
}

static void visit_relocs(seeker *k, const object_init *o)
{
    for (u32 i = 0; i < o->relocs.n; i++)
        visit(k, POINTER_OBJECT(o->relocs.at[i].value));
}

static void visit_named(seeker *k, const func *f, u32 pc)
{
    u32 object = POINTER_OBJECT(f->code[pc].imm);
    const object_init *o = &k->p->objects.at[object];

    if (!is_variable(k, object) || !only_read(f, pc)) {
        visit(k, object);
        return;
    }
    if (k->prepared && k->prepared[object] && !MUTANT(INDUCTION_PREPARED))
        refuse_prepared(k, o);
    visit_relocs(k, o);
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
            visit_named(k, f, pc);
        if (i->op == OP_TLS)
            visit_relocs(k, &k->p->tls);
    }
}

/* An object, and what is named in it. */
static void visit(seeker *k, u32 object)
{
    const object_init *o = &k->p->objects.at[object];

    if (!object || k->seen[object] || is_never_called(k->p, o))
        return;
    k->seen[object] = true;
    if (k->prepared && is_variable(k, object) && !MUTANT(INDUCTION_SHARED))
        refuse(k, o);
    if (k->prepared && o->kind == OBJ_FUNC && !MUTANT(INDUCTION_IDENTITY))
        refuse_identity(k, k->p->funcs.at[o->func]);
    if (o->kind == OBJ_FUNC)
        visit_code(k, o->func);
    visit_relocs(k, o);
}

/* The threads of the base and of components; chaos and the environment are ours. */
static bool is_root(const func *f)
{
    return text_starts(f->name, OBLIGATION_RUN "base") ||
           text_starts(f->name, OBLIGATION_RUN "component");
}

static u32 constructors(const program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (p->funcs.at[i]->runtime && !strcmp(p->funcs.at[i]->name, "__heddle_constructors"))
            return i;
    return p->entry;
}

/* What the code that runs before main names otherwise than to read it.  That it changes no other
 * static object follows from the same: an address that it stores or passes on is named, too. */
static bool *find_prepared(const program *p)
{
    seeker k = {.p = p, .seen = mem_alloc(p->objects.n)};

    visit(&k, p->funcs.at[constructors(p)]->object);
    return k.seen;
}

void apart_check(const program *p)
{
    bool *prepared = find_prepared(p);
    seeker k = {.p = p, .seen = mem_alloc(p->objects.n), .prepared = prepared};

    for (u32 i = 0; i < p->funcs.n; i++)
        if (is_root(p->funcs.at[i]))
            visit(&k, p->funcs.at[i]->object);
    mem_free(k.seen);
    mem_free(prepared);
}
