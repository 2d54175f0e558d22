/* Threads in instructions of x86, in the columns of a table:
 *
 *    P0          | P1          ;
 *    MOV [x],$1  | MOV [y],$1  ;
 *    MOV EAX,[y] | MOV EAX,[x] ;
 *
 * Each instruction becomes a line of C.  Accesses are relaxed atomics, which a processor's stores
 * and loads are; locked instructions and MFENCE are seq_cst, so that they wait for an empty buffer.
 * Registers have 32 bits.  Of the flags there is ZF alone. */
#include "litmus/reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum operand_kind {
    OPERAND_NONE,
    OPERAND_MEMORY,
    OPERAND_REGISTER,
    OPERAND_NUMBER
} operand_kind;
typedef struct operand {
    operand_kind kind;
    text c; /* in C: of memory its address */
} operand;

typedef struct cell {
    reader *r;
    text *out;
    i32 thread;
    operand a, b;
    const char *name;
    bool locked;
} cell;

typedef enum shape {
    SHAPE_MOVE,
    SHAPE_EXCHANGE,
    SHAPE_ADD_TO,
    SHAPE_COMPARE_EXCHANGE,
    SHAPE_COMPUTE, /* a := a op b */
    SHAPE_STEP,    /* a := a op 1 */
    SHAPE_COMPARE,
    SHAPE_JUMP,
    SHAPE_PLAIN
} shape;

/* `c`: the operator, the condition of a jump, or the whole in C; `locks`: it may have the prefix.
 */
static const struct instruction {
    const char *name;
    shape shape;
    const char *c, *update;
    u8 operands;
    bool locks;
} instructions[] = {
    {"MOV", SHAPE_MOVE, NULL, NULL, 2, false},
    {"XCHG", SHAPE_EXCHANGE, NULL, NULL, 2, true},
    {"XADD", SHAPE_ADD_TO, NULL, NULL, 2, true},
    {"CMPXCHG", SHAPE_COMPARE_EXCHANGE, NULL, NULL, 2, true},
    {"ADD", SHAPE_COMPUTE, "+", "add", 2, true},
    {"SUB", SHAPE_COMPUTE, "-", "sub", 2, true},
    {"AND", SHAPE_COMPUTE, "&", "and", 2, true},
    {"OR", SHAPE_COMPUTE, "|", "or", 2, true},
    {"XOR", SHAPE_COMPUTE, "^", "xor", 2, true},
    {"INC", SHAPE_STEP, "+", "add", 1, true},
    {"DEC", SHAPE_STEP, "-", "sub", 1, true},
    {"CMP", SHAPE_COMPARE, NULL, NULL, 2, false},
    {"JE", SHAPE_JUMP, "zf", NULL, 0, false},
    {"JZ", SHAPE_JUMP, "zf", NULL, 0, false},
    {"JNE", SHAPE_JUMP, "!zf", NULL, 0, false},
    {"JNZ", SHAPE_JUMP, "!zf", NULL, 0, false},
    {"JMP", SHAPE_JUMP, "1", NULL, 0, false},
    {"MFENCE", SHAPE_PLAIN, "atomic_thread_fence(memory_order_seq_cst)", NULL, 0, false},
    {"SFENCE", SHAPE_PLAIN, "atomic_thread_fence(memory_order_release)", NULL, 0, false},
    {"LFENCE", SHAPE_PLAIN, "atomic_thread_fence(memory_order_acquire)", NULL, 0, false},
    {"NOP", SHAPE_PLAIN, "", NULL, 0, false},
};

static const char *const registers[] = {"EAX",  "EBX",  "ECX",  "EDX", "ESI",  "EDI",
                                        "EBP",  "ESP",  "R8D",  "R9D", "R10D", "R11D",
                                        "R12D", "R13D", "R14D", "R15D"};

bool x86_is_register(const char *name)
{
    for (u32 i = 0; i < LENGTH(registers); i++)
        if (strcmp(name, registers[i]) == 0)
            return true;
    return false;
}

static void read_operand(cell *x, operand *o)
{
    reader *r = x->r;

    reader_skip(r);
    if (reader_take(r, "[")) {
        u32 k = reader_place(r, -1, reader_word(r, "the name of a location"));

        reader_expect(r, "]");
        o->kind = OPERAND_MEMORY;
        text_addf(&o->c, "&v_%s", r->t->places.at[k].name);
    } else if (reader_take(r, "$") || reader_at_number(r)) {
        o->kind = OPERAND_NUMBER;
        text_addf(&o->c, "%lld", (long long)reader_number(r));
    } else {
        char *name = reader_word(r, "a register, a number such as $1, or a location such as [x]");

        if (!x86_is_register(name))
            reader_fail(r, "'%s' is no register; those of 32 bits are known, EAX and its like",
                        name);
        o->kind = OPERAND_REGISTER;
        text_add(&o->c, name);
        reader_place(r, x->thread, name);
    }
}

/* The operand's value. */
static void add_value(const operand *o, text *out)
{
    text_addf(out,
              o->kind == OPERAND_MEMORY ? "atomic_load_explicit(%s, memory_order_relaxed)" : "%s",
              text_str(&o->c));
}

/* a := what follows, up to add_assigned. */
static void add_assign(const operand *o, text *out)
{
    text_addf(out, o->kind == OPERAND_MEMORY ? "atomic_store_explicit(%s, " : "%s = (",
              text_str(&o->c));
}

static void add_assigned(const operand *o, text *out)
{
    text_add(out, o->kind == OPERAND_MEMORY ? ", memory_order_relaxed);" : ");");
}

static void need(const cell *x, bool so, const char *what)
{
    if (!so)
        reader_fail(x->r, "%s: %s", x->name, what);
}

static void add_move(cell *x)
{
    add_assign(&x->a, x->out);
    add_value(&x->b, x->out);
    add_assigned(&x->a, x->out);
}

/* Memory and a register, in any order: always locked. */
static void add_exchange(cell *x)
{
    const operand *m = x->a.kind == OPERAND_MEMORY ? &x->a : &x->b, *g = m == &x->a ? &x->b : &x->a;

    need(x, m->kind == OPERAND_MEMORY && g->kind == OPERAND_REGISTER,
         "a location and a register are expected");
    text_addf(x->out, "%s = atomic_exchange(%s, %s);", text_str(&g->c), text_str(&m->c),
              text_str(&g->c));
}

static void need_locked(const cell *x)
{
    need(x, x->locked && x->a.kind == OPERAND_MEMORY && x->b.kind == OPERAND_REGISTER,
         "with LOCK, a location and a register it is known");
}

static void add_add_to(cell *x)
{
    need_locked(x);
    text_addf(x->out, "{ int old = atomic_fetch_add(%s, %s); zf = old + %s == 0; %s = old; }",
              text_str(&x->a.c), text_str(&x->b.c), text_str(&x->b.c), text_str(&x->b.c));
}

static void add_compare_exchange(cell *x)
{
    need_locked(x);
    reader_place(x->r, x->thread, mem_strdup("EAX"));
    text_addf(x->out, "zf = atomic_compare_exchange_strong(%s, &EAX, %s);", text_str(&x->a.c),
              text_str(&x->b.c));
}

/* Without the prefix, memory is read and written in two steps. */
static void add_compute(cell *x, const struct instruction *i)
{
    need(x, !x->locked || x->a.kind == OPERAND_MEMORY, "LOCK is for locations");
    need(x, x->a.kind != OPERAND_MEMORY || x->b.kind != OPERAND_MEMORY,
         "one location at most is expected");
    text_add(x->out, "{ int by = ");
    add_value(&x->b, x->out);
    if (x->locked) {
        text_addf(x->out, ", now = atomic_fetch_%s(%s, by) %s by; ", i->update, text_str(&x->a.c),
                  i->c);
    } else {
        text_add(x->out, ", now = ");
        add_value(&x->a, x->out);
        text_addf(x->out, " %s by; ", i->c);
        add_assign(&x->a, x->out);
        text_add(x->out, "now");
        add_assigned(&x->a, x->out);
    }
    text_add(x->out, " zf = now == 0; }");
}

static void add_compare(cell *x)
{
    text_add(x->out, "zf = ");
    add_value(&x->a, x->out);
    text_add(x->out, " == ");
    add_value(&x->b, x->out);
    text_addc(x->out, ';');
}

static void add_jump(cell *x, const struct instruction *i)
{
    char *label = reader_word(x->r, "a label");

    text_addf(x->out, "if (%s) goto l_%s;", i->c, label);
    mem_free(label);
}

static void read_operands(cell *x, const struct instruction *i)
{
    if (i->operands > 0)
        read_operand(x, &x->a);
    if (i->operands > 1) {
        reader_expect(x->r, ",");
        read_operand(x, &x->b);
    }
    if (i->shape == SHAPE_STEP) {
        x->b.kind = OPERAND_NUMBER;
        text_add(&x->b.c, "1");
    }
    need(x, !x->locked || i->locks, "it has no LOCK");
    need(x, x->a.kind != OPERAND_NUMBER || i->shape == SHAPE_COMPARE, "a number cannot be written");
}

static void add_instruction(cell *x, const struct instruction *i)
{
    read_operands(x, i);
    switch (i->shape) {
    case SHAPE_MOVE:
        need(x, x->a.kind != OPERAND_MEMORY || x->b.kind != OPERAND_MEMORY,
             "one location at most is expected");
        add_move(x);
        break;
    case SHAPE_EXCHANGE:
        add_exchange(x);
        break;
    case SHAPE_ADD_TO:
        add_add_to(x);
        break;
    case SHAPE_COMPARE_EXCHANGE:
        add_compare_exchange(x);
        break;
    case SHAPE_COMPUTE:
    case SHAPE_STEP:
        add_compute(x, i);
        break;
    case SHAPE_COMPARE:
        add_compare(x);
        break;
    case SHAPE_JUMP:
        add_jump(x, i);
        break;
    case SHAPE_PLAIN:
        text_addf(x->out, "%s;", i->c);
    }
}

static const struct instruction *find_instruction(const char *name)
{
    for (u32 i = 0; i < LENGTH(instructions); i++)
        if (strcasecmp(name, instructions[i].name) == 0)
            return &instructions[i];
    return NULL;
}

/* What is added comes from the reader's line. */
static void go_to_line(const reader *r, litmus_thread *t)
{
    u32 line = t->line;

    for (u32 i = 0; i < t->body.n; i++)
        line += t->body.at[i] == '\n';
    for (; line < r->line; line++)
        text_addc(&t->body, '\n');
}

/* One cell of the table: nothing, or labels and an instruction. */
static void read_cell(reader *r, u32 thread)
{
    cell x = {.r = r, .thread = (i32)thread, .out = &r->t->threads.at[thread].body};
    char *word = NULL;

    for (;;) {
        reader_skip(r);
        if (*r->at == '|' || *r->at == ';')
            break;
        word = reader_word(r, "an instruction");
        if (reader_take(r, ":")) {
            text_addf(x.out, "l_%s:; ", word);
            mem_free(word);
            continue;
        }
        if (strcasecmp(word, "LOCK") == 0) {
            x.locked = true;
            mem_free(word);
            continue;
        }
        if (!find_instruction(word))
            reader_fail(r, "the instruction '%s' is not known", word);
        x.name = word;
        go_to_line(r, &r->t->threads.at[thread]);
        add_instruction(&x, find_instruction(word));
        text_addc(x.out, ' ');
        mem_free(word);
        break;
    }
    text_free(&x.a.c);
    text_free(&x.b.c);
}

static void read_names(reader *r)
{
    do {
        char *name = reader_word(r, "the name of a thread, P0");
        litmus_thread thread = {.line = r->line};

        if (*name != 'P' || strtoul(name + 1, NULL, 10) != r->t->threads.n)
            reader_fail(r, "the next thread is P%u, not %s", r->t->threads.n, name);
        mem_free(name);
        text_add(&thread.body, "bool zf = 0; (void)zf;\n");
        vec_push(&r->t->threads, thread);
    } while (reader_take(r, "|"));
    reader_expect(r, ";");
}

static bool at_end(reader *r)
{
    reader_skip(r);
    return !*r->at || *r->at == '~' || reader_at_word(r, "exists") || reader_at_word(r, "forall") ||
           reader_at_word(r, "not") || reader_at_word(r, "locations") ||
           reader_at_word(r, "filter");
}

void x86_read(reader *r)
{
    read_names(r);
    while (!at_end(r)) {
        for (u32 k = 0; k < r->t->threads.n; k++) {
            read_cell(r, k);
            if (k + 1 < r->t->threads.n)
                reader_expect(r, "|");
        }
        reader_expect(r, ";");
    }
}
