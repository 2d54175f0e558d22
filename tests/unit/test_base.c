/* Vectors, texts, maps, JSON, processes, hashing and the random generator. */
#include "base/base.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/process.h"
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

static void maps_number_and_keep(void **state)
{
    map m = {0};
    u64 value;

    (void)state;
    assert_int_equal(map_find(&m, 0), NO_NUMBER);
    assert_false(map_get(&m, 0, &value));
    for (u64 i = 0; i < 10000; i++)
        map_put(&m, i * i, i);
    for (u64 i = 0; i < 10000; i++) {
        assert_int_equal(map_number(&m, i * i), i);
        assert_true(map_get(&m, i * i, &value));
        assert_int_equal(value, i);
    }
    assert_int_equal(map_find(&m, 3), NO_NUMBER);
    map_put(&m, 4, 77);
    assert_true(map_get(&m, 4, &value));
    assert_int_equal(value, 77);
    assert_int_equal(m.keys.n, 10000);
    map_free(&m);
    assert_int_equal(map_number(&m, 5), 0);
    map_free(&m);
}

static void json_nests(void **state)
{
    text t = {0};
    json j = {.out = &t};

    (void)state;
    json_object(&j, NULL);
    json_string(&j, "a", "x\"");
    json_array(&j, "b");
    json_number(&j, NULL, 1);
    json_object(&j, NULL);
    json_bool(&j, "c", true);
    json_null(&j, "d");
    json_end(&j);
    json_end(&j);
    json_array(&j, "e");
    json_end(&j);
    json_end(&j);
    assert_string_equal(text_str(&t), "{\n  \"a\": \"x\\\"\",\n"
                                      "  \"b\": [1, {\"c\": true, \"d\": null}],\n"
                                      "  \"e\": []\n}");
    text_free(&t);
}

static void processes_are_run(void **state)
{
    const char *const echo[] = {"sh", "-c", "read x; echo got $x; exit 3", NULL};
    const char *const absent[] = {"no-such-program-of-heddle", NULL};
    char line[64] = "";
    FILE *to, *from;
    pid_t child = process_pipe(echo, &to, &from);
    char *path = find_program("sh");

    (void)state;
    fputs("this\n", to);
    fclose(to);
    assert_non_null(fgets(line, sizeof line, from));
    fclose(from);
    assert_string_equal(line, "got this\n");
    assert_int_equal(process_await(child), 3 << 8);
    assert_true(process_pipe(absent, NULL, &from) < 0);
    assert_null(from);
    assert_non_null(path);
    assert_null(find_program(absent[0]));
    assert_false(find_is_program("/no/such/program"));
    mem_free(path);
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
        cmocka_unit_test(maps_number_and_keep),
        cmocka_unit_test(json_nests),
        cmocka_unit_test(processes_are_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
