/* Names of places and values over a small machine made by hand: types, a few globals, a list on the
 * heap, and no threads. */
#include "vm/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    T_INT = 1,
    T_UINT,
    T_BOOL,
    T_CHAR,
    T_INTS,
    T_NODE,
    T_NODE_POINTER,
    T_COLOUR,
    T_QUEUE,
    T_BITS,
    T_UNION,
    T_DOUBLE,
    T_MUTEX,
    T_FLOAT,
    T_BYTE,
    T_VOID_POINTER,
    T_FLEXIBLE,
    T_CHARS,
    T_TEXT,
    T_COUNT
};
enum {
    O_FLAG = 1,
    O_QUEUE,
    O_HEAD,
    O_WORKER,
    O_STRING,
    O_STATIC = O_STRING,
    O_FIRST,
    O_SECOND,
    O_LOOSE
};

static program prog;
static machine m;

static void set(u32 id, type_kind kind, const char *name, u64 size, u32 element, u32 count)
{
    prog.types.at[id] =
        (type){.kind = kind, .name = name, .size = size, .element = element, .count = count};
}

static void has(u32 id, const char *name, u32 ty, u64 bit_offset, u32 bits)
{
    vec_push(&prog.types.at[id].members, (member){name, ty, bit_offset, bits});
}

static void make_types(void)
{
    for (u32 i = 0; i < T_COUNT; i++)
        vec_push(&prog.types, (type){0});
    set(T_INT, TYPE_SIGNED, "int", 4, 0, 0);
    set(T_UINT, TYPE_UNSIGNED, "unsigned int", 4, 0, 0);
    set(T_BOOL, TYPE_BOOL, "_Bool", 1, 0, 0);
    set(T_CHAR, TYPE_CHAR, "char", 1, 0, 0);
    set(T_BYTE, TYPE_UNSIGNED, "uint8_t", 1, 0, 0);
    set(T_DOUBLE, TYPE_FLOAT, "double", 8, 0, 0);
    set(T_FLOAT, TYPE_FLOAT, "float", 4, 0, 0);
    set(T_INTS, TYPE_ARRAY, "", 8, T_INT, 2);
    set(T_VOID_POINTER, TYPE_POINTER, "", 8, 0, 0);
    set(T_NODE_POINTER, TYPE_POINTER, "", 8, T_NODE, 0);
    set(T_NODE, TYPE_STRUCT, "struct node", 16, 0, 0);
    has(T_NODE, "next", T_NODE_POINTER, 0, 0);
    has(T_NODE, "value", T_INT, 64, 0);
    set(T_COLOUR, TYPE_ENUM, "enum colour", 4, T_UINT, 0);
    has(T_COLOUR, "RED", 0, 0, 0);
    has(T_COLOUR, "GREEN", 0, 1, 0);
    set(T_MUTEX, TYPE_UNION, "pthread_mutex_t", 40, 0, 0);
    has(T_MUTEX, "__data", T_INTS, 0, 0);
    set(T_QUEUE, TYPE_STRUCT, "queue", 72, 0, 0);
    has(T_QUEUE, "lock", T_MUTEX, 0, 0);
    has(T_QUEUE, "items", T_INTS, 40 * 8, 0);
    has(T_QUEUE, "n", T_UINT, 48 * 8, 0);
    has(T_QUEUE, "first", T_NODE, 56 * 8, 0);
    set(T_BITS, TYPE_STRUCT, "struct bits", 4, 0, 0);
    has(T_BITS, "low", T_UINT, 0, 3);
    has(T_BITS, "high", T_INT, 3, 5);
    set(T_UNION, TYPE_UNION, "union u", 8, 0, 0);
    has(T_UNION, "wide", T_DOUBLE, 0, 0);
    has(T_UNION, "narrow", T_INT, 0, 0);
    set(T_CHARS, TYPE_ARRAY, "", 0, T_CHAR, 0);
    set(T_TEXT, TYPE_ARRAY, "", 8, T_CHAR, 8);
    set(T_FLEXIBLE, TYPE_STRUCT, "struct text", 4, 0, 0);
    has(T_FLEXIBLE, "n", T_INT, 0, 0);
    has(T_FLEXIBLE, "bytes", T_CHARS, 32, 0);
}

static void global(const char *name, u32 ty, u32 size, object_kind kind, bool constant)
{
    object o = {.kind = kind == OBJ_FUNC ? OC_FUNC : OC_STATIC,
                .size = size,
                .flags = constant ? OF_CONST : OF_SHARED};

    vec_push(
        &prog.objects,
        (object_init){.kind = kind, .name = name, .size = size, .type = ty, .constant = constant});
    object_buffers(&m, &o, size);
    vec_push(&m.objects, o);
}

static void heap(u32 size)
{
    object o = {.kind = OC_HEAP};

    object_buffers(&m, &o, size);
    vec_push(&m.objects, o);
}

/* Stores a pointer without the bookkeeping of dirty components. */
static void point(u32 from, u32 offset, u32 to)
{
    object *o = &m.objects.at[from];
    u64 p = POINTER(to, 0);

    object_map(&m, o);
    o->map[offset / 8] = 1;
    memcpy(o->data + offset, &p, 8);
}

static int make(void **state)
{
    (void)state;
    prog.pointer_bytes = 8;
    m.prog = &prog;
    m.mem.nstatic = O_STATIC;
    make_types();
    vec_push(&prog.objects, (object_init){0});
    vec_push(&m.objects, (object){0});
    global("flag", T_INTS, 8, OBJ_GLOBAL, false);
    global("q", T_QUEUE, 72, OBJ_GLOBAL, false);
    global("head", T_NODE_POINTER, 8, OBJ_GLOBAL, false);
    global("worker", 0, 0, OBJ_FUNC, true);
    global(".str", T_CHARS, 6, OBJ_GLOBAL, true);
    memcpy(m.objects.at[O_STRING].data, "a\nbc", 5);
    heap(16);
    heap(32);
    heap(8);
    point(O_HEAD, 0, O_FIRST);
    point(O_FIRST, 0, O_SECOND);
    return 0;
}

static int drop(void **state)
{
    (void)state;
    for (u32 i = 0; i < m.objects.n; i++)
        object_release(&m, &m.objects.at[i]);
    for (u32 i = 0; i < prog.types.n; i++)
        vec_free(&prog.types.at[i].members);
    vec_free(&m.objects);
    vec_free(&prog.objects);
    vec_free(&prog.types);
    return 0;
}

static void place_is(u32 id, u32 offset, u32 size, const char *wanted, u32 ty)
{
    text out = {0};
    leaf is = name_place(&m, 0, id, (part){.offset = offset, .size = size}, &out);

    assert_string_equal(text_str(&out), wanted);
    assert_int_equal(is.type, ty);
    text_free(&out);
}

static void places(void **state)
{
    (void)state;
    place_is(O_FLAG, 4, 4, "flag[1]", T_INT);
    place_is(O_FLAG, 0, 8, "flag[0..1]", T_INT);
    place_is(O_FLAG, 5, 1, "flag[1]+1", 0);
    place_is(O_QUEUE, 44, 4, "q.items[1]", T_INT);
    place_is(O_QUEUE, 64, 4, "q.first.value", T_INT);
    place_is(O_QUEUE, 0, 40, "q.lock", T_MUTEX);
    place_is(O_QUEUE, 4, 4, "q.lock", T_MUTEX);
    place_is(O_QUEUE, 0, 72, "q", T_QUEUE);
}

static void paths(void **state)
{
    (void)state;
    place_is(O_FIRST, 8, 4, "head->value", T_INT);
    place_is(O_FIRST, 0, 8, "head->next", T_NODE_POINTER);
    place_is(O_SECOND, 8, 4, "head->next[0].value", T_INT);
    place_is(O_SECOND, 24, 4, "head->next[1].value", T_INT);
    place_is(O_LOOSE, 4, 4, "malloc#3+4", 0);
}

static void part_is(u32 ty, part at, const char *wanted, u32 found)
{
    text out = {0};
    leaf is = name_part(&prog, ty, at, &out);

    assert_string_equal(text_str(&out), wanted);
    assert_int_equal(is.type, found);
    text_free(&out);
}

static void parts(void **state)
{
    (void)state;
    part_is(T_UNION, (part){.size = 4}, ".narrow", T_INT);
    part_is(T_UNION, (part){.size = 8}, ".wide", T_DOUBLE);
    part_is(T_BITS, (part){.size = 4}, "", T_BITS); /* all fields at once */
    part_is(T_BITS, (part){.size = 4, .changed = 0x10}, ".high", T_INT);
    part_is(T_FLEXIBLE, (part){.offset = 9, .size = 1}, ".bytes[5]", T_CHAR);
    part_is(T_QUEUE, (part){.want = T_MUTEX}, ".lock", T_MUTEX);
    part_is(T_QUEUE, (part){0}, "", T_QUEUE);
}

static void value_is(leaf is, u64 bits, u32 size, u32 flags, const char *wanted)
{
    text out = {0};

    value_add(&m, 0, is, bits, size, flags, &out);
    assert_string_equal(text_str(&out), wanted);
    text_free(&out);
}

static void values(void **state)
{
    (void)state;
    value_is((leaf){.type = T_INT}, 0xffffffff, 4, 0, "-1");
    value_is((leaf){.type = T_UINT}, 0xffffffff, 4, 0, "4294967295");
    value_is((leaf){.type = T_BOOL}, 1, 1, 0, "true");
    value_is((leaf){.type = T_CHAR}, 'a', 1, 0, "'a'");
    value_is((leaf){.type = T_CHAR}, 0, 1, 0, "0");
    value_is((leaf){.type = T_CHAR}, '\n', 1, 0, "'\\n'");
    value_is((leaf){.type = T_BYTE}, 200, 1, 0, "200");
    value_is((leaf){.type = T_COLOUR}, 1, 4, 0, "GREEN");
    value_is((leaf){.type = T_COLOUR}, 7, 4, 0, "7");
    value_is((leaf){.type = T_DOUBLE}, 0x3fb999999999999a, 8, 0, "0.1");
    value_is((leaf){.type = T_FLOAT}, 0x40400000, 4, 0, "3.0");
    value_is((leaf){.type = T_INT, .bits = 5, .shift = 3}, 0xf8, 4, 0, "-1");
    value_is((leaf){.type = T_INT}, 5, 4, VALUE_UNDEFINED, "undefined");
    value_is((leaf){0}, 0xfe, 1, 0, "-2");
}

static void pointers(void **state)
{
    leaf pointer = {.type = T_VOID_POINTER};

    (void)state;
    value_is(pointer, 0, 8, 0, "NULL");
    value_is(pointer, 5, 8, 0, "(void *)5");
    value_is(pointer, (u64)-1, 8, 0, "(void *)-1");
    value_is(pointer, POINTER(O_FLAG, 4), 8, 0, "&flag[1]");
    value_is(pointer, POINTER(O_FLAG, 0), 8, 0, "&flag");
    value_is(pointer, POINTER(O_QUEUE, 40), 8, 0, "&q.items");
    value_is((leaf){.type = T_NODE_POINTER}, POINTER(O_QUEUE, 56), 8, 0, "&q.first");
    value_is(pointer, POINTER(O_WORKER, 0), 8, 0, "worker");
    value_is(pointer, POINTER(O_STRING, 0), 8, 0, "\"a\\nbc\"");
    value_is(pointer, POINTER(O_FIRST, 0), 8, 0, "malloc#1");
    value_is(pointer, POINTER(O_SECOND, 8), 8, 0, "malloc#2+8");
    value_is((leaf){.type = T_INT}, POINTER(O_FLAG, 4), 8, VALUE_POINTER, "&flag[1]");
}

static void memory_is(u32 ty, u32 id, u32 offset, const char *wanted)
{
    text out = {0};

    value_in_memory(&m, 0, ty, &m.objects.at[id], offset, 64, &out);
    assert_string_equal(text_str(&out), wanted);
    text_free(&out);
}

static void in_memory(void **state)
{
    object *flag = &m.objects.at[O_FLAG];

    (void)state;
    flag->data[0] = 3;
    memory_is(T_INTS, O_FLAG, 0, "{3, 0}");
    object_shadow(&m, flag);
    memset(flag->shadow + 4, 0xff, 4);
    memory_is(T_INTS, O_FLAG, 0, "{3, undefined}");
    memset(flag->shadow, 0, 8);
    memory_is(T_NODE, O_FIRST, 0, "{next = malloc#2, value = 0}");
    memory_is(T_MUTEX, O_QUEUE, 0, "{...}");
    flag->data[0] = 'h';
    memory_is(T_TEXT, O_FLAG, 0, "\"h\"");
    flag->data[0] = 0xd;
    memory_is(T_BITS, O_FLAG, 0, "{low = 5, high = 1}");
    flag->data[0] = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places), cmocka_unit_test(paths),    cmocka_unit_test(parts),
        cmocka_unit_test(values), cmocka_unit_test(pointers), cmocka_unit_test(in_memory),
    };

    return cmocka_run_group_tests(tests, make, drop);
}
