/* Types and names from debug information, by way of a whole program. */
#include "front/front.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const source =
    "enum color { RED, GREEN = 5, BLUE = -3 };\n"
    "typedef struct node node;\n"
    "struct node {\n"
    "    node *next;\n"
    "    int v : 5;\n"
    "    unsigned w : 3;\n"
    "    union { int i; float f; } u;\n"
    "    enum color c;\n"
    "};\n"
    "node grid[2][3];\n"
    "_Atomic volatile unsigned long counter;\n"
    "const char *text = \"x\";\n"
    "_Bool flag;\n"
    "static int (*table[4])(int);\n"
    "int main(int argc, char **argv) { counter++; flag = argc > 1; return grid[1][2].v + *text + "
    "(table[0] != 0) + argv[0][0]; }\n";

static program *load(const char *extra)
{
    char folder[] = "/tmp/heddle-types-XXXXXX", path[64];
    front_options o = {0};
    program *p;
    FILE *f;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/types.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(source, f);
    fclose(f);
    vec_push(&o.files, path);
    vec_push(&o.args, "first");
    if (extra)
        vec_push(&o.clang, extra);
    p = front_load(&o);
    unlink(path);
    rmdir(folder);
    vec_free(&o.files);
    vec_free(&o.args);
    vec_free(&o.clang);
    return p;
}

static const type *type_of(const program *p, const char *name)
{
    for (u32 i = 1; i < p->objects.n; i++)
        if (p->objects.at[i].name && !strcmp(p->objects.at[i].name, name))
            return &p->types.at[p->objects.at[i].type];
    fail_msg("no object %s", name);
    return NULL;
}

static const type *element(const program *p, const type *t)
{
    return &p->types.at[t->element];
}

static void check_node(const program *p, const type *t)
{
    const type *color;

    assert_int_equal(t->kind, TYPE_STRUCT);
    assert_string_equal(t->name, "node");
    assert_int_equal(t->size, 2 * 8 + 4 + 4);
    assert_int_equal(t->members.n, 5);
    assert_string_equal(t->members.at[0].name, "next");
    assert_ptr_equal(element(p, &p->types.at[t->members.at[0].type]), t);
    assert_int_equal(t->members.at[1].bits, 5);
    assert_int_equal(t->members.at[2].bit_offset, 64 + 5);
    assert_int_equal(p->types.at[t->members.at[2].type].kind, TYPE_UNSIGNED);
    assert_int_equal(p->types.at[t->members.at[3].type].kind, TYPE_UNION);
    color = &p->types.at[t->members.at[4].type];
    assert_string_equal(color->name, "enum color");
    assert_int_equal(color->kind, TYPE_ENUM);
    assert_string_equal(color->members.at[2].name, "BLUE");
    assert_true((i64)color->members.at[2].bit_offset == -3);
}

static void types_are_those_of_the_source(void **state)
{
    program *p = load(NULL);
    const type *grid = type_of(p, "grid"), *words = type_of(p, "text"),
               *table = type_of(p, "table");

    (void)state;
    assert_int_equal(grid->kind, TYPE_ARRAY);
    assert_int_equal(grid->count, 2);
    assert_int_equal(element(p, grid)->count, 3);
    check_node(p, element(p, element(p, grid)));
    assert_int_equal(type_of(p, "counter")->kind, TYPE_UNSIGNED);
    assert_int_equal(type_of(p, "flag")->kind, TYPE_BOOL);
    assert_int_equal(words->kind, TYPE_POINTER);
    assert_int_equal(element(p, words)->kind, TYPE_CHAR);
    assert_int_equal(table->count, 4);
    assert_int_equal(element(p, element(p, table))->kind, TYPE_FUNCTION);
    program_free(p);
}

static const func *find_main(const program *p)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (!strcmp(p->funcs.at[i]->name, "main"))
            return p->funcs.at[i];
    fail_msg("no main");
    return NULL;
}

static void parameters_have_names(void **state)
{
    program *p = load(NULL);
    const func *f = find_main(p);
    u32 parameters = 0;

    (void)state;
    assert_int_equal(f->decl.line, 15);
    for (u32 i = 0; i < f->vars.n; i++)
        parameters += f->vars.at[i].parameter;
    assert_int_equal(parameters, 2);
    program_free(p);
}

static void arguments_are_objects(void **state)
{
    program *p = load(NULL);
    const object_init *list = &p->objects.at[POINTER_OBJECT(p->argv)];

    (void)state;
    assert_int_equal(p->argc, 2);
    assert_int_equal(list->size, 3 * 8);
    assert_int_equal(list->relocs.n, 2);
    assert_string_equal((char *)p->objects.at[POINTER_OBJECT(list->relocs.at[1].value)].bytes,
                        "first");
    assert_string_equal(p->level, "-O0");
    program_free(p);
}

static void digest_is_stable(void **state)
{
    program *p = load(NULL), *again = load(NULL), *other = load("-O2");

    (void)state;
    assert_true(p->hash == again->hash);
    assert_true(p->hash != other->hash);
    assert_string_equal(other->level, "-O2");
    program_free(p);
    program_free(again);
    program_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_those_of_the_source),
        cmocka_unit_test(parameters_have_names),
        cmocka_unit_test(arguments_are_objects),
        cmocka_unit_test(digest_is_stable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
