/* Garbage collection in the model, with --collect.
 *
 * A place is taken again when nothing leads there: neither from a live object nor, for a freed one,
 * from a pointer that dangles.  So no use of freed memory goes unseen, and a program that makes
 * objects for ever has finitely many states as long as it keeps few of them.
 *
 * Who looks for pointers must see the variables of all processes, which a statement of Promela
 * cannot: the collector is C code that SPIN puts into the verifier.  It is conservative.  All
 * pointers are ints of the model, and every int that is declared there counts as one unless it is
 * known to be an integer of C; temporaries for these are kept apart.  The declarations are read
 * from the text of the model itself, so that none is forgotten.  A void pointer has its store's tag
 * in the lowest 6 bits: each int is taken for both. */
#include "promela/collect.h"
#include "promela/memory.h"
#include "promela/node.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS = 31 }; /* of threads */

static bool has_taken_fields(const record *r)
{
    for (u32 i = 0; i < r->fields.n; i++) {
        model_type *of = type_element(r->fields.at[i].type);

        if (r->fields.at[i].taken || (of->kind == TYPE_STRUCT && has_taken_fields(of->record)))
            return true;
    }
    return r->pooled;
}

bool collect_takes(const translation *t, const store *s)
{
    return t->o->collect && s->dynamic && !s->spans &&
           !(s->type->kind == TYPE_STRUCT && has_taken_fields(s->type->record));
}

/* What is on the way in a channel nobody sees. */
static const function *unseen(const translation *t)
{
    for (u32 i = 0; i < t->functions.n; i++)
        if (t->functions.at[i]->reached && t->functions.at[i]->process)
            return t->functions.at[i];
    return NULL;
}

bool collect_can(const translation *t)
{
    return !t->o->reuse && !t->o->memory && !t->o->claims.n && !t->o->outcomes && !unseen(t);
}

void collect_check(translation *t)
{
    const function *f = t->o->collect ? unseen(t) : NULL;

    if (f)
        tree_refuse(t, f->decl,
                    "--collect: '%s' is a process, recursive or by --functions processes, and what "
                    "it is sent the collector does not see",
                    f->c_name);
}

/* ---- what is met ---- */

static void meet_type(translation *t, promela_model *m, const char *where, model_type *of);

static void meet_fields(translation *t, promela_model *m, const char *where, const record *r)
{
    for (u32 i = 0; i < r->fields.n; i++) {
        const field *f = &r->fields.at[i];

        if (!f->taken && f->type->kind != TYPE_BAD)
            meet_type(t, m, tr_text(t, "%s.%s", where, f->name), f->type);
    }
}

static bool has_pointers(const model_type *of)
{
    if (of->kind == TYPE_ARRAY)
        return has_pointers(of->to);
    for (u32 i = 0; of->kind == TYPE_STRUCT && i < of->record->fields.n; i++)
        if (has_pointers(of->record->fields.at[i].type))
            return true;
    return of->kind == TYPE_POINTER;
}

/* The pointers in an object of the model. */
static void meet_type(translation *t, promela_model *m, const char *where, model_type *of)
{
    model_type *element = type_element(of);

    if (!has_pointers(of))
        return;
    for (u32 i = 0; i < type_elements(of); i++) {
        const char *one = of->kind == TYPE_ARRAY ? tr_text(t, "%s[%u]", where, i) : where;

        if (element->kind == TYPE_STRUCT)
            meet_fields(t, m, one, element->record);
        else
            node_line(m, "    heap_meet(%s);", one);
    }
}

/* Is there such an array in the model? */
static bool printed(translation *t, const store *s, const char *code)
{
    return strstr(code, tr_text(t, "%s_mem[", s->name)) != NULL;
}

/* `behind`: a pointer may lie just behind its object. */
static void print_meet(translation *t, promela_model *m, const char *code, bool behind)
{
    node_line(m, "static void heap_object(int store, int w);");
    node_line(m, "static void heap_meet(int w)");
    node_line(m, "{");
    for (u32 i = 0; i < t->stores.n; i++)
        if (printed(t, t->stores.at[i], code) && collect_takes(t, t->stores.at[i])) {
            node_line(m, "    heap_object(%u, w);", i);
            node_line(m, "    if ((w & 63) == %u) { heap_object(%u, w >> 6); }",
                      t->stores.at[i]->tag, i);
            if (behind)
                node_line(m, "    heap_object(%u, w - 1); heap_object(%u, (w >> 6) - 1);", i, i);
        }
    node_line(m, "}");
}

/* An object is met once; those that are dead lead nowhere. */
static void print_objects(translation *t, promela_model *m, const char *code)
{
    node_line(m, "static void heap_object(int store, int w)");
    node_line(m, "{");
    for (u32 i = 0; i < t->stores.n; i++) {
        store *s = t->stores.at[i];

        if (!printed(t, s, code) || !collect_takes(t, s))
            continue;
        node_line(m,
                  "    if (store == %u && w >= %u && w < %u && !%s_met[w]) { %s_met[w] = 1; if "
                  "(now.%s_valid[w]) {",
                  i, s->statics, s->size, s->name, s->name, s->name);
        meet_type(t, m, tr_text(t, "now.%s_mem[w]", s->name), s->type);
        node_line(m, "    } }");
    }
    node_line(m, "}");
}

/* ---- where it begins ---- */

static bool is_temporary(const translation *t, const char *name, size_t n)
{
    for (u32 i = 0; i < t->functions.n; i++) {
        const function *f = t->functions.at[i];

        for (u32 k = 0; k < f->numbers.n; k++)
            if (strlen(f->numbers.at[k]) == n && !strncmp(f->numbers.at[k], name, n))
                return true;
    }
    return false;
}

/* Is every variable of this name an integer of C? */
static bool is_integer(const translation *t, const char *name, size_t n)
{
    bool any = is_temporary(t, name, n);

    for (u32 i = 0; i < t->variables.n; i++) {
        const model_variable *v = t->variables.at[i];
        model_type *of = v->type ? type_element(v->type) : NULL;

        if (!v->name || strlen(v->name) != n || strncmp(v->name, name, n) != 0)
            continue;
        if (!of || (of->kind != TYPE_INT && of->kind != TYPE_BOOL))
            return false;
        any = true;
    }
    return any;
}

static model_type *struct_named(translation *t, const char *word, size_t n)
{
    for (u32 i = 0; i < t->types.n; i++) {
        model_type *of = t->types.at[i];

        if (of->kind == TYPE_STRUCT && strlen(of->record->name) == n &&
            !strncmp(of->record->name, word, n))
            return of;
    }
    return NULL;
}

/* `int p`, `int p[3]`, `node n`: a declaration of the process; what it is and how many. */
static void meet_declared(translation *t, promela_model *m, const char *process, const char *at)
{
    size_t word = strcspn(at, " "), n;
    const char *name = at + word + 1;
    model_type *of = struct_named(t, at, word);
    unsigned long count;

    if (at[word] != ' ' || (!of && (word != 3 || strncmp(at, "int", 3) != 0)))
        return;
    n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (!n || (!of && is_integer(t, name, n)))
        return;
    count = name[n] == '[' ? strtoul(name + n + 1, NULL, 10) : 0;
    for (unsigned long k = 0; k < (count ? count : 1); k++) {
        const char *where = count ? tr_text(t, "P%s->%.*s[%lu]", process, (int)n, name, k)
                                  : tr_text(t, "P%s->%.*s", process, (int)n, name);

        if (of)
            meet_type(t, m, where, of);
        else
            node_line(m, "    heap_meet(%s);", where);
    }
}

/* The parameters, up to the end of the line, each behind a semicolon or the bracket. */
static void meet_parameters(translation *t, promela_model *m, const char *process, const char *at)
{
    for (; *at && *at != '\n' && *at != ')'; at += strcspn(at, ";)\n")) {
        at += strspn(at, "(; ");
        meet_declared(t, m, process, at);
    }
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

/* One process of the model: its text begins at `at`, behind the word proctype. */
static void meet_process(translation *t, promela_model *m, const char *at)
{
    const char *name = tr_text(t, "%.*s", (int)strcspn(at, "("), at);

    node_line(m, "    if (!strcmp(name, \"%s\")) {", name);
    meet_parameters(t, m, name, at + strlen(name));
    for (at = next_line(at); *at && *at != '}'; at = next_line(at))
        if (!strncmp(at, "    ", 4) && isalpha((unsigned char)at[4]))
            meet_declared(t, m, name, at + 4);
    node_line(m, "    }");
}

static void print_processes(translation *t, promela_model *m, const char *code)
{
    static const char word[] = "proctype ";

    node_line(m, "static void heap_process(const char *name, uchar *_this)");
    node_line(m, "{");
    for (const char *at = code; *at; at = next_line(at))
        if (!strncmp(at, word, sizeof word - 1))
            meet_process(t, m, at + sizeof word - 1);
    node_line(m, "}");
}

static void meet_global(translation *t, promela_model *m, const model_variable *v)
{
    u32 n = v->threaded ? memory_threads(t) : 1, each = type_elements(v->type);
    model_type *element = type_element(v->type);

    if (v->taken || !v->fixed || v->type->kind == TYPE_BAD || !has_pointers(v->type))
        return;
    if (!v->threaded) {
        meet_type(t, m, tr_text(t, "now.%s", v->name), v->type);
        return;
    }
    for (u32 k = 0; k < n * each; k++)
        meet_type(t, m, tr_text(t, "now.%s[%u]", v->name, k), element);
}

/* Static objects, and what is never given back. */
static void meet_store(translation *t, promela_model *m, store *s)
{
    if (!has_pointers(s->type))
        return;
    node_line(m, "    for (i = 1; i < %u; i++) {", collect_takes(t, s) ? s->statics : s->size);
    meet_type(t, m, tr_text(t, "now.%s_mem[i]", s->name), s->type);
    node_line(m, "    }");
}

static void print_begin(translation *t, promela_model *m, const char *code)
{
    node_line(m, "static void heap_begin(void)");
    node_line(m, "{");
    node_line(m, "    int i = 0;");
    for (u32 i = 0; i < t->stores.n; i++)
        if (printed(t, t->stores.at[i], code) && collect_takes(t, t->stores.at[i]))
            node_line(m, "    memset(%s_met, 0, sizeof %s_met);", t->stores.at[i]->name,
                      t->stores.at[i]->name);
    for (u32 i = 0; i < t->stores.n; i++)
        if (printed(t, t->stores.at[i], code))
            meet_store(t, m, t->stores.at[i]);
    for (u32 i = 0; i < t->globals.n; i++)
        meet_global(t, m, t->globals.at[i]);
    if (t->joins_value)
        node_line(m, "    for (i = 0; i < %d; i++) { heap_meet(now.thread_result[i]); }", RESULTS);
    node_line(m, "    (void)i;");
    node_line(m, "}");
}

/* ---- what is given back ---- */

static void print_sweep(translation *t, promela_model *m, const char *code)
{
    node_line(m, "static void heap_sweep(void)");
    node_line(m, "{");
    node_line(m, "    int i;");
    for (u32 k = 0; k < t->stores.n; k++) {
        const store *s = t->stores.at[k];

        if (!printed(t, s, code) || !collect_takes(t, s))
            continue;
        node_line(m, "    now.%s_next = %u;", s->name, s->size);
        node_line(m, "    for (i = %u - 1; i >= %u; i--) {", s->size, s->statics);
        node_line(m, "        if (%s_met[i]) { continue; }", s->name);
        node_line(m, "        now.%s_next = i;", s->name);
        node_line(m, "        now.%s_valid[i] = 0;", s->name);
        node_line(m, "        memset((char *)&now.%s_mem[i], 0, sizeof now.%s_mem[i]);", s->name,
                  s->name);
        if (s->shadowed && type_is_scalar(type_element(s->type)))
            node_line(m, "        now.%s_set[i] = 0;", s->name);
        node_line(m, "    }");
    }
    node_line(m, "}");
}

static void print_marks(translation *t, promela_model *m, const char *code)
{
    for (u32 i = 0; i < t->stores.n; i++)
        if (printed(t, t->stores.at[i], code) && collect_takes(t, t->stores.at[i]))
            node_line(m, "static unsigned char %s_met[%u];", t->stores.at[i]->name,
                      t->stores.at[i]->size);
}

void collect_print(translation *t, promela_model *m, const char *code)
{
    if (!strstr(code, "heap_collect()"))
        return;
    node_line(m,
              "/* The collector: which places does no pointer lead to?  SPIN's simulator does not "
              "run C: ./pan -r replays a trail. */");
    node_line(m, "c_code {");
    print_marks(t, m, code);
    print_meet(t, m, code, strstr(code, "WITHIN("));
    print_objects(t, m, code);
    print_processes(t, m, code);
    print_begin(t, m, code);
    print_sweep(t, m, code);
    node_line(m, "}");
    node_line(m, "c_decl {");
    node_line(m,
              "\\#define heap_collect() do { int heap_i; heap_begin(); for (heap_i = 0; heap_i < "
              "(int)now._nr_pr; heap_i++) heap_process(procname[((P0 *)pptr(heap_i))->_t], "
              "(uchar *)pptr(heap_i)); heap_sweep(); } while (0)");
    node_line(m, "}");
    node_line(m, "%s", "");
}
