/* The intern table and the visited set. */
#include "base/hash.h"
#include "store/intern.h"
#include "store/lossy.h"
#include "store/visited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A string of words that depends on a number alone. */
static u32 make(u32 number, u32 *words)
{
    rng r = {number};
    u32 n = (u32)(rng_next(&r) % 20);

    for (u32 i = 0; i < n; i++)
        words[i] = (u32)rng_next(&r) % 3;
    return n;
}

static void equal_strings_have_equal_numbers(void **state)
{
    intern t;
    u32 words[20], numbers[5000];

    (void)state;
    intern_open(&t, 0);
    for (u32 i = 0; i < 5000; i++)
        numbers[i] = intern_put(&t, words, make(i, words), NULL);
    for (u32 i = 0; i < 5000; i++) {
        bool fresh = true;
        u32 n = make(i, words), got, id = intern_put(&t, words, n, &fresh);
        const u32 *back = intern_get(&t, id, &got);

        assert_int_equal(id, numbers[i]);
        assert_true(id != 0);
        assert_false(fresh);
        assert_int_equal(got, n);
        assert_memory_equal(back, words, n * sizeof *words);
    }
    intern_close(&t);
}

static void different_strings_have_different_numbers(void **state)
{
    intern t;
    u32 last = 0;

    (void)state;
    intern_open(&t, 0);
    for (u32 i = 0; i < 200000; i++) {
        u32 words[2] = {i, ~i};
        bool fresh = false;
        u32 id = intern_put(&t, words, 2, &fresh);

        assert_true(fresh);
        assert_true(id != last);
        last = id;
    }
    assert_int_equal(t.count, 200000);
    intern_close(&t);
}

static void a_full_table_says_so(void **state)
{
    intern t;

    (void)state;
    intern_open(&t, 1 << 20);
    for (u32 i = 0; i < 300000 && !t.full; i++)
        intern_put(&t, &i, 1, NULL);
    assert_true(t.full);
    assert_true(intern_bytes(&t) >= 1 << 20);
    intern_close(&t);
}

static void keys_are_seen_once(void **state)
{
    visited v = {0};

    (void)state;
    for (u64 key = 1; key < 300000; key += 7)
        assert_int_equal(visited_put(&v, key), SEEN_NEW);
    for (u64 key = 1; key < 300000; key += 7)
        assert_int_equal(visited_put(&v, key), SEEN_BEFORE);
    assert_int_equal(visited_put(&v, 2), SEEN_NEW);
    assert_int_equal(v.count, (300000 - 1 + 6) / 7 + 1);
    visited_free(&v);
}

static void smaller_ranks_are_better(void **state)
{
    visited v = {0};

    (void)state;
    for (u64 key = 1; key <= 5000; key++)
        assert_int_equal(visited_put_ranked(&v, key, (u32)key % 50 + 10), SEEN_NEW);
    for (u64 key = 1; key <= 5000; key++) {
        u32 rank = (u32)key % 50 + 10;

        assert_int_equal(visited_put_ranked(&v, key, rank), SEEN_BEFORE);
        assert_int_equal(visited_put_ranked(&v, key, rank + 1), SEEN_BEFORE);
        assert_int_equal(visited_put_ranked(&v, key, rank - 3), SEEN_BETTER);
        assert_int_equal(visited_rank(&v, key), rank - 3);
    }
    visited_free(&v);
}

static print print_of(u64 i)
{
    return lossy_print((const u8 *)&i, sizeof i, 0);
}

static void fingerprints_are_seen_once(void **state)
{
    lossy l;

    (void)state;
    assert_true(lossy_open(&l, STORE_COMPACT, 0, false));
    for (u64 i = 0; i < 300000; i += 3)
        assert_true(lossy_put(&l, print_of(i)));
    for (u64 i = 0; i < 300000; i++)
        assert_int_equal(lossy_has(&l, print_of(i)), i % 3 == 0);
    assert_false(lossy_put(&l, print_of(3)));
    assert_int_equal(l.all->count, 100000);
    assert_true(lossy_omitted(&l) > 1e-10 && lossy_omitted(&l) < 1e-9);
    lossy_free(&l);
}

/* What is said to be missed is what is. */
static void a_full_table_of_bits_misses_as_many_as_it_says(void **state)
{
    lossy l;
    u64 missed = 0;

    (void)state;
    assert_true(lossy_open(&l, STORE_BITSTATE, 1 << 17, false));
    for (u64 i = 0; i < 300000; i++)
        missed += !lossy_put(&l, print_of(i));
    assert_true(missed > 10000);
    assert_true(lossy_omitted(&l) > 0.7 * (double)missed);
    assert_true(lossy_omitted(&l) < 1.3 * (double)missed);
    for (u64 i = 0; i < 300000; i++)
        assert_true(lossy_has(&l, print_of(i)));
    lossy_free(&l);
}

static void seeds_are_other_functions(void **state)
{
    u64 i = 7;

    (void)state;
    assert_true(lossy_print((u8 *)&i, 8, 1).of[0] != lossy_print((u8 *)&i, 8, 2).of[0]);
    assert_true(lossy_print((u8 *)&i, 8, 1).of[1] != lossy_print((u8 *)&i, 8, 2).of[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_strings_have_equal_numbers),
        cmocka_unit_test(different_strings_have_different_numbers),
        cmocka_unit_test(a_full_table_says_so),
        cmocka_unit_test(keys_are_seen_once),
        cmocka_unit_test(smaller_ranks_are_better),
        cmocka_unit_test(fingerprints_are_seen_once),
        cmocka_unit_test(a_full_table_of_bits_misses_as_many_as_it_says),
        cmocka_unit_test(seeds_are_other_functions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
