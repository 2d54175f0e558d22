/* Checks that a program keeps the rules of program.h, so that the interpreter need not: registers,
 * targets and operand lists in range, every register used in its class, tables sorted.  What fails
 * here is a fault of the front end, named by function, instruction and rule. */
#include "program/effect.h"

#include <string.h>

typedef struct check {
    const program *p;
    const func *f;
    u32 pc;
    effects e;
} check;

static _Noreturn void bad(const check *v, const char *what)
{
    u32 op = v->f->code[v->pc].op;

    die("%s, instruction %u (%s), line %u: %s", v->f->name, v->pc,
        op < OP_COUNT ? opcode_names[op] : "?", v->f->where ? v->f->where[v->pc].line : 0, what);
}

static void need(const check *v, bool holds, const char *what)
{
    if (!holds)
        bad(v, what);
}

static void need_class(const check *v, u32 reg, int class)
{
    if (v->f->regclass[reg] != class)
        die("%s, instruction %u (%s), line %u: r%u is of class %s", v->f->name, v->pc,
            opcode_names[v->f->code[v->pc].op], v->f->where ? v->f->where[v->pc].line : 0, reg,
            v->f->regclass[reg] == REG_PTR ? "pointer" : "integer");
}

/* The class of the operands a, b, c, x: i integer, p pointer, s the same among them, . any. Opcodes
 * that are not here work on integers alone. */
static const char *classes(const insn *i)
{
    switch (i->op) {
    case OP_CONST:
    case OP_UNDEF:
    case OP_STACKSAVE:
    case OP_STACKRESTORE:
        return "....";
    case OP_MOV:
        return "ss..";
    case OP_SELECT:
        return "siss";
    case OP_EQ:
    case OP_NE:
        return "iss.";
    case OP_EQI:
    case OP_NEI:
        return "i...";
    case OP_PULT:
    case OP_PULE:
    case OP_PSUB:
        return "ipp.";
    case OP_PTRTOINT:
    case OP_SETJMP:
        return "ip..";
    case OP_INTTOPTR:
        return "pi..";
    case OP_PADDI:
        return "pp..";
    case OP_PADD:
        return "ppi.";
    case OP_RMW:
        return i->y & RMW_POINTER ? "ppp." : "ipi.";
    case OP_CMPXCHG:
        return i->y & CAS_POINTER ? "ppp." : "ipi.";
    case OP_ALLOCA:
    case OP_UNSCOPE:
    case OP_RESCOPE:
    case OP_TLS:
    case OP_VASTART:
        return "p...";
    case OP_ALLOCAV:
        return "pi..";
    case OP_LONGJMP:
        return "pi..";
    case OP_MEMCPY:
        return "ippi";
    case OP_MEMSET:
        return "ipii";
    case OP_IBR:
        return ".p..";
    case OP_BR:
    case OP_SWITCH:
        return ".i..";
    default:
        if (opcode_does[i->op].access)
            return opcode_does[i->op].bytes == BYTES_POINTER ? "pp.." : "ip..";
        return "iiii";
    }
}

/* Is field k (a, b, c, x) a register? */
static bool is_register(const insn *i, u32 k)
{
    bool copies = i->op == OP_MEMCPY || i->op == OP_MEMSET;

    if (opcode_roles[i->op][0] != '*')
        return opcode_roles[i->op][k] != '-';
    return k < 2 || copies || (k == 2 && (i->op == OP_RMW || i->op == OP_CMPXCHG));
}

static void check_classes(const check *v, const insn *i)
{
    const char *class = classes(i);
    const u32 regs[] = {i->a, i->b, i->c, i->x};
    int same = -1;

    for (u32 k = 0; k < 4; k++) {
        if (!is_register(i, k) || class[k] == '.' || regs[k] == NO_REGISTER)
            continue;
        if (class[k] != 's') {
            need_class(v, regs[k], class[k] == 'p' ? REG_PTR : REG_INT);
            continue;
        }
        need(v, same < 0 || v->f->regclass[regs[k]] == same, "operands of two classes");
        same = v->f->regclass[regs[k]];
    }
}

static void check_registers(check *v)
{
    effects_of(v->f, v->pc, &v->e);
    for (u32 k = 0; k < v->e.reads.n; k++)
        need(v, v->e.reads.at[k] < v->f->nregs, "reads a register out of range");
    for (u32 k = 0; k < v->e.writes.n; k++)
        need(v, v->e.writes.at[k] < v->f->nregs, "writes a register out of range");
}

static void check_target(void *with, u32 target)
{
    const check *v = with;

    need(v, target < v->f->ncode, "target out of range");
}

static void check_switch(check *v, const insn *i)
{
    const switch_table *t;

    need(v, i->x < v->f->switches.n, "no such switch");
    t = &v->f->switches.at[i->x];
    need(v, (u64)t->first + t->count <= v->f->cases.n, "cases out of range");
    for (u32 k = 1; k < t->count; k++)
        need(v, v->f->cases.at[t->first + k - 1].value < v->f->cases.at[t->first + k].value,
             "cases not sorted");
}

/* The letters of a signature before and after the colon against registers. */
static void check_letter(const check *v, char letter, u32 reg)
{
    need_class(v, reg, letter == 'p' ? REG_PTR : REG_INT);
}

static void check_arguments(check *v, u32 first, u32 count, const char *signature)
{
    for (u32 k = 0; k < count && signature[k] && strchr("bhilpfde", signature[k]); k++)
        if (!v->f->operands.at[first + k].size && !v->f->operands.at[first + k].byval)
            check_letter(v, signature[k], v->f->operands.at[first + k].reg);
}

static void check_results(check *v, u32 reg, u32 count, const char *signature)
{
    const char *colon = strchr(signature, ':');

    need(v, colon != NULL, "signature without colon");
    for (u32 k = 0; k < count && colon[1 + k]; k++)
        check_letter(v, colon[1 + k], reg + k);
}

static const char *signature_at(check *v, u32 signature)
{
    need(v, signature < v->p->signatures.n, "no such signature");
    return v->p->signatures.at[signature];
}

static void check_call(check *v, const insn *i)
{
    bool indirect = i->op == OP_CALLI;
    u32 list = i->b + (indirect ? 1u : 0);
    const char *signature;

    need(v, (u64)i->x + list <= v->f->operands.n, "operands out of range");
    if (!indirect)
        need(v, i->y < v->p->funcs.n, "no such function");
    signature = signature_at(v, indirect ? i->y : v->p->funcs.at[i->y]->signature);
    if (indirect)
        need_class(v, v->f->operands.at[i->x].reg, REG_PTR);
    check_arguments(v, i->x + (indirect ? 1 : 0), i->b, signature);
    check_results(v, i->a, i->c, signature);
}

static void check_builtin(check *v, const insn *i)
{
    need(v, i->y < BI_COUNT, "no such builtin");
    need(v, (u64)i->x + i->b <= v->f->operands.n, "operands out of range");
    need(v, i->b == builtin_arity[i->y], "wrong count of arguments");
}

static void check_insn(check *v)
{
    const insn *i = &v->f->code[v->pc];

    need(v, i->op < OP_COUNT, "no such opcode");
    if (i->op == OP_SWITCH)
        check_switch(v, i);
    if (i->op == OP_BUILTIN)
        check_builtin(v, i);
    if (i->op == OP_MATH)
        need(v, i->x < MATH_COUNT && i->y < FT_COUNT, "no such function");
    if (i->op == OP_CALL || i->op == OP_CALLI)
        need(v, (u64)i->x + i->b + (i->op == OP_CALLI) <= v->f->operands.n,
             "operands out of range");
    check_registers(v);
    if (i->op == OP_CALL || i->op == OP_CALLI)
        check_call(v, i);
    else if (i->op == OP_RET)
        check_results(v, i->a, i->b, signature_at(v, v->f->signature));
    else if (i->op != OP_BUILTIN)
        check_classes(v, i);
    effects_targets(v->f, v->pc, check_target, v);
    need(v, v->pc + 1 < v->f->ncode || !effects_falls_through(i), "control falls off the end");
    if (v->f->where)
        need(v, !v->f->where[v->pc].line || v->f->where[v->pc].file < v->p->files.n,
             "no such file");
}

static void check_variables(const program *p, const func *f)
{
    for (u32 k = 0; k < f->vars.n; k++) {
        const variable *x = &f->vars.at[k];

        if (x->reg >= f->nregs || x->from > x->to || x->to > f->ncode || x->type >= p->types.n)
            die("%s: variable %s is out of range", f->name, x->name);
    }
}

static void check_func(const program *p, const func *f)
{
    check v = {.p = p, .f = f};

    if (f->signature >= p->signatures.n)
        die("%s: no signature", f->name);
    if (!f->defined)
        return;
    if (!f->ncode || f->nparams > f->nregs || f->nregs >= NO_REGISTER)
        die("%s: %u instructions, %u parameters, %u registers", f->name, f->ncode, f->nparams,
            f->nregs);
    if (f->variadic && (f->va_reg >= f->nregs || f->regclass[f->va_reg] != REG_PTR))
        die("%s: the variable arguments have no register", f->name);
    for (v.pc = 0; v.pc < f->ncode; v.pc++)
        check_insn(&v);
    effects_free(&v.e);
    check_variables(p, f);
}

static void check_object(const program *p, const object_init *o, const char *name)
{
    if (o->kind == OBJ_FUNC && o->func >= p->funcs.n)
        die("object %s: no such function", name);
    if (o->type >= p->types.n)
        die("object %s: no such type", name);
    if (o->align & (o->align - 1))
        die("object %s: alignment %u", name, o->align);
    for (u32 k = 0; k < o->relocs.n; k++) {
        const reloc *r = &o->relocs.at[k];

        if ((u64)r->offset + p->pointer_bytes > o->size)
            die("object %s: pointer at %u is outside", name, r->offset);
        if (POINTER_IS(r->value) && POINTER_OBJECT(r->value) >= p->objects.n)
            die("object %s: pointer at %u to no object", name, r->offset);
    }
}

static void check_types(const program *p)
{
    for (u32 i = 0; i < p->types.n; i++) {
        const type *t = &p->types.at[i];

        if (t->element >= p->types.n)
            die("type %s: no such element type", t->name ? t->name : "?");
        for (u32 k = 0; k < t->members.n; k++)
            if (t->members.at[k].type >= p->types.n)
                die("type %s: no such member type", t->name ? t->name : "?");
    }
}

void program_verify(const program *p)
{
    if (p->pointer_bytes != 8 && p->pointer_bytes != 4)
        die("pointers of %u bytes", p->pointer_bytes);
    if (p->entry >= p->funcs.n || p->thread_entry >= p->funcs.n)
        die("no entry function");
    for (u32 i = 0; i < p->funcs.n; i++)
        check_func(p, p->funcs.at[i]);
    for (u32 i = 1; i < p->objects.n; i++)
        check_object(p, &p->objects.at[i], p->objects.at[i].name ? p->objects.at[i].name : "?");
    check_object(p, &p->tls, "thread-local block");
    check_types(p);
}
