/* The instructions of src/asm against the processor that runs the test: the same text is assembled
 * here and read by casm_read; registers, the cell and the flags must agree after it.  A flag that
 * the manual leaves undefined is a choice: one of its values must agree. */
#include "asm/machine.h"
#include "base/hash.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROUNDS = 300, NATIVE_FLAGS = 0x8c5 }; /* CF PF ZF SF OF */

enum { STACK_WORDS = 8 };

typedef struct world {
    u64 rax, rcx, rdx, rbx, cell, high, flags; /* high: the cell behind it */
    i64 depth;                                 /* of the stack, bytes */
    u64 stack[STACK_WORDS];
} __attribute__((aligned(16))) world;

#ifdef __x86_64__

/* Each case is a function of its own; their addresses are gathered in a section. */
#define NATIVE(section, line)                                                                \
    __asm__(".intel_syntax noprefix\n.text\n1:\n"                                            \
            "push rbx\npush r12\nmov r12, rdi\n"                                             \
            "mov rax, [r12]\nmov rcx, [r12 + 8]\nmov rdx, [r12 + 16]\nmov rbx, [r12 + 24]\n" \
            "lea rsi, [r12 + 32]\npush qword ptr [r12 + 48]\npopfq\n" line "\n"              \
            "pushfq\npop qword ptr [r12 + 48]\n"                                             \
            "mov [r12], rax\nmov [r12 + 8], rcx\nmov [r12 + 16], rdx\nmov [r12 + 24], rbx\n" \
            "pop r12\npop rbx\nret\n"                                                        \
            ".pushsection " section ", \"aw\"\n.quad 1b\n.popsection\n.att_syntax prefix\n");
#define CASE(bits, line) NATIVE("heddle_cases", line)
#include "asm_cases.def"
#define PAIR(bits, line) NATIVE("heddle_pairs", line)
#include "asm_pairs.def"
/* On a stack of its own; how deep it is then. */
#define STACK(compare, lines)                                                                   \
    __asm__(".intel_syntax noprefix\n.text\n1:\n"                                               \
            "push rbx\npush rbp\npush r12\npush r13\npush r14\nmov r12, rdi\n"                  \
            "mov rax, [r12]\nmov rcx, [r12 + 8]\nmov rdx, [r12 + 16]\nmov rbx, [r12 + 24]\n"    \
            "push qword ptr [r12 + 48]\npopfq\nmov r13, rsp\nlea rsp, [r12 + 128]\n" lines "\n" \
            "mov r14, rsp\nmov rsp, r13\npushfq\npop qword ptr [r12 + 48]\n"                    \
            "mov [r12], rax\nmov [r12 + 8], rcx\nmov [r12 + 16], rdx\nmov [r12 + 24], rbx\n"    \
            "lea rax, [r12 + 128]\nsub rax, r14\nmov [r12 + 56], rax\n"                         \
            "pop r14\npop r13\npop r12\npop rbp\npop rbx\nret\n"                                \
            ".pushsection heddle_stacks, \"aw\"\n.quad 1b\n.popsection\n.att_syntax prefix\n");
#include "asm_stacks.def"
/* rsi and rdi as distances from the memory. */
#define STRING(bits, lines)                                                                      \
    __asm__(".intel_syntax noprefix\n.text\n1:\n"                                                \
            "push rbx\npush r12\nmov r12, rdi\n"                                                 \
            "mov rax, [r12]\nmov rcx, [r12 + 8]\nmov rdx, [r12 + 16]\nmov rbx, [r12 + 24]\n"     \
            "lea rsi, [r12 + 64]\nlea rdi, [r12 + 96]\npush qword ptr [r12 + 48]\npopfq\n" lines \
            "\npushfq\npop qword ptr [r12 + 48]\ncld\n"                                          \
            "mov [r12], rax\nmov [r12 + 8], rcx\nsub rsi, r12\nsub rsi, 64\n"                    \
            "sub rdi, r12\nsub rdi, 64\nmov [r12 + 16], rsi\nmov [r12 + 24], rdi\n"              \
            "pop r12\npop rbx\nret\n"                                                            \
            ".pushsection heddle_strings, \"aw\"\n.quad 1b\n.popsection\n.att_syntax prefix\n");
#include "asm_strings.def"

typedef void native_function(world *w);
extern native_function *__start_heddle_cases[], *__stop_heddle_cases[], *__start_heddle_pairs[],
    *__stop_heddle_pairs[], *__start_heddle_stacks[], *__stop_heddle_stacks[],
    *__start_heddle_strings[], *__stop_heddle_strings[];

typedef enum layout { ONE_CELL, TWO_CELLS, A_STACK, A_STRING } layout;

typedef struct test_case {
    u32 bits; /* of a cell; of a stack: whether its words are compared */
    const char *line;
    layout layout;
} test_case;

#define CASE(bits, line) {bits, line, ONE_CELL},
static const test_case cases[] = {
#include "asm_cases.def"
};
#define PAIR(bits, line) {bits, line, TWO_CELLS},
static const test_case pairs[] = {
#include "asm_pairs.def"
};
#define STACK(compare, lines) {compare, lines, A_STACK},
static const test_case stacks[] = {
#include "asm_stacks.def"
};
#define STRING(bits, lines) {bits, lines, A_STRING},
static const test_case strings[] = {
#include "asm_strings.def"
};

static u64 any_value(rng *r)
{
    static const u64 edges[] = {0,
                                1,
                                2,
                                0x7f,
                                0x80,
                                0xff,
                                0x7fff,
                                0x8000,
                                0x7fffffff,
                                0x80000000,
                                0xffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                0xffffffffffffffff};
    u64 v = rng_next(r);

    switch (v % 4) {
    case 0:
        return edges[rng_next(r) % LENGTH(edges)];
    case 1:
        return rng_next(r) % 70;
    default:
        return rng_next(r);
    }
}

static u32 variable(const casm *c, const char *name)
{
    for (u32 i = 0; i < c->vars.n; i++)
        if (strcmp(c->vars.at[i].name, name) == 0)
            return i;
    return NO_VAR;
}

static void preset(casm *c, const char *name, u64 value)
{
    u32 v = variable(c, name);

    if (v != NO_VAR)
        c->vars.at[v].low = c->vars.at[v].high = value & width_mask(c->vars.at[v].width);
}

static u64 get(const casm *c, const sys *s, const char *name, u64 otherwise)
{
    u32 v = variable(c, name);

    return v == NO_VAR ? otherwise : asm_var(s, v);
}

static casm *read_case(const test_case *t)
{
    char path[] = "/tmp/heddle-asm-XXXXXX";
    casm_options o = {.arch = ARCH_SINGLE};
    int fd = mkstemp(path);
    casm *c;

    assert_true(fd >= 0);
    dprintf(
        fd,
        "shared byte m8\nshared word m16\nshared dword m32\nshared qword m64\nshared dword p32[2]\n"
        "shared qword p64[2]\nshared byte s8[64]\nshared word s16[32]\nshared dword s32[16]\n"
        "shared qword s64[8]\nprocess P %s {\n%s\n}\n",
        t->layout == A_STACK ? "stack 8" : "", t->line);
    close(fd);
    c = casm_read(path, &o);
    unlink(path);
    return c;
}

static const char *cell_name(const test_case *t)
{
    if (t->layout == TWO_CELLS)
        return t->bits == 32 ? "p32[0]" : "p64[0]";
    if (t->layout == A_STRING)
        return t->bits == 8    ? "s8[0]"
               : t->bits == 16 ? "s16[0]"
               : t->bits == 32 ? "s32[0]"
                               : "s64[0]";
    return t->bits == 8 ? "m8" : t->bits == 16 ? "m16" : t->bits == 32 ? "m32" : "m64";
}

static const struct {
    const char *name;
    u32 bit;
} flag_bits[] = {{"cf", 0}, {"pf", 2}, {"zf", 6}, {"sf", 7}, {"of", 11}};

/* The 64 bytes as cells, one behind the other. */
static void preset_string(casm *c, const test_case *t, const world *w)
{
    u32 first = variable(c, cell_name(t));

    for (u32 i = 0; i < 512 / t->bits; i++) {
        u64 value = 0;

        memcpy(&value, (const char *)w->stack + i * t->bits / 8, t->bits / 8);
        c->vars.at[first + i].low = c->vars.at[first + i].high = value;
    }
}

static void read_string(const casm *c, const sys *s, const test_case *t, world *out)
{
    u32 first = variable(c, cell_name(t));
    u64 address = c->arrays.at[c->vars.at[first].array].address;

    for (u32 i = 0; i < 512 / t->bits; i++) {
        u64 value = asm_var(s, first + i);

        memcpy((char *)out->stack + i * t->bits / 8, &value, t->bits / 8);
    }
    out->rdx = get(c, s, "rsi", address) - address;
    out->rbx = get(c, s, "rdi", address + 32) - address;
}

static void prepare(casm *c, const test_case *t, const world *w)
{
    preset(c, "rax", w->rax);
    preset(c, "rcx", w->rcx);
    preset(c, "rdx", w->rdx);
    preset(c, "rbx", w->rbx);
    if (t->layout == A_STRING)
        preset_string(c, t, w);
    else
        preset(c, cell_name(t), w->cell);
    preset(c, "rdi", c->arrays.at[c->vars.at[variable(c, cell_name(t))].array].address + 32);
    preset(c, "rsi", c->arrays.at[c->vars.at[variable(c, cell_name(t))].array].address);
    if (t->layout == TWO_CELLS)
        preset(c, t->bits == 32 ? "p32[1]" : "p64[1]", t->bits == 32 ? w->cell >> 32 : w->high);
    for (u32 i = 0; i < LENGTH(flag_bits); i++)
        preset(c, flag_bits[i].name, w->flags >> flag_bits[i].bit & 1);
}

static void read_stack(const casm *c, const sys *s, const test_case *t, world *out)
{
    u32 first = variable(c, "stack[0]");
    const array *a = &c->arrays.at[c->vars.at[first].array];

    out->depth = (i64)(a->address + 8 * STACK_WORDS - asm_var(s, variable(c, "rsp")));
    for (u32 i = 0; t->bits && i < STACK_WORDS; i++)
        out->stack[i] = asm_var(s, first + i);
}

static world after(const casm *c, const sys *s, const test_case *t, const world *w)
{
    world out = *w;
    u64 mask = t->bits ? width_mask(t->bits) : 0;

    out.rax = get(c, s, "rax", w->rax);
    out.rcx = get(c, s, "rcx", w->rcx);
    out.rdx = get(c, s, "rdx", w->rdx);
    out.rbx = get(c, s, "rbx", w->rbx);
    if (t->layout == TWO_CELLS) {
        u64 high = get(c, s, t->bits == 32 ? "p32[1]" : "p64[1]", 0);

        out.cell = get(c, s, cell_name(t), 0) | (t->bits == 32 ? high << 32 : 0);
        out.high = t->bits == 64 ? high : w->high;
    } else if (t->layout == A_STACK) {
        read_stack(c, s, t, &out);
    } else if (t->layout == A_STRING) {
        read_string(c, s, t, &out);
    } else if (t->bits) {
        out.cell = (w->cell & ~mask) | get(c, s, cell_name(t), 0);
    }
    for (u32 i = 0; i < LENGTH(flag_bits); i++) {
        u64 value = get(c, s, flag_bits[i].name, w->flags >> flag_bits[i].bit & 1);

        out.flags = (out.flags & ~((u64)1 << flag_bits[i].bit)) | value << flag_bits[i].bit;
    }
    return out;
}

static bool same(const test_case *t, const world *a, const world *b)
{
    if (t->layout == A_STACK &&
        (a->depth != b->depth || (t->bits && memcmp(a->stack, b->stack, sizeof a->stack) != 0)))
        return false;
    if (t->layout == A_STRING && memcmp(a->stack, b->stack, sizeof a->stack) != 0)
        return false;
    return a->rax == b->rax && a->rcx == b->rcx && a->rdx == b->rdx && a->rbx == b->rbx &&
           a->cell == b->cell && a->high == b->high &&
           (a->flags & NATIVE_FLAGS) == (b->flags & NATIVE_FLAGS);
}

static sigjmp_buf back;
static bool trapped; /* #DE */

/* One of the choices of the instruction leads to what the processor made. */
static bool agrees(casm *c, sys *s, const test_case *t, const world *before, const world *native,
                   world *seen)
{
    u32 choices = insn_choices(&c->processes.at[0].code.at[0]);
    taken out = {0};
    bool ok = false;

    for (u32 i = 0; i < choices && !ok; i++) {
        sys_reset(s);
        sys_step(s, 0, MOVE_RUN, 0, &out);
        sys_step(s, 1, MOVE_RUN, i, &out);
        while (out.outcome == OUT_RAN && sys_status(s) == ST_RUNNING)
            sys_step(s, 1, MOVE_RUN, 0, &out);
        if (trapped && out.outcome == OUT_ERROR && out.error.kind == ERR_DIVISION) {
            taken_free(&out);
            return true;
        }
        if (out.outcome != OUT_RAN)
            fail_msg("%s: %s", t->line, out.error.message);
        if (trapped)
            fail_msg("%s: the processor says #DE", t->line);
        *seen = after(c, s, t, before);
        ok = same(t, seen, native);
    }
    taken_free(&out);
    return ok;
}

/* Memory in which few values are different. */
static void random_string(world *w, rng *r)
{
    for (u32 i = 0; i < sizeof w->stack; i++)
        ((u8 *)w->stack)[i] = (u8)(rng_next(r) % 3);
    w->rax = rng_next(r) % 2 ? w->stack[4] : w->rax;
}

/* A pair often has what is compared with it. */
static world random_world(const test_case *t, rng *r)
{
    world w = {.rax = any_value(r),
               .rcx = any_value(r),
               .rdx = any_value(r),
               .rbx = any_value(r),
               .cell = any_value(r),
               .high = any_value(r),
               .flags = (rng_next(r) & NATIVE_FLAGS) | 2};

    if (t->layout == A_STRING)
        random_string(&w, r);
    if (t->layout == TWO_CELLS && rng_next(r) % 2) {
        w.cell = t->bits == 32 ? (w.rax & UINT32_MAX) | w.rdx << 32 : w.rax;
        w.high = w.rdx;
    }
    return w;
}

static void division_error(int signal)
{
    (void)signal;
    siglongjmp(back, 1);
}

static void run_native(native_function *execute, world *w)
{
    signal(SIGFPE, division_error);
    trapped = sigsetjmp(back, 1) != 0;
    if (!trapped)
        execute(w);
    signal(SIGFPE, SIG_DFL);
}

static void run_case(const test_case *t, native_function *execute, rng *r)
{
    casm *c = read_case(t);
    asm_settings o = {.plain = true, .no_symmetry = true};
    sys *s = asm_open(c, &o);

    for (u32 i = 0; i < ROUNDS; i++) {
        world before = random_world(t, r);
        world native = before, seen = before;

        run_native(execute, &native);
        prepare(c, t, &before);
        if (agrees(c, s, t, &before, &native, &seen))
            continue;
        print_error("%s\n  before %016lx %016lx %016lx %016lx cell %016lx flags %03lx\n", t->line,
                    before.rax, before.rcx, before.rdx, before.rbx, before.cell,
                    before.flags & NATIVE_FLAGS);
        print_error("  native %016lx %016lx %016lx %016lx cell %016lx flags %03lx\n", native.rax,
                    native.rcx, native.rdx, native.rbx, native.cell, native.flags & NATIVE_FLAGS);
        print_error("  heddle %016lx %016lx %016lx %016lx cell %016lx flags %03lx\n", seen.rax,
                    seen.rcx, seen.rdx, seen.rbx, seen.cell, seen.flags & NATIVE_FLAGS);
        fail_msg("%s differs", t->line);
    }
    sys_close(s);
    casm_free(c);
}

static void test_instructions(void **state)
{
    rng r = {.s = 1};

    (void)state;
    assert_int_equal(__stop_heddle_cases - __start_heddle_cases, LENGTH(cases));
    for (u32 i = 0; i < LENGTH(cases); i++)
        run_case(&cases[i], __start_heddle_cases[i], &r);
}

static void test_pairs(void **state)
{
    rng r = {.s = 2};

    (void)state;
    assert_int_equal(__stop_heddle_pairs - __start_heddle_pairs, LENGTH(pairs));
    for (u32 i = 0; i < LENGTH(pairs); i++)
        run_case(&pairs[i], __start_heddle_pairs[i], &r);
}

static void test_stacks(void **state)
{
    rng r = {.s = 3};

    (void)state;
    assert_int_equal(__stop_heddle_stacks - __start_heddle_stacks, LENGTH(stacks));
    for (u32 i = 0; i < LENGTH(stacks); i++)
        run_case(&stacks[i], __start_heddle_stacks[i], &r);
}

static void test_strings(void **state)
{
    rng r = {.s = 4};

    (void)state;
    assert_int_equal(__stop_heddle_strings - __start_heddle_strings, LENGTH(strings));
    for (u32 i = 0; i < LENGTH(strings); i++)
        run_case(&strings[i], __start_heddle_strings[i], &r);
}
#else
static void test_instructions(void **state)
{
    (void)state;
    skip();
}
#define test_pairs   test_instructions
#define test_stacks  test_instructions
#define test_strings test_instructions
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_instructions),
                                       cmocka_unit_test(test_pairs), cmocka_unit_test(test_stacks),
                                       cmocka_unit_test(test_strings)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
