/* Writes the harness 'EE|DD' as C: one thread for each part, which calls the operations that its
 * letters stand for, and a main that initialises, starts and joins.
 *
 * Operations that take an integer add the next number; those that have a pointer to an integer, or
 * no further parameter and a result, take one out and return 0 when there is none.  What a thread
 * takes out must be numbers of one adding thread in the order in which they were added, without a
 * gap where one thread alone takes: a prefix of what was added.
 *
 * With --no-loss the harness counts the additions that have ended and the takings that have begun
 * and did not find nothing.  While an operation ran that found nothing there were at least as many
 * numbers as additions had ended before it, less the takings of others that had begun until it
 * ended: if that is not 0, its answer is wrong.  What is left at the end main takes. */
#include "promela/harness.h"
#include "promela/tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MOST_THREADS = 16, MOST_OPERATIONS = 64 };

typedef struct operation {
    char letter;
    const char *name;
    const char *object; /* the type its first parameter points to; NULL: none */
    bool adds, by_pointer;
} operation;

typedef struct harness {
    translation *t;
    CXCursor unit;
    VEC(operation) operations;
    const char *object;
    u32 threads, adders, takers;
    u32 first[MOST_THREADS + 1]; /* of each thread: the numbers it adds begin here */
} harness;

static _Noreturn void wrong(const char *what, const char *word)
{
    fail(EXIT_USAGE, "heddle promela: %s %s", what, word);
}

static CXCursor find(harness *h, const char *name)
{
    cursors list = {0};
    CXCursor found = clang_getNullCursor();

    tree_children(h->unit, &list);
    for (u32 i = 0; i < list.n; i++)
        if (tree_kind(list.at[i]) == CXCursor_FunctionDecl &&
            clang_isCursorDefinition(list.at[i]) && !strcmp(tree_name(h->t, list.at[i]), name))
            found = list.at[i];
    vec_free(&list);
    if (tree_null(found))
        wrong("the harness needs a function that is not there:", name);
    return found;
}

static CXType argument(CXCursor f, int n)
{
    return clang_getCanonicalType(clang_getCursorType(clang_Cursor_getArgument(f, (unsigned)n)));
}

static bool points_to_record(CXType of)
{
    return of.kind == CXType_Pointer && clang_getPointeeType(of).kind == CXType_Record;
}

/* The type of the object that a function works on, NULL for none. */
static const char *object_of(harness *h, CXCursor f)
{
    if (clang_Cursor_getNumArguments(f) < 1 || !points_to_record(argument(f, 0)))
        return NULL;
    return tree_type_name(h->t, clang_getPointeeType(argument(f, 0)));
}

static void add_operation(harness *h, const char *word)
{
    operation o = {.letter = word[0]};
    CXCursor f;
    int n, at;

    if (!word[0] || word[1] != '=' || !word[2])
        wrong("--op needs a letter, = and a function, not", word);
    o.name = word + 2;
    f = find(h, o.name);
    o.object = object_of(h, f);
    at = o.object != NULL;
    n = clang_Cursor_getNumArguments(f) - at;
    if (n > 1 || (n == 0 && clang_getCursorResultType(f).kind == CXType_Void))
        wrong("the harness cannot tell what to call with:", o.name);
    o.by_pointer = n == 1 && argument(f, at).kind == CXType_Pointer;
    o.adds = n == 1 && !o.by_pointer;
    if (o.object)
        h->object = o.object;
    vec_push(&h->operations, o);
}

static const operation *operation_of(harness *h, char letter)
{
    char word[2] = {letter, 0};

    for (u32 i = 0; i < h->operations.n; i++)
        if (h->operations.at[i].letter == letter)
            return &h->operations.at[i];
    wrong("--harness has a letter without an --op:", word);
}

/* Counts threads and what each adds; numbers begin at 1. */
static void count(harness *h)
{
    const char *s = h->t->o->harness;
    u32 number = 1, length = 0;
    bool adds = false, takes = false;

    for (;; s++) {
        if (*s && *s != '|') {
            const operation *o = operation_of(h, *s);

            if (!adds && o->adds && !length)
                h->first[h->threads] = number;
            adds |= o->adds;
            takes |= !o->adds;
            number += o->adds;
            length++;
            continue;
        }
        if (!length)
            wrong("--harness has a thread without operations:", h->t->o->harness);
        h->adders += adds;
        h->takers += takes;
        h->threads++;
        if (h->threads == MOST_THREADS || number > MOST_OPERATIONS)
            wrong("--harness is too long:", h->t->o->harness);
        h->first[h->threads] = number;
        adds = takes = false;
        length = 0;
        if (!*s)
            break;
    }
}

static const char *object_argument(const operation *o, bool more)
{
    return !o->object ? "" : more ? "&harness_object, " : "&harness_object";
}

static void write_check(harness *h, text *out)
{
    text_add(out, "        __heddle_assert(got >= 1 && got < HARNESS_END, \"taken: a number "
                  "that was added\");\n");
    for (u32 i = 0; i < h->threads; i++) {
        if (h->first[i] == h->first[i + 1])
            continue;
        text_addf(out, "        if (got >= %u && got < %u) {\n", h->first[i], h->first[i + 1]);
        text_addf(
            out,
            "            __heddle_assert(got %s last_%u%s, \"taken: in the order of adding\");\n",
            h->takers == 1 ? "==" : ">", i, h->takers == 1 ? " + 1" : "");
        text_addf(out, "            last_%u = got;\n        }\n", i);
    }
    if (h->takers > 1)
        text_add(out, "        heddle_atomic_begin();\n"
                      "        __heddle_assert(!harness_taken[got], \"taken: once\");\n"
                      "        harness_taken[got] = 1;\n"
                      "        heddle_atomic_end();\n");
}

static void write_take(harness *h, const operation *o, text *out)
{
    if (h->t->o->no_loss)
        text_add(out, "    heddle_atomic_begin();\n    before = harness_added;\n"
                      "    harness_takes++;\n    heddle_atomic_end();\n");
    if (o->by_pointer)
        text_addf(out, "    if (%s(%s&value)) {\n        got = value;\n", o->name,
                  object_argument(o, true));
    else
        text_addf(out, "    got = %s(%s);\n    if (got) {\n", o->name, object_argument(o, false));
    write_check(h, out);
    text_add(out, "    }");
    if (h->t->o->no_loss)
        text_add(out, " else {\n        heddle_atomic_begin();\n        harness_takes--;\n"
                      "        __heddle_assert(before <= harness_takes, \"nothing: there was "
                      "something all the time\");\n        heddle_atomic_end();\n    }");
    text_add(out, "\n");
}

/* Does a thread take numbers out, and through a pointer? */
static bool takes(harness *h, const char *s, bool by_pointer)
{
    for (; *s && *s != '|'; s++)
        if (!operation_of(h, *s)->adds && (operation_of(h, *s)->by_pointer || !by_pointer))
            return true;
    return false;
}

static void write_add(harness *h, const operation *o, u32 number, text *out)
{
    text_addf(out, "    %s(%s%u);\n", o->name, object_argument(o, true), number);
    if (h->t->o->no_loss)
        text_add(out, "    heddle_atomic_begin();\n    harness_added++;\n"
                      "    heddle_atomic_end();\n");
}

static void write_thread(harness *h, u32 n, const char *s, text *out)
{
    u32 number = h->first[n];

    text_addf(out, "static void *harness_%u(void *unused)\n{\n", n);
    if (takes(h, s, true))
        text_add(out, "    int value = 0;\n");
    if (takes(h, s, false)) {
        text_add(out, h->t->o->no_loss ? "    int got, before;\n" : "    int got;\n");
        for (u32 i = 0; i < h->threads; i++)
            if (h->first[i] < h->first[i + 1])
                text_addf(out, "    int last_%u = %u;\n", i, h->first[i] - 1);
    }
    for (; *s && *s != '|'; s++) {
        const operation *o = operation_of(h, *s);

        if (o->adds)
            write_add(h, o, number++, out);
        else
            write_take(h, o, out);
    }
    text_add(out, "    return unused;\n}\n\n");
}

/* What was added and not taken is there. */
static void write_rest(harness *h, text *out)
{
    const operation *o = NULL;

    for (u32 i = 0; i < h->operations.n; i++)
        if (!h->operations.at[i].adds)
            o = &h->operations.at[i];
    if (!o)
        wrong("--no-loss needs an --op that takes numbers out:", h->t->o->harness);
    text_addf(out, "    while (harness_takes < harness_added) {\n        %sharness_takes++;\n",
              o->by_pointer ? "int value = 0;\n\n        " : "");
    text_addf(out,
              "        __heddle_assert(%s(%s%s) != 0, \"the rest: nothing is lost\");\n    }\n",
              o->name, object_argument(o, o->by_pointer), o->by_pointer ? "&value" : "");
}

static void write_main(harness *h, text *out)
{
    const char *init = h->t->o->init;
    bool with_object = init && object_of(h, find(h, init));

    text_addf(out, "int main(void)\n{\n    pthread_t harness_thread[%u];\n\n", h->threads);
    if (init)
        text_addf(out, "    %s(%s);\n", init, with_object ? "&harness_object" : "");
    text_add(out, "    heddle_atomic_begin();\n");
    for (u32 i = 0; i < h->threads; i++)
        text_addf(out, "    pthread_create(&harness_thread[%u], 0, harness_%u, 0);\n", i, i);
    text_add(out, "    heddle_atomic_end();\n");
    for (u32 i = 0; i < h->threads; i++)
        text_addf(out, "    pthread_join(harness_thread[%u], 0);\n", i);
    if (h->t->o->no_loss)
        write_rest(h, out);
    text_add(out, "    return 0;\n}\n");
}

/* The locks that translations know without a definition, for whoever reads the harness as C. */
static const char paper_locks[] =
    "#include <sched.h>\n\n"
    "void lock(int *l)\n{\n    while (__atomic_exchange_n(l, 1, __ATOMIC_SEQ_CST))\n"
    "        sched_yield();\n}\n\n"
    "void unlock(int *l)\n{\n    __atomic_store_n(l, 0, __ATOMIC_SEQ_CST);\n}\n\n";

static bool calls_paper_lock(CXCursor c, void *with)
{
    const char *name;

    if (tree_kind(c) != CXCursor_CallExpr)
        return false;
    name = tree_name(with, c);
    return (!strcmp(name, "lock") || !strcmp(name, "unlock")) &&
           tree_null(clang_getCursorDefinition(clang_getCursorReferenced(c)));
}

static void keep_source(harness *h, const char *path, const text *source)
{
    FILE *f = fopen(path, "w");
    const char *locks = tree_any(h->unit, calls_paper_lock, h->t) ? paper_locks : "";
    bool ok = f && fputs(locks, f) >= 0 && fputs(text_str(source), f) >= 0;

    if (f)
        ok = !fclose(f) && ok;
    if (!ok)
        fail(EXIT_USAGE,
             "heddle promela: %s: %s; --harness-source needs a file that can be written", path,
             strerror(errno));
}

void harness_write(translation *t, CXTranslationUnit unit, text *out)
{
    harness h = {.t = t, .unit = clang_getTranslationUnitCursor(unit)};
    const char *s = t->o->harness;

    for (u32 i = 0; i < t->o->ops.n; i++)
        add_operation(&h, t->o->ops.at[i]);
    if (t->o->init && object_of(&h, find(&h, t->o->init)))
        h.object = object_of(&h, find(&h, t->o->init));
    count(&h);
    text_addf(out, "#include <heddle.h>\n#include <pthread.h>\n\nenum { HARNESS_END = %u };\n",
              h.first[h.threads]);
    if (h.object)
        text_addf(out, "static %s harness_object;\n", h.object);
    if (h.takers > 1)
        text_add(out, "static char harness_taken[HARNESS_END];\n");
    if (t->o->no_loss)
        text_add(out, "static int harness_added, harness_takes;\n");
    text_add(out, "\n");
    for (u32 i = 0; i < h.threads; i++) {
        write_thread(&h, i, s, out);
        s += strcspn(s, "|");
        s += *s == '|';
    }
    write_main(&h, out);
    if (t->o->source)
        keep_source(&h, t->o->source, out);
    vec_free(&h.operations);
    clang_disposeTranslationUnit(unit);
}
