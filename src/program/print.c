/* A listing of the bytecode that a person can read: one instruction a line with its source line
 * above it.  How an instruction looks is a row of the table below, or follows from its roles: the
 * register written, then those read, then the constant.  In a row %a %b %c     that register %A %B
 * %C   that register and the next %r           the register numbered x %R         ... by the low
 * half of x %i           imm, as a number or a pointer      %x %y      a plain number
 *   %+           the offset x, signed, unless 0     %>         the targets
 *   %f           the flags of an access             %( the operands of a call */
#include "base/text.h"
#include "program/effect.h"

#include <inttypes.h>
#include <string.h>

typedef struct source {
    text all;
    VEC(u32) lines; /* where each begins */
    bool tried;
} source;

typedef struct printer {
    const program *p;
    const func *f;
    text *out;
    source *sources; /* by file */
    u32 *first_var;  /* by register: variable + 1 */
    u32 *next_var;   /* by variable: another of the same register + 1 */
    u32 pc;
} printer;

#define ROWS(ROW)                                            \
    ROW(NOP, "")                                             \
    ROW(CONST, "%a := %i")                                   \
    ROW(UNDEF, "%a := undefined")                            \
    ROW(MOV, "%a := %b")                                     \
    ROW(SELECT, "%a := %b ? %c : %r")                        \
    ROW(ADDV, "%a := %b, %c, %y bits")                       \
    ROW(SUBV, "%a := %b, %c, %y bits")                       \
    ROW(MULV, "%a := %b, %c, %y bits")                       \
    ROW(SHLV, "%a := %b, %c, %y bits")                       \
    ROW(SLTN, "%a := %b, %c, %y bits")                       \
    ROW(SLEN, "%a := %b, %c, %y bits")                       \
    ROW(TRUNC, "%a := %b to %y bits")                        \
    ROW(SEXT, "%a := %b from %x to %y bits")                 \
    ROW(PTRTOINT, "%a := %b, %y bits")                       \
    ROW(INTTOPTR, "%a := %b, %y bits")                       \
    ROW(PSUB, "%a := %b - %c, %y bits")                      \
    ROW(PADDI, "%a := %b + %i")                              \
    ROW(PADD, "%a := %b + %c * %x + %y")                     \
    ROW(FCMPF, "%a := %b, %c, predicate %x")                 \
    ROW(FCMPD, "%a := %b, %c, predicate %x")                 \
    ROW(FCMPL, "%a := %B, %C, predicate %x")                 \
    ROW(OVF, "%A := %b, %c, operation %x, %y bits")          \
    ROW(BITS, "%a := %b, %c, operation %x, %y bits")         \
    ROW(FSHIFT, "%a := %b : %c by %r, %y")                   \
    ROW(LOAD8, "%a := [%b%+]%f")                             \
    ROW(LOAD16, "%a := [%b%+]%f")                            \
    ROW(LOAD32, "%a := [%b%+]%f")                            \
    ROW(LOAD64, "%a := [%b%+]%f")                            \
    ROW(LOADN, "%a := [%b%+], %y bytes%f")                   \
    ROW(LOADP, "%a := [%b%+]%f")                             \
    ROW(LOAD128, "%A := [%b%+], %y bytes%f")                 \
    ROW(STORE8, "[%b%+] := %a%f")                            \
    ROW(STORE16, "[%b%+] := %a%f")                           \
    ROW(STORE32, "[%b%+] := %a%f")                           \
    ROW(STORE64, "[%b%+] := %a%f")                           \
    ROW(STOREN, "[%b%+] := %a, %y bytes%f")                  \
    ROW(STOREP, "[%b%+] := %a%f")                            \
    ROW(STORE128, "[%b%+] := %A, %y bytes%f")                \
    ROW(RMW, "%a := [%b] with %c, operation %p, %x bytes%o") \
    ROW(CMPXCHG, "%a := [%b] if %c then %R, flags %p%o")     \
    ROW(FENCE, "%o")                                         \
    ROW(ALLOCA, "%a := %x bytes, alignment 2^%y")            \
    ROW(ALLOCAV, "%a := %b * %x bytes, alignment 2^%y")      \
    ROW(UNSCOPE, "%a")                                       \
    ROW(MEMCPY, "[%b] := [%c], %r bytes; progress %A")       \
    ROW(MEMSET, "[%b] := %c, %r bytes; progress %A")         \
    ROW(TLS, "%a := thread-local + %i")                      \
    ROW(JMP, "%>")                                           \
    ROW(BR, "%b %>")                                         \
    ROW(SWITCH, "%b %>")                                     \
    ROW(IBR, "%b")                                           \
    ROW(CALL, "%(")                                          \
    ROW(CALLI, "%(")                                         \
    ROW(BUILTIN, "%(")                                       \
    ROW(RET, "%(")

static const char *row_of(u32 op)
{
    static const char *const rows[OP_COUNT] = {
#define ROW(name, format) [OP_##name] = format,
        ROWS(ROW)
#undef ROW
    };

    return rows[op];
}

static const variable *variable_at(const printer *o, u32 reg)
{
    for (u32 i = reg < o->f->nregs ? o->first_var[reg] : 0; i; i = o->next_var[i - 1]) {
        const variable *v = &o->f->vars.at[i - 1];

        if (v->from <= o->pc && o->pc < v->to)
            return v;
    }
    return NULL;
}

static void print_register(printer *o, u32 reg)
{
    const variable *v = variable_at(o, reg);

    text_addf(o->out, "r%u", reg);
    if (v)
        text_addf(o->out, ":%s%s", v->place == VAR_MEM ? "&" : "", v->name);
}

static void print_registers(printer *o, u32 first, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        if (i)
            text_add(o->out, ", ");
        print_register(o, first + i);
    }
}

static void print_number(printer *o, u64 value)
{
    i64 number = (i64)value;
    u32 object = POINTER_OBJECT(value);

    if (POINTER_IS(value) && object < o->p->objects.n) {
        const char *name = o->p->objects.at[object].name;

        text_addf(o->out, "&%s", name ? name : "?");
        if (POINTER_OFFSET(value))
            text_addf(o->out, "+%" PRId32, (i32)POINTER_OFFSET(value));
    } else if (number > -65536 && number < 65536) {
        text_addf(o->out, "%" PRId64, number);
    } else {
        text_addf(o->out, "0x%" PRIx64, value);
    }
}

static void print_names(printer *o, u32 flags)
{
    static const struct {
        u32 bit;
        const char *name;
    } names[] = {{ACCESS_ATOMIC, "atomic"},   {ACCESS_VOLATILE, "volatile"},
                 {ACCESS_RELAXED, "relaxed"}, {ACCESS_ACQUIRE, "acquire"},
                 {ACCESS_RELEASE, "release"}, {ACCESS_SEQ_CST, "seq_cst"}};

    for (u32 i = 0; i < LENGTH(names); i++)
        if (flags & names[i].bit)
            text_addf(o->out, ", %s", names[i].name);
}

static void print_flags(printer *o, u32 flags)
{
    text_addf(o->out, ", align %u", 1u << (flags & ACCESS_ALIGN));
    print_names(o, flags);
}

/* Of a read-modify-write: the weaker ones. */
static void print_orders(printer *o, const insn *i)
{
    u32 order = ORDER_GET(i->y, ORDER_AT) & ACCESS_ORDERS;

    if (i->op == OP_FENCE)
        print_names(o, i->c & ACCESS_ORDERS);
    else if (order != ACCESS_SEQ_CST)
        print_names(o, order);
}

static void print_switch(printer *o, const switch_table *t)
{
    for (u32 i = 0; i < t->count; i++) {
        const switch_case *c = &o->f->cases.at[t->first + i];

        print_number(o, c->value);
        text_addf(o->out, " -> %u, ", c->target);
    }
    text_addf(o->out, "else -> %u", t->other);
}

static void print_targets(printer *o, const insn *i)
{
    if (i->op == OP_SWITCH)
        print_switch(o, &o->f->switches.at[i->x]);
    else if (i->op == OP_BR)
        text_addf(o->out, "? -> %u : -> %u", i->x, i->y);
    else
        text_addf(o->out, "-> %u", i->x);
}

static void print_arguments(printer *o, u32 first, u32 count)
{
    text_addc(o->out, '(');
    for (u32 i = 0; i < count; i++) {
        const operand *a = &o->f->operands.at[first + i];

        if (i)
            text_add(o->out, ", ");
        print_register(o, a->reg);
        if (a->byval)
            text_addf(o->out, " struct %u", a->byval);
        else if (a->size)
            text_addf(o->out, " ...%u", a->size);
    }
    text_addc(o->out, ')');
}

static void print_call(printer *o, const insn *i)
{
    u32 results = i->op == OP_BUILTIN ? i->a != NO_REGISTER : i->op == OP_RET ? i->b : i->c;

    print_registers(o, i->a, results);
    if (i->op == OP_RET)
        return;
    if (results)
        text_add(o->out, " := ");
    if (i->op == OP_CALLI) {
        print_register(o, o->f->operands.at[i->x].reg);
        print_arguments(o, i->x + 1, i->b);
        text_addf(o->out, " as %s", o->p->signatures.at[i->y]);
        return;
    }
    text_add(o->out, i->op == OP_CALL ? o->p->funcs.at[i->y]->name : builtin_names[i->y]);
    print_arguments(o, i->x, i->b);
}

static void print_field(printer *o, const insn *i, char field)
{
    switch (field) {
    case 'a':
    case 'b':
    case 'c':
        print_register(o, field == 'a' ? i->a : field == 'b' ? i->b : i->c);
        break;
    case 'A':
    case 'B':
    case 'C':
        print_registers(o, field == 'A' ? i->a : field == 'B' ? i->b : i->c, 2);
        break;
    case 'r':
        print_register(o, i->x);
        break;
    case 'R':
        print_register(o, i->x & 0xffff);
        break;
    case 'i':
        print_number(o, i->imm);
        break;
    case 'x':
    case 'y':
        text_addf(o->out, "%" PRId32, (i32)(field == 'x' ? i->x : i->y));
        break;
    case 'p':
        text_addf(o->out, "%" PRIu32, i->y & 0xffff);
        break;
    case 'o':
        print_orders(o, i);
        break;
    case '+':
        if (i->x)
            text_addf(o->out, " %c %u", (i32)i->x < 0 ? '-' : '+', (i32)i->x < 0 ? -i->x : i->x);
        break;
    case 'f':
        print_flags(o, i->c);
        break;
    case '>':
        print_targets(o, i);
        break;
    default:
        print_call(o, i);
    }
}

static void print_by_row(printer *o, const insn *i, const char *row)
{
    for (; *row; row++) {
        if (*row == '%')
            print_field(o, i, *++row);
        else
            text_addc(o->out, *row);
    }
}

/* Written registers, then read ones, then the immediate or the numbers. */
static void print_by_roles(printer *o, const insn *i)
{
    const char *name = opcode_names[i->op], last = name[strlen(name) - 1];
    effects e = {0};

    effects_of(o->f, o->pc, &e);
    for (u32 k = 0; k < e.writes.n; k++)
        print_registers(o, e.writes.at[k], 1), text_add(o->out, k + 1 < e.writes.n ? ", " : " := ");
    for (u32 k = 0; k < e.reads.n; k++)
        text_add(o->out, k ? ", " : ""), print_registers(o, e.reads.at[k], 1);
    if (last == 'I')
        text_add(o->out, ", "), print_number(o, i->imm);
    else if (opcode_roles[i->op][0] == '*')
        text_addf(o->out, ", %" PRIu32 ", %" PRIu32, i->x, i->y);
    else if (last == 'N')
        text_addf(o->out, ", %" PRIu32 " bits", i->y);
    effects_free(&e);
}

static void open_source(printer *o, source *s, u32 file)
{
    text path = {0};

    s->tried = true;
    if (o->p->files.at[file][0] != '/' && *o->p->dirs.at[file])
        text_addf(&path, "%s/", o->p->dirs.at[file]);
    text_add(&path, o->p->files.at[file]);
    if (text_read_file(&s->all, text_str(&path)))
        for (u32 at = 0; at < s->all.n; at += (u32)strcspn(s->all.at + at, "\n") + 1)
            vec_push(&s->lines, at);
    text_free(&path);
}

/* `; file:line: the text`. */
static void print_source(printer *o, srcloc where)
{
    source *s = &o->sources[where.file];
    const char *line = "";

    if (!s->tried)
        open_source(o, s, where.file);
    if (where.line <= s->lines.n)
        line = s->all.at + s->lines.at[where.line - 1];
    line += strspn(line, " \t");
    text_addf(o->out, "; %s:%u: %.*s\n", o->p->files.at[where.file], where.line,
              (int)strcspn(line, "\r\n"), line);
}

static void print_insn(printer *o)
{
    const insn *i = &o->f->code[o->pc];
    const char *row = row_of(i->op);

    text_addf(o->out, "%6u  %-12s ", o->pc, opcode_names[i->op]);
    if (row)
        print_by_row(o, i, row);
    else
        print_by_roles(o, i);
    while (o->out->at[o->out->n - 1] == ' ')
        o->out->at[--o->out->n] = 0;
    text_addc(o->out, '\n');
}

static void index_variables(printer *o)
{
    o->first_var = mem_alloc(o->f->nregs * sizeof *o->first_var);
    o->next_var = mem_alloc(o->f->vars.n * sizeof *o->next_var);
    for (u32 i = o->f->vars.n; i-- > 0;) {
        u32 reg = o->f->vars.at[i].reg;

        o->next_var[i] = o->first_var[reg];
        o->first_var[reg] = i + 1;
    }
}

static void print_head(printer *o)
{
    const func *f = o->f;

    text_addf(o->out, "%s  (%s)  %u registers%s%s%s\n", f->name,
              f->signature < o->p->signatures.n ? o->p->signatures.at[f->signature] : "", f->nregs,
              f->variadic ? ", variadic" : "", f->atomic ? ", atomic" : "",
              f->runtime ? ", of the runtime" : "");
}

static void print_func(printer *o)
{
    srcloc last = {0};

    print_head(o);
    index_variables(o);
    for (o->pc = 0; o->pc < o->f->ncode; o->pc++) {
        srcloc here = o->f->where ? o->f->where[o->pc] : (srcloc){0};

        if (here.line && (here.line != last.line || here.file != last.file)) {
            print_source(o, here);
            last = here;
        }
        print_insn(o);
    }
    text_addc(o->out, '\n');
    mem_free(o->first_var);
    mem_free(o->next_var);
}

void program_print(const program *p, const char *only, text *out)
{
    printer o = {.p = p, .out = out};

    o.sources = mem_alloc(p->files.n * sizeof *o.sources);
    for (u32 i = 0; i < p->funcs.n; i++) {
        o.f = p->funcs.at[i];
        if (o.f->defined && (only ? !strcmp(o.f->name, only) : !o.f->runtime))
            print_func(&o);
    }
    for (u32 i = 0; i < p->files.n; i++) {
        text_free(&o.sources[i].all);
        vec_free(&o.sources[i].lines);
    }
    mem_free(o.sources);
}
