/* Trace files: what is written is read back; what is cut or changed is refused. */
#include "base/hash.h"
#include "base/text.h"
#include "trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char path[] = "/tmp/heddle-unit.trace";

static void fill(trace *t)
{
    *t = (trace){.program = 0x123456789abcdef0u,
                 .error = ERR_ASSERTION,
                 .line = 42,
                 .shortest = true,
                 .calmest = true,
                 .lasso = true,
                 .loop = 2};
    t->folder = mem_strdup("/home/a user\\with\nodd names");
    t->file = mem_strdup("queue.c");
    t->message = mem_strdup("assertion failed: a == \"b\"");
    vec_push(&t->command, mem_strdup("queue.c"));
    vec_push(&t->command, mem_strdup("-DTEXT=two words\nand lines"));
    vec_push(&t->moves, (trace_move){mem_strdup("0"), MOVE_RUN, 0});
    vec_push(&t->moves, (trace_move){mem_strdup("0.1"), MOVE_START, 0});
    vec_push(&t->moves, (trace_move){mem_strdup("0.1.7"), MOVE_SPURIOUS, 4000000000u});
}

static void same(const trace *a, const trace *b)
{
    assert_string_equal(a->folder, b->folder);
    assert_string_equal(a->file, b->file);
    assert_string_equal(a->message, b->message);
    assert_true(a->program == b->program);
    assert_int_equal(a->error, b->error);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->shortest, b->shortest);
    assert_int_equal(a->calmest, b->calmest);
    assert_int_equal(a->lasso, b->lasso);
    assert_int_equal(a->loop, b->loop);
    assert_int_equal(a->command.n, b->command.n);
    for (u32 i = 0; i < a->command.n; i++)
        assert_string_equal(a->command.at[i], b->command.at[i]);
    assert_int_equal(a->moves.n, b->moves.n);
    for (u32 i = 0; i < a->moves.n; i++) {
        assert_string_equal(a->moves.at[i].thread, b->moves.at[i].thread);
        assert_int_equal(a->moves.at[i].kind, b->moves.at[i].kind);
        assert_int_equal(a->moves.at[i].choice, b->moves.at[i].choice);
    }
}

static void written_is_read(void **state)
{
    trace a, b = {0};

    (void)state;
    fill(&a);
    assert_true(trace_write(&a, path));
    assert_null(trace_read(&b, path));
    same(&a, &b);
    trace_free(&a);
    trace_free(&b);
    unlink(path);
}

static void put_file(const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fwrite(bytes, 1, n, f);
    fclose(f);
}

static void cut_is_refused(void **state)
{
    trace a;
    text whole = {0};

    (void)state;
    fill(&a);
    assert_true(trace_write(&a, path));
    assert_true(text_read_file(&whole, path));
    for (size_t n = 0; n < whole.n; n++) {
        trace b = {0};

        put_file(whole.at, n);
        assert_non_null(trace_read(&b, path));
        trace_free(&b);
    }
    trace_free(&a);
    text_free(&whole);
    unlink(path);
}

static void changed_is_refused(void **state)
{
    trace a;
    text whole = {0};

    (void)state;
    fill(&a);
    assert_true(trace_write(&a, path));
    assert_true(text_read_file(&whole, path));
    for (size_t i = 0; i < whole.n; i++) {
        trace b = {0};

        whole.at[i] ^= 1;
        put_file(whole.at, whole.n);
        assert_non_null(trace_read(&b, path));
        trace_free(&b);
        whole.at[i] ^= 1;
    }
    trace_free(&a);
    text_free(&whole);
    unlink(path);
}

static void an_empty_trace_is_read(void **state)
{
    trace a = {0}, b = {0};

    (void)state;
    assert_true(trace_write(&a, path));
    assert_null(trace_read(&b, path));
    assert_int_equal(b.moves.n, 0);
    assert_string_equal(b.folder, "");
    trace_free(&b);
    unlink(path);
}

static void says(const char *bytes, const char *part)
{
    trace b = {0};
    const char *message;

    put_file(bytes, strlen(bytes));
    message = trace_read(&b, path);
    assert_non_null(message);
    assert_non_null(strstr(message, part));
    trace_free(&b);
    unlink(path);
}

static void other_files_are_told_apart(void **state)
{
    (void)state;
    says("", "empty");
    says("int main(void) { return 0; }\n", "no trace");
    says("heddle tr", "cut short");
    says("heddle trace 3\nend\n", "another version");
    says("heddle trace 2\nmoves 0\n", "cut short");
    says("heddle trace 2\nmoves 0\nchecksum 0000000000000000\nend\n", "changed");
}

/* Lines with a right checksum that mean nothing. */
static void nonsense(const char *lines)
{
    text t = {0};

    text_addf(&t, "heddle trace 2\n%s", lines);
    text_addf(&t, "checksum %016llx\nend\n", (unsigned long long)hash_bytes(t.at, t.n, 1));
    says(text_str(&t), "not understood");
    text_free(&t);
}

static void lines_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    nonsense("");
    nonsense("colour green\nmoves 0\n");
    nonsense("moves one\n");
    nonsense("moves 1\n");
    nonsense("moves 0\n0 run 0\n");
    nonsense("moves 1\n0. run 0\n");
    nonsense("moves 1\n0 fly 0\n");
    nonsense("moves 1\n0 run -1\n");
    nonsense("moves 1\n0 run 4294967296\n");
    nonsense("error colour\nmoves 0\n");
}

static void absent_is_refused(void **state)
{
    trace b = {0};

    (void)state;
    assert_non_null(trace_read(&b, "/nonexistent/heddle.trace"));
    trace_free(&b);
    assert_false(trace_write(&b, "/nonexistent/heddle.trace"));
}

static void create(births *b, u16 by, u16 child)
{
    taken t = {0};

    vec_push(&t.events, (event){.kind = EV_CREATE, .thread = by, .value = child});
    births_after(b, by, &t);
    taken_free(&t);
}

static void threads_are_named_by_birth(void **state)
{
    births b;

    (void)state;
    births_init(&b);
    assert_int_equal(births_slot(&b, "0"), 0);
    assert_int_equal(births_slot(&b, "0.1"), -1);
    create(&b, 0, 1);
    create(&b, 1, 2);
    create(&b, 0, 3);
    assert_int_equal(births_slot(&b, "0.1"), 1);
    assert_int_equal(births_slot(&b, "0.1.1"), 2);
    assert_int_equal(births_slot(&b, "0.2"), 3);
    /* A slot that is used again has another name. */
    create(&b, 0, 1);
    assert_int_equal(births_slot(&b, "0.3"), 1);
    assert_int_equal(births_slot(&b, "0.1"), -1);
    births_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read),
        cmocka_unit_test(cut_is_refused),
        cmocka_unit_test(changed_is_refused),
        cmocka_unit_test(absent_is_refused),
        cmocka_unit_test(an_empty_trace_is_read),
        cmocka_unit_test(other_files_are_told_apart),
        cmocka_unit_test(lines_that_mean_nothing_are_refused),
        cmocka_unit_test(threads_are_named_by_birth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
