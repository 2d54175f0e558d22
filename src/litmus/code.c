/* Threads in C: `P0 (atomic_int *x, int *y) { ... }`.  A body is handed to clang as it is, so that
 * it may be any C; clang's messages come with its lines.  What would leave the thread before what
 * it has in its registers is told, and what would reach out of the test, is refused here. */
#include "litmus/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const refused[] = {"return", "asm", "__asm__", "__asm", "goto"};

static void check_word(const reader *r)
{
    for (u32 i = 0; i < LENGTH(refused); i++)
        if (reader_at_word(r, refused[i]))
            reader_fail(r, "'%s' is not understood in a litmus test", refused[i]);
}

/* Over a word, a string or a character. */
static void pass(reader *r)
{
    size_t n = text_word(r->at);

    if (n) {
        check_word(r);
        r->at += n;
    } else if (*r->at == '#' || *r->at == '"' || *r->at == '\'') {
        reader_fail(r, "'%c' is not understood in a litmus test", *r->at);
    } else {
        r->at++;
    }
}

static void read_body(reader *r, litmus_thread *thread)
{
    reader begin;
    u32 depth = 1;

    reader_expect(r, "{");
    begin = *r;
    thread->line = r->line;
    for (;;) {
        const char *from = r->at;
        u32 line = r->line;

        reader_skip_code(r);
        if (r->at != from)
            for (text_addc(&thread->body, ' '); line < r->line; line++)
                text_addc(&thread->body, '\n');
        if (!*r->at)
            reader_fail(&begin, "this thread has no end: '}' is missing");
        depth += *r->at == '{';
        depth -= *r->at == '}';
        if (!depth)
            break;
        from = r->at;
        pass(r);
        text_addn(&thread->body, from, (size_t)(r->at - from));
    }
    r->at++;
}

/* `atomic_int *x`: the words before the star are the type. */
static void read_parameter(reader *r, litmus_thread *thread)
{
    size_t n = strcspn(r->at, ",)"), star = n;
    litmus_parameter p;
    text type = {0};

    if (r->at[n] == ')' && memchr(r->at, '(', n)) { /* _Atomic(int) *x */
        n += 1 + strcspn(r->at + n + 1, ",)");
        star = n;
    }
    while (star && r->at[star - 1] != '*')
        star--;
    if (star < 2 || memchr(r->at, '\n', n))
        reader_fail(r, "a parameter is a pointer to a location, such as atomic_int *x");
    if (memchr(r->at, '*', star - 1))
        reader_fail(r, "pointers to pointers are not understood in a litmus test");
    text_addn(&type, r->at, star - 1);
    r->at += star;
    p.place = reader_place(r, -1, reader_word(r, "the name of a location"));
    p.type = mem_strdup(text_trim(type.at));
    text_free(&type);
    if (!r->t->places.at[p.place].type)
        r->t->places.at[p.place].type = mem_strdup(p.type);
    vec_push(&thread->parameters, p);
}

static void read_parameters(reader *r, litmus_thread *thread)
{
    reader_expect(r, "(");
    reader_skip(r);
    if (reader_at_word(r, "void"))
        r->at += strcspn(r->at, ")*") == 4 ? 4 : 0;
    while (!reader_take(r, ")")) {
        reader_skip(r);
        read_parameter(r, thread);
        if (!reader_take(r, ",") && (reader_skip(r), *r->at != ')'))
            reader_fail(r, "',' or ')' is expected");
    }
}

static bool at_thread(reader *r)
{
    reader_skip(r);
    return *r->at == 'P' && r->at[1] >= '0' && r->at[1] <= '9';
}

void code_read(reader *r)
{
    while (at_thread(r)) {
        litmus_thread thread = {0};
        char *name = reader_word(r, "P0");

        if (strtoul(name + 1, NULL, 10) != r->t->threads.n)
            reader_fail(r, "the next thread is P%" PRIu32 ", not %s", r->t->threads.n, name);
        mem_free(name);
        read_parameters(r, &thread);
        read_body(r, &thread);
        vec_push(&r->t->threads, thread);
    }
}
