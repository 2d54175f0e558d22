/* Prints a generated program: the text of each operation with what its marks stand for, the names
 * that it uses, and around them the functions of its threads. */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *header;
} headers[] = {
#define HEADER(word, header) {word, header},
#define NAME(word, declaration, start, final)
#include "names.def"
};

static const struct {
    const char *word, *declaration, *start, *final;
} names[] = {
#define HEADER(word, header)
#define NAME(word, declaration, start, final) {word, declaration, start, final},
#include "names.def"
};

enum { HEADERS = sizeof headers / sizeof *headers, NAMES = sizeof names / sizeof *names };

static bool under(const gen *g, int at, int outer)
{
    while (at >= 0 && at != outer)
        at = g->ops[at].parent;
    return at == outer;
}

/* In a tame program locks are taken in the order of their numbers; two that are nested differ. */
static unsigned lock_of(const gen *g, int at)
{
    int outer = at;
    bool nested = false;

    while (g->ops[outer].parent >= 0 && locks_around(g, g->ops[outer].parent) > 0)
        outer = g->ops[outer].parent;
    for (unsigned i = 0; i < g->nops; i++)
        nested |= g->ops[i].parent >= 0 && locks_around(g, g->ops[i].parent) == 1 &&
                  takes_mutex(g->ops[i].kind) && under(g, (int)i, outer);
    if (outer != at)
        return 1 - lock_of(g, outer);
    return nested && g->flavour->letter != 'W' ? 0 : g->ops[at].a % LOCKS;
}

static void print_mark(const gen *g, int at, char mark)
{
    const op *o = &g->ops[at];

    switch (mark) {
    case 'x':
        fprintf(g->out, "x%u", o->a % 2);
        break;
    case 'y':
        fprintf(g->out, "x%u", o->b % 2);
        break;
    case 'a':
        fprintf(g->out, "a%u", o->a % 2);
        break;
    case 'm':
        fprintf(g->out, "m%u", lock_of(g, at));
        break;
    case 'n':
        fprintf(g->out, "%u", o->a % 4);
        break;
    case 'p':
        fprintf(g->out, "%u", o->b / 2 % 4);
        break;
    case 'q':
        fprintf(g->out, "%u", o->c / 8 % 4);
        break;
    case '2':
        fprintf(g->out, "%u", o->a / 4 % 2);
        break;
    case '3':
        fprintf(g->out, "%u", 1 - o->a / 4 % 2);
        break;
    case 't':
        fprintf(g->out, "%u", o->thread);
        break;
    case 'o':
        fprintf(g->out, "%u", o->b % g->threads);
        break;
    case '#':
        fprintf(g->out, "%d", at);
        break;
    default:
        fprintf(stderr, "fuzz-gen: no mark $%c\n", mark);
        exit(70);
    }
}

static void substitute(const gen *g, int at, const char *from, const char *end);

/* `(A|B|C)`: one of them; `[A|B|C]`: one of them, the same wherever the operation has as many.
 * Returns what follows. */
static const char *print_choice(const gen *g, int at, const char *from)
{
    const char *parts[9] = {from + 1}, *s = from;
    unsigned depth = 0, n = 1, by = g->ops[at].c;

    do {
        depth += *s == '(' || *s == '[';
        depth -= *s == ')' || *s == ']';
        if (*s == '|' && depth == 1)
            parts[n++] = s + 1;
    } while (*s++ && depth > 0);
    parts[n] = s;
    if (*from == '(')
        by += 37u * (unsigned)(from - kinds[g->ops[at].kind].text);
    substitute(g, at, parts[by % n], parts[by % n + 1] - 1);
    return s;
}

static void substitute(const gen *g, int at, const char *from, const char *end)
{
    while (from < end) {
        if (*from != '$') {
            fputc(*from++, g->out);
        } else if (from[1] == '*') { /* the operations inside come later */
            fputs("$*", g->out);
            from += 2;
        } else if (from[1] == '(' || from[1] == '[') {
            from = print_choice(g, at, from + 1);
        } else {
            print_mark(g, at, from[1]);
            from += 2;
        }
    }
}

static void print_op(gen *g, int at, unsigned indent);

static void print_inside(gen *g, int at, unsigned indent)
{
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].parent == at)
            print_op(g, (int)i, indent);
}

/* A line that an empty choice left blank is none. */
static void print_line(gen *g, int at, unsigned indent, const char *line, size_t length)
{
    unsigned spaces = (unsigned)strspn(line, " ");

    if (strncmp(line + spaces, "$*", 2) == 0)
        print_inside(g, at, indent + spaces);
    else if (spaces < length)
        fprintf(g->out, "%*s%.*s\n", (int)indent, "", (int)length, line);
    else if (length == 0 && indent == 0)
        fputc('\n', g->out);
}

static void print_lines(gen *g, int at, unsigned indent, const char *from, const char *end)
{
    FILE *out = g->out;
    char *text;
    size_t length;

    g->out = open_memstream(&text, &length);
    if (!g->out)
        exit(70);
    substitute(g, at, from, end);
    fclose(g->out);
    g->out = out;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        print_line(g, at, indent, line, strcspn(line, "\n"));
    free(text);
}

/* What stands where the operation is; before it, up to a \v, are the functions it needs. */
static const char *statements(const char *text)
{
    const char *end = strchr(text, '\v');

    return end ? end + 1 : text;
}

static void print_op(gen *g, int at, unsigned indent)
{
    const op *o = &g->ops[at];
    const char *text = statements(kinds[o->kind].text);

    if (o->omitted)
        return;
    if (o->hoisted) {
        print_inside(g, at, indent);
        return;
    }
    if (g->noise)
        fprintf(g->out, "%*snoise();\n", (int)indent, "");
    print_lines(g, at, indent, text, text + strlen(text));
}

/* Those of inner operations come first. */
static void print_children(gen *g)
{
    for (unsigned i = g->nops; i-- > 0;) {
        const op *o = &g->ops[i];
        const char *text = kinds[o->kind].text, *end = statements(text);

        if (end == text || o->omitted || o->hoisted || (o->thread < PHASE && g->dropped[o->thread]))
            continue;
        fputc('\n', g->out);
        print_lines(g, (int)i, 0, text, end - 1);
    }
}

static void print_body(gen *g, unsigned thread)
{
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].parent < 0 && g->ops[i].thread == thread)
            print_op(g, (int)i, 4);
}

static void print_create(const gen *g, unsigned t)
{
    fprintf(g->out, "    pthread_create(&thread[%u], NULL, thread%u, NULL);\n", t, t);
}

/* Where a thread reads it, what joins bring is stored in memory that all share. */
static void print_join(const gen *g, unsigned t)
{
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].kind == K_JOINED && !g->ops[i].omitted) {
            fprintf(g->out, "    pthread_join(thread[%u], &joined);\n", t);
            return;
        }
    fprintf(g->out,
            "    {\n        void *value;\n        pthread_join(thread[%u], &value);\n"
            "        R((uintptr_t)value);\n    }\n",
            t);
}

/* The next thread that is not left out in that direction, 0: none. */
static unsigned neighbour(const gen *g, unsigned t, int direction)
{
    do
        t += (unsigned)direction;
    while (t > 0 && t < g->threads && g->dropped[t]);
    return t < g->threads ? t : 0;
}

static void print_threads(gen *g)
{
    /* The last comes first: each may start the next. */
    for (unsigned t = g->threads - 1; t > 0; t--) {
        if (g->dropped[t])
            continue;
        fprintf(g->out, "\nstatic void *thread%u(void *arg)\n{\n    unsigned out = %u;\n", t, t);
        if (g->shape == CHAIN && neighbour(g, t, 1))
            print_create(g, neighbour(g, t, 1));
        print_body(g, t);
        if (g->shape == SIBLINGS && neighbour(g, t, -1))
            print_join(g, neighbour(g, t, -1));
        fprintf(g->out, "    result%u = out;\n    return (void *)(uintptr_t)(out %% 7);\n}\n", t);
    }
}

static void print_creates(const gen *g, unsigned from)
{
    for (unsigned t = from; t; t = neighbour(g, t, 1))
        print_create(g, t);
}

static void print_joins(const gen *g)
{
    unsigned last = neighbour(g, g->threads, -1);

    if (g->shape == SIBLINGS && last)
        print_join(g, last);
    else if (g->shape == REVERSED)
        for (unsigned t = last; t; t = neighbour(g, t, -1))
            print_join(g, t);
    else
        for (unsigned t = neighbour(g, 0, 1); t; t = neighbour(g, t, 1))
            print_join(g, t);
}

/* main leaves while the others may run. */
static void print_early_end(const gen *g)
{
    static const char *const endings[] = {"return CODE(0);", "return CODE(2);",
                                          "pthread_exit(NULL);", "exit(CODE(3));"};
    unsigned first = neighbour(g, 0, 1);

    if (g->ending == 0 && first && g->shape != SIBLINGS)
        print_join(g, first);
    fprintf(g->out, "    result0 = out;\n");
    if (g->ending == 1 && first && g->shape != SIBLINGS)
        fprintf(g->out, "    pthread_detach(thread[%u]);\n", first);
    fprintf(g->out, "    %s\n", endings[g->ending]);
}

static bool handed(const gen *g)
{
    return g->shape == HANDED && g->flavour->ending == 'J';
}

/* What main does after its declarations and before it awaits the others. */
static void print_main(gen *g)
{
    unsigned first = neighbour(g, 0, 1);

    print_body(g, PHASE);
    if (first && (g->shape == LATE || g->shape == CHAIN))
        print_create(g, first);
    else if (first)
        print_creates(g, first);
    print_body(g, 0);
    if (first && g->shape == LATE)
        print_creates(g, neighbour(g, first, 1));
    if (g->flavour->ending == 'L')
        print_early_end(g);
    else if (handed(g))
        fprintf(g->out,
                "    result0 = out;\n    {\n        pthread_t last;\n        pthread_create(&last, "
                "NULL, "
                "finish, %s);\n    }\n    pthread_exit(NULL);\n",
                g->question ? "argv" : "NULL");
}

/* Printing the whole. */

static bool letter(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the word, or with `prefix` one that begins with it, is in the text. */
static bool occurs(const char *text, const char *word, bool prefix)
{
    size_t length = strlen(word);

    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !letter(at[-1])) && (prefix || !letter(at[length])))
            return true;
    return false;
}

/* The names that are used, also by others and by the final values. */
static void find_used(const char *text, bool *used, bool finals)
{
    bool more;

    do {
        more = false;
        for (unsigned i = 0; i < NAMES; i++) {
            bool now = used[i] || occurs(text, names[i].word, false);

            for (unsigned j = 0; j < NAMES && !now; j++)
                now = used[j] && (occurs(names[j].declaration, names[i].word, false) ||
                                  occurs(names[j].start, names[i].word, false) ||
                                  (finals && occurs(names[j].final, names[i].word, false)));
            more |= now && !used[i];
            used[i] = now;
        }
    } while (more);
}

/* The argument names an outcome, and what the program is to do when that is its own. */
static void print_question(const gen *g)
{
    fputs("\nstatic int same(const char *outcome)\n{\n"
          "    const unsigned char *byte = (const unsigned char *)final;\n\n"
          "    for (unsigned i = 0; i < sizeof final; i++)\n"
          "        if (outcome[2 * i] != \"0123456789abcdef\"[byte[i] >> 4] ||\n"
          "            outcome[2 * i + 1] != \"0123456789abcdef\"[byte[i] & 15])\n"
          "            return 0;\n    return 1;\n}\n"
          "\nstatic void ask(const char *question)\n{\n"
          "    if (!question || !same(question + 1))\n        return;\n"
          "    switch (*question) {\n"
          "    case 'e':\n        exit(1);\n"
          "    case 'l':\n        malloc(1);\n        break;\n"
          "    case 'n':\n        *(volatile int *)0 = 1;\n        break;\n"
          "    default:\n        assert(0);\n    }\n}\n",
          g->out);
}

static void print_final(const gen *g, const bool *used)
{
    unsigned n = 0;

    for (unsigned i = 0; i < NAMES; i++)
        if (used[i] && *names[i].final)
            fprintf(g->out, "    final[%u] = (unsigned)(%s);\n", n++, names[i].final);
    if (g->question)
        fprintf(g->out, "    ask(argv[1]);\n");
    else
        fprintf(g->out, "    for (unsigned i = 0; i < sizeof final; i++)\n"
                        "        printf(\"%%02x\", ((unsigned char *)final)[i]);\n"
                        "    printf(\"\\n\");\n");
}

static unsigned count_final(const bool *used)
{
    unsigned n = 0;

    for (unsigned i = 0; i < NAMES; i++)
        n += used[i] && *names[i].final;
    return n;
}

static void print_declarations(FILE *out, const bool *used)
{
    for (unsigned i = 0; i < NAMES; i++)
        if (used[i])
            fprintf(out, "%s\n", names[i].declaration);
}

static char *collect(gen *g, void (*print)(gen *g))
{
    char *text;
    size_t length;

    g->out = open_memstream(&text, &length);
    if (!g->out)
        exit(70);
    print(g);
    fclose(g->out);
    return text;
}

static void print_functions(gen *g)
{
    print_children(g);
    print_threads(g);
}

static void print_awaiting(gen *g)
{
    if (g->flavour->ending == 'J')
        print_joins(g);
}

/* A thread that does what else main does at the end. */
static void print_finish(const gen *g, const char *joins, const bool *used)
{
    fprintf(g->out, "\nstatic void *finish(void *arg)\n{\n    unsigned out = 0;\n%s%s",
            g->question ? "    char **argv = arg;\n" : "", joins);
    fprintf(g->out, "    result%u = out;\n", MAX_THREADS);
    print_final(g, used);
    fprintf(g->out, "    return NULL;\n}\n");
}

static void print_pads(const gen *g)
{
    if (g->pads)
        fprintf(g->out,
                "static int cell[%u];\n\nstatic void *pad(void *arg)\n{\n    *(int *)arg = 1;\n"
                "    return NULL;\n}\n",
                g->pads);
}

static void print_pads_started(const gen *g)
{
    if (!g->pads)
        return;
    fprintf(g->out,
            "    pthread_t pads[%u];\n"
            "    for (int i = 0; i < %u; i++)\n"
            "        pthread_create(&pads[i], NULL, pad, &cell[i]);\n",
            g->pads, g->pads);
    if (g->pads_first)
        fprintf(g->out, "    for (int i = 0; i < %u; i++)\n        pthread_join(pads[i], NULL);\n",
                g->pads);
}

static void print_main_function(gen *g, const char *body, const char *joins, const bool *used)
{
    fprintf(g->out, "\nint main(%s)\n{\n    unsigned out = 0;\n\n",
            g->question ? "int argc, char **argv" : "void");
    print_pads_started(g);
    for (unsigned i = 0; i < NAMES; i++)
        if (used[i] && *names[i].start)
            fprintf(g->out, "    %s\n", names[i].start);
    fputs(body, g->out);
    if (g->flavour->ending == 'J' && !handed(g)) {
        fputs(joins, g->out);
        fprintf(g->out, "    result0 = out;\n");
        print_final(g, used);
        fprintf(g->out, "    return 0;\n");
    }
    fprintf(g->out, "}\n");
}

/* Everything below the includes. */
static void print_program(gen *g)
{
    FILE *out = g->out;
    char *functions = collect(g, print_functions), *body = collect(g, print_main),
         *joins = collect(g, print_awaiting);
    bool used[NAMES] = {false}, finals = g->flavour->ending == 'J';

    g->out = out;
    if (finals)
        find_used(handed(g) ? "result0 result6" : "result0", used, finals);
    find_used(functions, used, finals);
    find_used(body, used, finals);
    find_used(joins, used, finals);
    fprintf(out, "#define R(value) (out = out * 31 + (unsigned)(value))\n\n");
    if (g->noise)
        fprintf(out, "void noise(void);\n\n");
    print_declarations(out, used);
    if (finals)
        fprintf(out, "static unsigned final[%u];\n", count_final(used));
    if (finals && g->question)
        print_question(g);
    print_pads(g);
    fputs(functions, out);
    if (handed(g))
        print_finish(g, joins, used);
    print_main_function(g, body, joins, used);
    free(functions);
    free(body);
    free(joins);
}

static void print_includes(const char *text)
{
    for (unsigned i = 0; i < HEADERS; i++) {
        bool again = false;

        for (unsigned j = 0; j < i; j++)
            again |= strcmp(headers[i].header, headers[j].header) == 0 &&
                     occurs(text, headers[j].word, true);
        if (!again && occurs(text, headers[i].word, true))
            printf("#include <%s>\n", headers[i].header);
    }
}

static bool native(const gen *g)
{
    bool can = g->flavour->letter == '.';

    for (unsigned i = 0; i < g->nops; i++)
        can &= kinds[g->ops[i].kind].native == 'N';
    return can;
}

void print_all(gen *g, uint64_t seed)
{
    char *text = collect(g, print_program);

    printf("// fuzz: seed %llu flavour %c%s%s%s\n// operations: %u threads: %u\n",
           (unsigned long long)seed, g->flavour->letter, *g->flavour->error ? "" : " tame",
           g->flavour->ending == 'J' ? " final" : "", native(g) ? " native" : "", g->nops,
           g->threads);
    if (strstr(text, "_np("))
        printf("#define _GNU_SOURCE\n");
    print_includes(text);
    printf("\n%s", text);
    free(text);
}
