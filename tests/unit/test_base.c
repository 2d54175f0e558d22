/* Vectors, texts, hashing and the random generator. */
#include "base/base.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void vectors_grow_and_keep(void **state)
{
    VEC(u64) v = {0};

    (void)state;
    for (u64 i = 0; i < 10000; i++)
        vec_push(&v, i * i);
    assert_int_equal(v.n, 10000);
    for (u64 i = 0; i < 10000; i++)
        assert_int_equal(v.at[i], i * i);
    assert_int_equal(vec_pop(&v), 9999 * 9999);
    assert_int_equal(vec_last(&v), 9998 * 9998);
    vec_reserve(&v, 50000);
    assert_true(v.cap >= 59999);
    assert_int_equal(v.at[77], 77 * 77);
    vec_clear(&v);
    assert_int_equal(v.n, 0);
    vec_free(&v);
    assert_null(v.at);
}

static void memory_is_zeroed(void **state)
{
    u8 *p = mem_alloc(1000);

    (void)state;
    for (u32 i = 0; i < 1000; i++)
        assert_int_equal(p[i], 0);
    mem_free(p);
    mem_free(NULL);
    char *s = mem_strndup("warp and weft", 4);
    assert_string_equal(s, "warp");
    mem_free(s);
}

static void texts_grow(void **state)
{
    text t = {0};

    (void)state;
    assert_string_equal(text_str(&t), "");
    for (int i = 0; i < 1000; i++)
        text_addf(&t, "%d,", i);
    assert_int_equal(t.n, 10 * 2 + 90 * 3 + 900 * 4);
    assert_int_equal(strlen(text_str(&t)), t.n);
    text_clear(&t);
    assert_string_equal(text_str(&t), "");
    text_addn(&t, "a\0b", 3);
    assert_int_equal(t.n, 3);
    text_free(&t);
}

static void strings_become_json(void **state)
{
    text t = {0};

    (void)state;
    text_json(&t, "a\"b\\c\nd\te");
    assert_string_equal(text_str(&t), "\"a\\\"b\\\\c\\nd\\u0009e\"");
    text_free(&t);
}

static void files_are_read_whole(void **state)
{
    char path[] = "/tmp/heddle-unit.XXXXXX";
    int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    text t = {0};

    (void)state;
    for (int i = 0; i < 70000; i++)
        fputs("xy", f);
    fclose(f);
    assert_true(text_read_file(&t, path));
    assert_int_equal(t.n, 140000);
    unlink(path);
    assert_false(text_read_file(&t, path));
    text_free(&t);
}

static void hashes_tell_apart(void **state)
{
    u32 a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 5};

    (void)state;
    assert_true(hash_words(a, 4) == hash_words(a, 4));
    assert_true(hash_words(a, 4) != hash_words(b, 4));
    assert_true(hash_words(a, 3) == hash_words(b, 3));
    assert_true(hash_words(a, 2) != hash_words(a, 3));
    assert_true(hash_bytes("ab", 2, 0) != hash_bytes("ab", 2, 1));
    assert_true(hash_bytes("ab", 2, 0) != hash_bytes("ba", 2, 0));
}

static void random_numbers_repeat(void **state)
{
    rng a = {7}, b = {7}, c = {8};
    u32 same = 0;

    (void)state;
    for (int i = 0; i < 100; i++) {
        u64 x = rng_next(&a);

        assert_true(x == rng_next(&b));
        same += x == rng_next(&c);
    }
    assert_int_equal(same, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_grow_and_keep),
        cmocka_unit_test(memory_is_zeroed),
        cmocka_unit_test(texts_grow),
        cmocka_unit_test(strings_become_json),
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(hashes_tell_apart),
        cmocka_unit_test(random_numbers_repeat),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
