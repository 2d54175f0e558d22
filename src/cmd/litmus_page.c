/* The page of a litmus test.
 *
 * What a reader wants to see is how a state comes about that the condition speaks of.  That is a
 * counterexample to its contrary: the test's program with an assertion at its end goes through
 * heddle check, whose page this is.  `exists` and `~exists` assert that the condition is false,
 * `forall` that it is true. */
#include "base/process.h"
#include "cmd/litmus.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static void add_prop(const litmus *t, u32 prop_number, text *out)
{
    const prop *p = &t->props.at[prop_number];

    switch (p->kind) {
    case PROP_TRUE:
    case PROP_FALSE:
        text_add(out, p->kind == PROP_TRUE ? "1" : "0");
        break;
    case PROP_ATOM:
        litmus_global(&t->places.at[p->left], out);
        text_addf(out, " == %" PRIi64, p->value);
        break;
    case PROP_NOT:
        text_add(out, "!(");
        add_prop(t, p->left, out);
        text_add(out, ")");
        break;
    case PROP_AND:
    case PROP_OR:
        text_add(out, "(");
        add_prop(t, p->left, out);
        text_add(out, p->kind == PROP_AND ? " && " : " || ");
        add_prop(t, p->right, out);
        text_add(out, ")");
        break;
    }
}

/* The line on which the condition begins; 0: it is not found. */
static u32 condition_line(const litmus *t)
{
    static const char *const words[] = {"exists", "~exists", "forall", "~ exists"};
    text source = {0};
    u32 line = 1, found = 0;

    text_read_file(&source, t->file);
    for (const char *at = text_str(&source); *at; line++) {
        for (u32 i = 0; i < LENGTH(words); i++)
            if (strncmp(at, words[i], strlen(words[i])) == 0)
                found = line;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    text_free(&source);
    return found;
}

static void add_assertion(const litmus *t, text *out)
{
    u32 line = condition_line(t);

    if (line)
        text_addf(out, "#line %" PRIu32 "\n", line);
    if (t->filters) {
        text_add(out, "    if (");
        add_prop(t, t->filter, out);
        text_add(out, ")\n    ");
    }
    text_add(out, t->claim == CLAIM_ALWAYS ? "    assert(" : "    assert(!(");
    add_prop(t, t->condition, out);
    text_add(out, t->claim == CLAIM_ALWAYS ? ");\n" : "));\n");
}

/* The test's program; main asserts before it returns. */
static void add_program(const litmus *t, bool sections, text *out)
{
    static const char end[] = "    return 0;\n}";
    text plain = {0};
    const char *at = NULL;

    litmus_program(t, sections, &plain);
    for (const char *next = strstr(text_str(&plain), end); next; next = strstr(next + 1, end))
        at = next;
    if (!at)
        die("the program of a litmus test does not end as it must");
    text_add(out, "#include <assert.h>\n");
    text_addn(out, plain.at, (size_t)(at - plain.at));
    add_assertion(t, out);
    text_add(out, at);
    text_free(&plain);
}

static void write_program(const litmus *t, bool sections, const char *path)
{
    text source = {0};

    add_program(t, sections, &source);
    if (!text_write_file(&source, path))
        fail(EXIT_OUTPUT, "heddle litmus: %s cannot be written: %s", path, strerror(errno));
    text_free(&source);
}

/* The page speaks of the command that was typed, not of the one that made it. */
static void name_command(const litmus *t, const char *page)
{
    static const char head[] = "\"command\": \"";
    text all = {0};
    const char *from, *to;
    FILE *out;

    text_read_file(&all, page);
    from = strstr(text_str(&all), head);
    to = from ? strchr(from + strlen(head), '"') : NULL;
    out = to && !strpbrk(t->file, "\"\\<") ? fopen(page, "w") : NULL;
    if (out) {
        fwrite(all.at, 1, (size_t)(from - all.at), out);
        fprintf(out, "%sheddle litmus %s%s", head, t->file, to);
        fclose(out);
    }
    text_free(&all);
}

void litmus_page(const litmus *t, memory_model model, bool sections, const char *folder,
                 const char *page)
{
    static const char *const names[] = {[MEMORY_SC] = "sc",
                                        [MEMORY_TSO] = "tso",
                                        [MEMORY_PSO] = "pso",
                                        [MEMORY_RA] = "ra",
                                        [MEMORY_RC11] = "rc11"};
    char *heddle = find_self();
    text path = {0};
    int ended;

    text_addf(&path, "%s/asserted.c", folder);
    write_program(t, sections, text_str(&path));
    const char *words[] = {heddle,
                           "check",
                           "-q",
                           "--no-trace",
                           "--no-cache",
                           "--allow-hang",
                           "--allow-deadlock",
                           "--memory",
                           names[model],
                           "--html",
                           page,
                           "-w",
                           "-ftrivial-auto-var-init=zero",
                           text_str(&path),
                           NULL};

    ended = process_await(
        process_start(words, &(process_setup){STREAM_NONE, STREAM_NONE, STREAM_NONE, NULL, false}));
    if (!WIFEXITED(ended) || !exit_is_verdict(WEXITSTATUS(ended)))
        fail(EXIT_OUTPUT, "heddle litmus: the page %s could not be made", page);
    name_command(t, page);
    mem_free(heddle);
    text_free(&path);
}
