/* Strings of bytes in terms of those before: what is read is what was written, and little is. */
#include "base/hash.h"
#include "search/pieces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { BYTES = 400 };

/* Both ends of a way. */
typedef struct way {
    pieces there, here;
    byte_list sent, got;
    u64 bytes; /* that were sent */
} way;

static void pass(way *w, const u8 *bytes, u32 n)
{
    const u8 *at;

    vec_clear(&w->sent);
    vec_clear(&w->got);
    pieces_put(&w->there, bytes, n, &w->sent);
    at = w->sent.at;
    pieces_get(&w->here, &at, &w->got);
    assert_ptr_equal(at, w->sent.at + w->sent.n);
    assert_int_equal(w->got.n, n);
    if (n)
        assert_memory_equal(w->got.at, bytes, n);
    w->bytes += w->sent.n;
}

static void end(way *w)
{
    pieces_free(&w->there);
    pieces_free(&w->here);
    vec_free(&w->sent);
    vec_free(&w->got);
}

/* One byte changes, or a stretch moves, at a time. */
static void test_alike(void **state)
{
    way w = {0};
    rng r = {1};
    u8 bytes[BYTES + 1];

    (void)state;
    for (u32 i = 0; i <= BYTES; i++)
        bytes[i] = (u8)rng_next(&r);
    for (u32 i = 0; i < 1000; i++) {
        if (i % 3)
            bytes[rng_next(&r) % BYTES] = (u8)(i % 7);
        else
            memmove(bytes + 1, bytes, BYTES);
        pass(&w, bytes, BYTES);
    }
    assert_true(w.bytes < 1000 * BYTES / 3);
    end(&w);
}

/* More pieces than are kept, strings of any length, and one that is longer than all. */
static void test_many(void **state)
{
    static u8 bytes[3 << 20];
    way w = {0};
    rng r = {2};

    (void)state;
    for (u32 i = 0; i < sizeof bytes; i++)
        bytes[i] = (u8)rng_next(&r);
    for (u32 i = 0; i < 3000; i++)
        pass(&w, bytes + rng_next(&r) % 1000000, (u32)(rng_next(&r) % 600));
    pass(&w, bytes, sizeof bytes);
    pass(&w, bytes, sizeof bytes);
    pass(&w, bytes, 5);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_alike), cmocka_unit_test(test_many)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
