/* Interning and trees: equal contents have equal numbers, and loading calls back exactly what
 * differs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#undef fail

#include "base/hash.h"
#include "store/intern.h"
#include "vm/tree.h"

#include <string.h>

typedef struct board {
    intern table;
    tree t;
    u32 value[5000]; /* what each leaf holds now */
    u32 loads;
} board;

static u32 leaf(void *context, u32 i)
{
    board *b = context;

    return intern_put(&b->table, &b->value[i], 1, NULL);
}

static void load(void *context, u32 i, u32 id)
{
    board *b = context;
    u32 n;

    b->value[i] = intern_get(&b->table, id, &n)[0];
    b->loads++;
}

static void set(board *b, u32 i, u32 v)
{
    b->value[i] = v;
    tree_dirty(&b->t, i);
}

static void interns_by_contents(void **state)
{
    intern t;
    u32 w[40];
    bool fresh;

    (void)state;
    intern_open(&t, 0);
    for (u32 k = 0; k < 20000; k++) {
        u32 n = k % 40;

        for (u32 j = 0; j < 40; j++)
            w[j] = k / 40 * (j + 1);
        u32 id = intern_put(&t, w, n, &fresh);
        u32 again = intern_put(&t, w, n, &fresh), length;

        assert_int_equal(id, again);
        assert_false(fresh);
        assert_memory_equal(intern_get(&t, id, &length), w, n * 4);
        assert_int_equal(length, n);
    }
    intern_close(&t);
}

static void loads_what_differs(void **state)
{
    board *b = mem_alloc(sizeof *b);

    (void)state;
    intern_open(&b->table, 0);
    tree_size(&b->t, 100);
    u32 first = tree_save(&b->t, &b->table, leaf, b);

    set(b, 7, 1);
    set(b, 93, 2);
    u32 second = tree_save(&b->t, &b->table, leaf, b);

    assert_int_not_equal(first, second);
    tree_load(&b->t, &b->table, first, 100, load, b);
    assert_int_equal(b->loads, 2);
    assert_int_equal(b->value[7], 0);
    set(b, 50, 9); /* dirty, never saved: loading must undo it */
    tree_load(&b->t, &b->table, second, 100, load, b);
    assert_int_equal(b->loads, 5);
    assert_int_equal(b->value[50], 0);
    assert_int_equal(b->value[93], 2);
    tree_free(&b->t);
    intern_close(&b->table);
    mem_free(b);
}

/* Random sets, sizes, saves and loads against plain copies. */
static void agrees_with_copies(void **state)
{
    enum { KEPT = 64 };
    static u32 copies[KEPT][600], sizes[KEPT], roots[KEPT];
    board *b = mem_alloc(sizeof *b);
    rng r = {7};
    u32 kept = 0;

    (void)state;
    intern_open(&b->table, 0);
    tree_size(&b->t, 10);
    for (u32 round = 0; round < 20000; round++) {
        u64 what = rng_next(&r) % 8;

        if (what < 4 && b->t.n) {
            set(b, (u32)(rng_next(&r) % b->t.n), (u32)(rng_next(&r) % 3));
        } else if (what == 4) {
            u32 n = (u32)(rng_next(&r) % 600), old = b->t.n;

            tree_size(&b->t, n);
            for (u32 k = old; k < n; k++)
                b->value[k] = 0;
        } else if (what < 7) {
            u32 root = tree_save(&b->t, &b->table, leaf, b), k = kept % KEPT;

            for (u32 j = 0; j < (kept < KEPT ? kept : KEPT); j++)
                if (sizes[j] == b->t.n)
                    assert_true((roots[j] == root) == !memcmp(copies[j], b->value, b->t.n * 4));
            memcpy(copies[k], b->value, sizeof copies[k]);
            sizes[k] = b->t.n;
            roots[k] = root;
            kept++;
        } else if (kept) {
            u32 k = (u32)(rng_next(&r) % (kept < KEPT ? kept : KEPT));

            tree_load(&b->t, &b->table, roots[k], sizes[k], load, b);
            assert_memory_equal(b->value, copies[k], sizes[k] * 4);
        }
    }
    tree_free(&b->t);
    intern_close(&b->table);
    mem_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interns_by_contents),
        cmocka_unit_test(loads_what_differs),
        cmocka_unit_test(agrees_with_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
