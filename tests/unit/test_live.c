/* Liveness: small functions by hand, and random ones against a solver that is plain and slow. */
#include "base/hash.h"
#include "program/effect.h"
#include "program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { REGS = 12, MOST = 200 };

typedef struct made {
    func f;
    insn code[MOST];
} made;

static void begin(made *m)
{
    memset(m, 0, sizeof *m);
    m->f.code = m->code;
    m->f.nregs = REGS;
}

static void add(made *m, insn i)
{
    m->code[m->f.ncode++] = i;
}

static void check_set(func *f, u32 pc, bool after, const char *expected)
{
    const live_set *s = live_at(f, pc, after);
    char found[128] = "";

    for (u32 i = 0; i < s->n; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%u", i ? " " : "",
                 s->regs[i]);
    assert_string_equal(found, expected);
    assert_ptr_equal(s, live_at(f, pc, after));
}

static void release(made *m)
{
    live_free(&m->f);
    vec_free(&m->f.operands);
    vec_free(&m->f.switches);
    vec_free(&m->f.cases);
}

static void straight_line(void **state)
{
    made m;

    (void)state;
    begin(&m);
    add(&m, (insn){.op = OP_CONST, .a = 1});
    add(&m, (insn){.op = OP_ADD64, .a = 2, .b = 0, .c = 1});
    add(&m, (insn){.op = OP_RET, .a = 2, .b = 1});
    check_set(&m.f, 0, false, "0");
    check_set(&m.f, 1, false, "0 1");
    check_set(&m.f, 2, false, "2");
    release(&m);
}

static void loop(void **state)
{
    made m;

    (void)state;
    begin(&m);
    add(&m, (insn){.op = OP_CONST, .a = 1});
    add(&m, (insn){.op = OP_ADD64I, .a = 1, .b = 1, .imm = 1});
    add(&m, (insn){.op = OP_ULT, .a = 2, .b = 1, .c = 0});
    add(&m, (insn){.op = OP_BR, .b = 2, .x = 1, .y = 4});
    add(&m, (insn){.op = OP_RET, .a = 1, .b = 1});
    check_set(&m.f, 1, false, "0 1");
    check_set(&m.f, 3, false, "0 1 2");
    check_set(&m.f, 4, false, "1");
    release(&m);
}

static void call(void **state)
{
    made m;

    (void)state;
    begin(&m);
    vec_push(&m.f.operands, (operand){.reg = 3});
    vec_push(&m.f.operands, (operand){.reg = 4});
    add(&m, (insn){.op = OP_CALL, .a = 5, .b = 2, .c = 2});
    add(&m, (insn){.op = OP_ADD64, .a = 6, .b = 5, .c = 7});
    add(&m, (insn){.op = OP_RET, .a = 6, .b = 1});
    check_set(&m.f, 0, false, "3 4 7");
    check_set(&m.f, 0, true, "7");
    check_set(&m.f, 1, false, "5 7");
    release(&m);
}

static void returns_twice(void **state)
{
    made m;

    (void)state;
    begin(&m);
    m.f.nregs = 3;
    add(&m, (insn){.op = OP_SETJMP, .a = 0, .b = 1});
    add(&m, (insn){.op = OP_RET, .a = 0, .b = 0});
    check_set(&m.f, 1, false, "0 1 2");
    release(&m);
}

static void computed_goto(void **state)
{
    made m;

    (void)state;
    begin(&m);
    add(&m, (insn){.op = OP_IBR, .b = 0});
    add(&m, (insn){.op = OP_RET, .a = 1, .b = 1});
    add(&m, (insn){.op = OP_RET, .a = 2, .b = 1});
    check_set(&m.f, 0, false, "0 1 2");
    release(&m);
}

static void wide_operands(void **state)
{
    made m;

    (void)state;
    begin(&m);
    add(&m, (insn){.op = OP_WIDE, .a = 0, .b = 2, .c = 4, .x = WIDE_ULT, .y = 128});
    add(&m, (insn){.op = OP_CMPXCHG, .a = 6, .b = 1, .c = 3, .x = 16u << 16 | 8});
    add(&m,
        (insn){
            .op = OP_FCONV, .a = 10, .b = 6, .x = FCONV_FROM_SIGNED | FT_DOUBLE << 16, .y = 128});
    add(&m, (insn){.op = OP_RET, .a = 8, .b = 3});
    check_set(&m.f, 3, false, "8 9 10");
    check_set(&m.f, 2, false, "6 7 8 9");
    check_set(&m.f, 1, false, "1 3 4 8 9");
    check_set(&m.f, 0, false, "1 2 3 4 5 8 9");
    release(&m);
}

/* in[pc] to the fixed point, instruction by instruction. */
typedef struct plain {
    const func *f;
    bool in[MOST][REGS];
    bool out[REGS];
} plain;

static void flow_from(void *with, u32 target)
{
    plain *s = with;

    for (u32 r = 0; r < REGS; r++)
        s->out[r] |= s->in[target][r];
}

static void live_out(plain *s, u32 pc)
{
    memset(s->out, 0, sizeof s->out);
    effects_targets(s->f, pc, flow_from, s);
    if (effects_falls_through(&s->f->code[pc]))
        flow_from(s, pc + 1);
}

static bool improve(plain *s, u32 pc)
{
    bool before[REGS];
    effects e = {0};

    memcpy(before, s->in[pc], sizeof before);
    live_out(s, pc);
    effects_of(s->f, pc, &e);
    for (u32 i = 0; i < e.writes.n; i++)
        s->out[e.writes.at[i]] = false;
    for (u32 i = 0; i < e.reads.n; i++)
        s->out[e.reads.at[i]] = true;
    memcpy(s->in[pc], s->out, sizeof s->out);
    effects_free(&e);
    return memcmp(before, s->in[pc], sizeof before) != 0;
}

static u16 any_reg(rng *r)
{
    return (u16)(rng_next(r) % REGS);
}

static insn any_insn(rng *r, u32 n)
{
    u16 a = any_reg(r), b = any_reg(r), c = any_reg(r);

    switch (rng_next(r) % 9) {
    case 0:
        return (insn){
            .op = OP_BR, .b = b, .x = (u32)(rng_next(r) % n), .y = (u32)(rng_next(r) % n)};
    case 1:
        return (insn){.op = OP_JMP, .x = (u32)(rng_next(r) % n)};
    case 2:
        return (insn){.op = OP_CONST, .a = a};
    case 3:
        return (insn){.op = OP_SELECT, .a = a, .b = b, .c = c, .x = any_reg(r)};
    case 4:
        return (insn){.op = OP_STORE64, .a = a, .b = b};
    case 5:
        return (insn){.op = OP_SWITCH, .b = b, .x = 0};
    default:
        return (insn){.op = OP_ADD64, .a = a, .b = b, .c = c};
    }
}

static void random_func(made *m, rng *r)
{
    u32 n = 2 + (u32)(rng_next(r) % (MOST - 2)), sparse = 1 + (u32)(rng_next(r) % 20);

    begin(m);
    for (u32 i = 0; i < 3; i++)
        vec_push(&m->f.cases, (switch_case){i, (u32)(rng_next(r) % n)});
    vec_push(&m->f.switches, (switch_table){0, 3, (u32)(rng_next(r) % n)});
    while (m->f.ncode + 1 < n) {
        insn i = any_insn(r, n);

        if (effects_falls_through(&i) || rng_next(r) % sparse == 0)
            add(m, i);
    }
    add(m, (insn){.op = OP_RET, .a = any_reg(r), .b = 1});
}

static void compare(made *m)
{
    static plain s;
    bool again = true;

    memset(&s, 0, sizeof s);
    s.f = &m->f;
    while (again) {
        again = false;
        for (u32 pc = m->f.ncode; pc-- > 0;)
            again |= improve(&s, pc);
    }
    for (u32 pc = 0; pc < m->f.ncode; pc++) {
        const live_set *found = live_at(&m->f, pc, false);
        bool in[REGS] = {0};

        for (u32 i = 0; i < found->n; i++)
            in[found->regs[i]] = true;
        assert_memory_equal(in, s.in[pc], sizeof in);
    }
}

static void random_functions(void **state)
{
    rng r = {7};

    (void)state;
    for (u32 round = 0; round < 500; round++) {
        made m;

        random_func(&m, &r);
        compare(&m);
        release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_line),
        cmocka_unit_test(loop),
        cmocka_unit_test(call),
        cmocka_unit_test(returns_twice),
        cmocka_unit_test(computed_goto),
        cmocka_unit_test(wide_operands),
        cmocka_unit_test(random_functions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
