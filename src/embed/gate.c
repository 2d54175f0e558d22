/* Functions of the program as the model calls them: a thread function in bytecode for each.
 *
 * The machine starts threads with `void *f(void *)`.  The gate of a function is such a one: it
 * takes the arguments from a static object, calls, and leaves the result there.  Every word of the
 * object that a gate reads or writes it also clears, so that it is zero whenever no call is going
 * on and tells no two states apart; who steps the thread sees the result in the event of its store.
 * A setter stores the first word to the address that it is started with.  The keeper is a thread
 * that is started and never moves: while it lives the process does. */
#include "embed/gate.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

/* ---- what can be called ---- */

/* Bytes of a register that the letter stands for; 0: it is none that the model can give. */
static u32 bytes_of(const program *p, char letter)
{
    switch (letter) {
    case 'b':
        return 1;
    case 'h':
        return 2;
    case 'i':
        return 4;
    case 'l':
        return 8;
    case 'p':
        return p->pointer_bytes;
    default:
        return 0;
    }
}

static const char *shape(const program *p, const func *f)
{
    return p->signatures.at[f->signature];
}

u32 gate_parameters(const program *p, const func *f)
{
    return (u32)strcspn(shape(p, f), ":");
}

u32 gate_result_bits(const program *p, const func *f)
{
    return f->nresults ? 8 * bytes_of(p, strchr(shape(p, f), ':')[1]) : 0;
}

const char *gate_lacks(const program *p, const func *f)
{
    u32 n = gate_parameters(p, f);

    if (f->variadic)
        return "takes any number of arguments";
    if (n > GATE_ARGUMENTS)
        return "has more than 6 parameters";
    for (u32 k = 0; k < n; k++)
        if (!bytes_of(p, shape(p, f)[k]))
            return "has a parameter that is neither an integer nor a pointer";
    if (f->nresults > 1 || (f->nresults && !gate_result_bits(p, f)))
        return "returns neither an integer nor a pointer";
    return NULL;
}

/* ---- bytecode ---- */

typedef struct builder {
    program *p;
    func *f;
    VEC(insn) code;
    VEC(u8) classes; /* of registers */
} builder;

static u16 new_register(builder *b, u8 class)
{
    assert(b->classes.n <= UINT16_MAX);
    vec_push(&b->classes, class);
    return (u16)(b->classes.n - 1);
}

static void emit(builder *b, insn i)
{
    vec_push(&b->code, i);
}

static u32 log2_of(u32 bytes)
{
    u32 n = 0;

    assert(bytes && !(bytes & (bytes - 1)) && bytes <= 8);
    while (1u << n < bytes)
        n++;
    return n;
}

/* The load or the store of so many bytes. */
static u16 access_of(u32 bytes, bool pointer, bool store)
{
    static const u16 loads[] = {OP_LOAD8, OP_LOAD16, OP_LOAD32, OP_LOAD64},
                     stores[] = {OP_STORE8, OP_STORE16, OP_STORE32, OP_STORE64};

    if (pointer)
        return store ? OP_STOREP : OP_LOADP;
    return store ? stores[log2_of(bytes)] : loads[log2_of(bytes)];
}

static void emit_access(builder *b, u16 op, u16 reg, u16 address, u32 offset, u32 bytes)
{
    emit(b, (insn){.op = op, .a = reg, .b = address, .c = (u16)log2_of(bytes), .x = offset});
}

static void emit_clear(builder *b, u16 gate, u32 word)
{
    u16 zero = new_register(b, REG_INT);

    emit(b, (insn){.op = OP_CONST, .a = zero});
    emit_access(b, OP_STORE64, zero, gate, 8 * word, 8);
}

static u16 emit_gate(builder *b, u32 object)
{
    u16 gate = new_register(b, REG_PTR);

    emit(b, (insn){.op = OP_CONST, .a = gate, .imm = POINTER(object, 0)});
    return gate;
}

static void emit_return(builder *b)
{
    u16 null = new_register(b, REG_PTR);

    emit(b, (insn){.op = OP_CONST, .a = null});
    emit(b, (insn){.op = OP_RET, .a = null, .b = 1});
}

/* An argument, read and cleared. */
static u16 emit_argument(builder *b, u16 gate, u32 word, u32 bytes, bool pointer)
{
    u16 reg = new_register(b, pointer ? REG_PTR : REG_INT);

    emit_access(b, access_of(bytes, pointer, false), reg, gate, 8 * word, bytes);
    emit_clear(b, gate, word);
    return reg;
}

/* The shape of thread functions: what the runtime's first function calls. */
static u32 thread_shape(const program *p)
{
    const func *entry = p->funcs.at[p->thread_entry];

    for (u32 pc = 0; pc < entry->ncode; pc++)
        if (entry->code[pc].op == OP_CALLI)
            return entry->code[pc].y;
    die("the runtime's first function of a thread calls none");
}

static builder begin(program *p, const char *name, const char *more)
{
    builder b = {.p = p, .f = mem_alloc(sizeof(func))};
    object_init o = p->objects.at[p->funcs.at[p->thread_entry]->object];
    text whole = {0};

    text_addf(&whole, "%s%s", name, more);
    b.f->name = program_string(p, text_str(&whole), whole.n);
    b.f->signature = thread_shape(p);
    b.f->nparams = b.f->nresults = 1;
    b.f->va_reg = p->funcs.at[p->thread_entry]->va_reg;
    b.f->runtime = b.f->defined = true;
    b.f->object = p->objects.n;
    o.name = b.f->name;
    o.func = p->funcs.n;
    vec_push(&p->objects, o);
    vec_push(&p->funcs, b.f);
    new_register(&b, REG_PTR); /* the parameter */
    text_free(&whole);
    return b;
}

static void finish(builder *b)
{
    emit_return(b);
    b->f->ncode = b->code.n;
    b->f->code = b->code.at;
    b->f->where = mem_alloc(b->code.n * sizeof *b->f->where);
    b->f->nregs = b->classes.n;
    b->f->regclass = b->classes.at;
}

/* ---- the gates ---- */

static void add_call(program *p, u32 object, u32 callee)
{
    const func *f = p->funcs.at[callee];
    u32 n = gate_parameters(p, f), bits = gate_result_bits(p, f);
    bool pointer = f->nresults && strchr(shape(p, f), ':')[1] == 'p';
    builder b = begin(p, GATE_CALL, f->name);
    u16 gate = emit_gate(&b, object), result = 0;

    for (u32 k = 0; k < n; k++) {
        char letter = shape(p, f)[k];
        u16 reg = emit_argument(&b, gate, k, bytes_of(p, letter), letter == 'p');

        vec_push(&b.f->operands, (operand){.reg = reg, .pointer = letter == 'p'});
    }
    if (bits)
        result = new_register(&b, pointer ? REG_PTR : REG_INT);
    emit(&b, (insn){.op = OP_CALL, .a = result, .b = (u16)n, .c = bits ? 1 : 0, .y = callee});
    if (bits) {
        emit_access(&b, access_of(bits / 8, pointer, true), result, gate, 8 * GATE_RESULT,
                    bits / 8);
        emit_clear(&b, gate, GATE_RESULT);
    }
    finish(&b);
}

static void add_setter(program *p, u32 object, u32 bytes)
{
    char number[2] = {(char)('0' + bytes), 0};
    builder b = begin(p, GATE_SET, number);
    u16 gate = emit_gate(&b, object), value = emit_argument(&b, gate, 0, bytes, false);

    /* Of types the model knows the size: on some machines 8 bytes lie at multiples of 4. */
    emit(&b, (insn){.op = access_of(bytes, false, true), .a = value});
    finish(&b);
}

static void add_keeper(program *p)
{
    builder b = begin(p, GATE_KEEPER, "");

    finish(&b);
}

static u32 add_object(program *p)
{
    object_init o = {.kind = OBJ_GLOBAL,
                     .name = program_string(p, "heddle.gate", 11),
                     .size = 8 * GATE_WORDS,
                     .align = 8,
                     .hidden = true};

    vec_push(&p->objects, o);
    return p->objects.n - 1;
}

u32 gate_install(program *p)
{
    u32 object = add_object(p), own = p->funcs.n;

    for (u32 k = 0; k < own; k++)
        if (p->funcs.at[k]->defined && !p->funcs.at[k]->runtime && !gate_lacks(p, p->funcs.at[k]))
            add_call(p, object, k);
    for (u32 bytes = 1; bytes <= 8; bytes *= 2)
        add_setter(p, object, bytes);
    add_keeper(p);
    program_verify(p);
    return object;
}
