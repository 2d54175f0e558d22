/* Programs made by hand: the pool of names, the digest, the listing. */
#include "base/text.h"
#include "program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static const insn code[] = {
    {.op = OP_CONST, .a = 1, .imm = 3},
    {.op = OP_ADD32I, .a = 2, .b = 1, .imm = 1},
    {.op = OP_LOAD32, .a = 3, .b = 0, .c = 2 | ACCESS_ATOMIC, .x = (u32)-4},
    {.op = OP_CONST, .a = 0, .imm = POINTER(1, 2)},
    {.op = OP_ADDN, .a = 3, .b = 2, .c = 3, .y = 17},
    {.op = OP_FADDL, .a = 4, .b = 6, .c = 4},
    {.op = OP_BR, .b = 3, .x = 0, .y = 7},
    {.op = OP_CALL, .a = 2, .b = 1, .c = 1, .x = 0, .y = 0},
    {.op = OP_RET, .a = 2, .b = 1},
};

static const char *const listing = "work  (p:i)  8 registers\n"
                                   "     0  CONST        r1:n := 3\n"
                                   "     1  ADD32I       r2 := r1:n, 1\n"
                                   "     2  LOAD32       r3 := [r0:&p - 4], align 4, atomic\n"
                                   "     3  CONST        r0:&p := &work+2\n"
                                   "     4  ADDN         r3 := r2, r3, 17 bits\n"
                                   "     5  FADDL        r4, r5 := r6, r7, r4, r5\n"
                                   "     6  BR           r3 ? -> 0 : -> 7\n"
                                   "     7  CALL         r2 := work(r0)\n"
                                   "     8  RET          r2\n"
                                   "\n";

static program *make(void)
{
    program *p = mem_alloc(sizeof *p);
    func *f = mem_alloc(sizeof *f);

    p->pointer_bytes = 8;
    vec_push(&p->types, (type){.name = NULL});
    vec_push(&p->signatures, program_string(p, "p:i", 3));
    vec_push(&p->objects, (object_init){.kind = OBJ_NONE});
    vec_push(&p->objects, (object_init){.kind = OBJ_FUNC, .name = "work", .align = 1});
    f->name = program_string(p, "work", 4);
    f->object = 1;
    f->ncode = LENGTH(code);
    f->code = mem_alloc(sizeof code);
    memcpy(f->code, code, sizeof code);
    f->nregs = 8;
    f->regclass = mem_alloc(f->nregs);
    f->regclass[0] = REG_PTR;
    f->nparams = 1;
    f->nresults = 1;
    f->defined = true;
    vec_push(&f->operands, (operand){.reg = 0});
    vec_push(&f->vars, (variable){.name = "p", .place = VAR_MEM, .reg = 0, .from = 0, .to = 5});
    vec_push(&f->vars, (variable){.name = "n", .place = VAR_REG, .reg = 1, .from = 0, .to = 5});
    vec_push(&p->funcs, f);
    return p;
}

static void names_are_kept_once(void **state)
{
    program *p = make();
    const char *first = program_string(p, "a name", 3);
    char many[16];

    (void)state;
    assert_string_equal(first, "a n");
    for (u32 i = 0; i < 5000; i++) {
        snprintf(many, sizeof many, "name%u", i);
        assert_string_equal(program_string(p, many, strlen(many)), many);
    }
    assert_ptr_equal(first, program_string(p, "a n", 3));
    assert_string_equal(program_string(p, "", 0), "");
    program_free(p);
}

static void digest_sees_code(void **state)
{
    program *p = make();
    u64 before;

    (void)state;
    program_digest(p);
    before = p->hash;
    program_digest(p);
    assert_true(before == p->hash);
    p->funcs.at[0]->code[0].imm = 4;
    program_digest(p);
    assert_true(before != p->hash);
    program_free(p);
}

static void listing_is_readable(void **state)
{
    program *p = make();
    text out = {0};

    (void)state;
    program_verify(p);
    program_print(p, NULL, &out);
    assert_string_equal(text_str(&out), listing);
    text_free(&out);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_kept_once),
        cmocka_unit_test(digest_sees_code),
        cmocka_unit_test(listing_is_readable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
