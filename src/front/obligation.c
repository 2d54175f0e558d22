/* An obligation as C text behind the family's file.
 *
 *   base   the base, and an environment that writes what the side above a port may write, any
 *          values at any time;
 *   step   a component, such an environment above it, and in place of each block below it chaos,
 *          which writes what the side below a port may write; a run counts only as long as the
 *          observers are ok at the ports below;
 *   N      N components over bases, and the environment: no chaos, a real system, which is asked
 * for its observers only, not for lemmas; moves  the step, wrong as soon as chaos changes a port
 * and the run goes on: if it never does, the step speaks of nothing.
 *
 * Ports begin with zeros.  Chaos and the environment write all their fields of a port in one step,
 * as a block may in an atomic section.  `heddle_observe` is run by the machine at the end of each
 * step that wrote to a port, and once by main: NULL is good, "" drops the run, other words say what
 * is wrong.  Besides the observers it checks what the argument rests on: that nobody else writes
 * what chaos and the environment own, and that values stay in their ranges. */
#include "front/obligation.h"
#include "base/mutant.h"
#include "front/debug.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 65536

typedef struct writer {
    const marks *m;
    text *out;
    bool moves;
} writer;

/* What a trace shows of this program is at the place of the port, in the user's file. */
static void write_line(writer *w)
{
    text_addf(w->out, "#line %u \"%s\"\n", w->m->port_line, w->m->port_file);
}

/* ---- values ---- */

static void write_values(writer *w, const port_field *f, u32 k)
{
    if (f->low) {
        text_addf(w->out,
                  "_Static_assert((long long)(%s) <= (long long)(%s) && (long long)(%s) - "
                  "(long long)(%s) < %u, \"the range of the port's field %s is empty or too "
                  "wide\");\n",
                  f->low, f->high, f->high, f->low, MOST_VALUES, f->name);
        text_addf(w->out,
                  "#define HEDDLE_COUNT_%u ((unsigned)((long long)(%s) - (long long)(%s) + 1))\n"
                  "#define HEDDLE_VALUE_%u(n) ((long long)(%s) + (long long)(n))\n",
                  k, f->high, f->low, k, f->low);
        return;
    }
    text_addf(w->out, "static const long long heddle_values_%u[] = {", k);
    for (u32 i = 0; i < f->values.n; i++)
        text_addf(w->out, "%s%lldLL", i ? ", " : "", (long long)f->values.at[i]);
    text_addf(w->out,
              "};\n#define HEDDLE_COUNT_%u %uu\n"
              "#define HEDDLE_VALUE_%u(n) heddle_values_%u[n]\n",
              k, f->values.n, k, k);
}

/* All that one side may write at once must be few enough to try. */
static void write_few(writer *w, bool above)
{
    text_addf(w->out, "_Static_assert(1ull");
    for (u32 k = 0; k < w->m->fields.n; k++)
        if (w->m->fields.at[k].above == above)
            text_addf(w->out, " * HEDDLE_COUNT_%u", k);
    text_addf(w->out,
              " <= %u, \"the fields that the side %s a port writes have too many values\");\n",
              MOST_VALUES, above ? "above" : "below");
}

/* Whether the field of a port at `p` has one of its values. */
static void write_within(writer *w, const port_field *f)
{
    if (f->is_bool) {
        text_addf(w->out, "*(const volatile unsigned char *)&heddle_p->%s <= 1", f->name);
        return;
    }
    if (f->low) {
        text_addf(w->out,
                  "(long long)heddle_p->%s >= (long long)(%s) && (long long)heddle_p->%s <= (long "
                  "long)(%s)",
                  f->name, f->low, f->name, f->high);
        return;
    }
    text_add(w->out, "(");
    for (u32 i = 0; i < f->values.n; i++)
        text_addf(w->out, "%s(long long)heddle_p->%s == %lldLL", i ? " || " : "", f->name,
                  (long long)f->values.at[i]);
    text_add(w->out, ")");
}

/* ---- what is asked of a port ---- */

static void write_outside(writer *w)
{
    text_addf(w->out, "static const char *heddle_outside(const %s *heddle_p)\n{\n", w->m->port);
    for (u32 k = 0; k < w->m->fields.n; k++) {
        text_add(w->out, "    if (!(");
        write_within(w, &w->m->fields.at[k]);
        text_addf(w->out, "))\n        return \"the port's field '%s' leaves its range\";\n",
                  w->m->fields.at[k].name);
    }
    text_add(w->out, "    return 0;\n}\n");
}

/* A change of the fields that chaos, or the environment, owns, and which it has not made. */
static void write_stolen(writer *w, bool above)
{
    text_addf(w->out,
              "static const char *heddle_stolen_%s(const %s *heddle_p, const %s *heddle_w)\n{\n",
              above ? "above" : "below", w->m->port, w->m->port);
    for (u32 k = 0; k < w->m->fields.n; k++)
        if (w->m->fields.at[k].above == above)
            text_addf(w->out,
                      "    if (heddle_p->%s != heddle_w->%s)\n"
                      "        return \"the port's field '%s', which the side %s it writes, was "
                      "written by the other side\";\n",
                      w->m->fields.at[k].name, w->m->fields.at[k].name, w->m->fields.at[k].name,
                      above ? "above" : "below");
    text_add(w->out, "    return 0;\n}\n");
}

/* Whether the port has changed since it was last looked at. */
static void write_changed(writer *w)
{
    text_addf(
        w->out,
        "static int heddle_changed(const %s *heddle_p, %s *heddle_s)\n{\n    int heddle_c = 0;\n",
        w->m->port, w->m->port);
    for (u32 k = 0; k < w->m->fields.n; k++) {
        const char *name = w->m->fields.at[k].name;

        text_addf(w->out,
                  "    if (heddle_s->%s != heddle_p->%s) {\n        heddle_s->%s = heddle_p->%s;\n"
                  "        heddle_c = 1;\n    }\n",
                  name, name, name, name);
    }
    text_add(w->out, "    return heddle_c;\n}\n");
}

/* Writes any values to the fields of one side. */
static void write_any(writer *w, bool above)
{
    write_line(w);
    text_addf(w->out, "static void heddle_any_%s(%s *heddle_p, %s *heddle_w) { unsigned heddle_n;",
              above ? "above" : "below", w->m->port, w->m->port);
    text_add(w->out, "    heddle_atomic_begin(); heddle_n = heddle_choose(1u");
    for (u32 k = 0; k < w->m->fields.n; k++)
        if (w->m->fields.at[k].above == above)
            text_addf(w->out, " * HEDDLE_COUNT_%u", k);
    text_add(w->out, ");\n");
    for (u32 k = 0; k < w->m->fields.n; k++) {
        const char *name = w->m->fields.at[k].name;

        if (w->m->fields.at[k].above != above)
            continue;
        text_addf(w->out,
                  "#line %u\n"
                  "    if (heddle_p->%s != HEDDLE_VALUE_%u(heddle_n %% HEDDLE_COUNT_%u)) "
                  "heddle_w->%s = heddle_p->%s = "
                  "HEDDLE_VALUE_%u(heddle_n %% HEDDLE_COUNT_%u);\n"
                  "    heddle_n /= HEDDLE_COUNT_%u;\n",
                  w->m->fields.at[k].line, name, k, k, name, name, k, k, k);
    }
    text_addf(w->out, "#line %u\n    heddle_atomic_end(); }\n", w->m->port_line);
}

static bool has_side(const marks *m, bool above)
{
    for (u32 k = 0; k < m->fields.n; k++)
        if (m->fields.at[k].above == above)
            return true;
    return false;
}

/* ---- ports, observers ---- */

static void write_port(writer *w, const char *name)
{
    text_addf(w->out, "%s " OBLIGATION_PORT "%s;\n", w->m->port, name);
}

/* What is kept of a port that is looked at. */
static void write_kept(writer *w, const char *name)
{
    text_addf(w->out, "%s " OBLIGATION_MEMORY "seen_%s, " OBLIGATION_WROTE "%s;\n", w->m->port,
              name, name);
    for (u32 i = 0; i < w->m->observers.n; i++)
        if (w->m->observers.at[i].memory)
            text_addf(w->out, "%s " OBLIGATION_MEMORY "%u_%s;\n", w->m->observers.at[i].memory, i,
                      name);
}

static void write_observer(writer *w, u32 i, const char *name)
{
    const marked_observer *o = &w->m->observers.at[i];

    text_addf(w->out, "%s(&" OBLIGATION_PORT "%s", o->name, name);
    if (o->memory)
        text_addf(w->out, ", &" OBLIGATION_MEMORY "%u_%s", i, name);
    text_add(w->out, ")");
}

/* The observers at a port, if it has changed: what to return where one is not ok. */
static void write_watch(writer *w, const char *name, bool prunes)
{
    text_addf(w->out,
              "    if (heddle_first || heddle_changed(&" OBLIGATION_PORT "%s, &" OBLIGATION_MEMORY
              "seen_%s)) {\n",
              name, name);
    for (u32 i = 0; i < w->m->observers.n; i++) {
        text_add(w->out, "        if (!");
        write_observer(w, i, name);
        if (prunes)
            text_add(w->out, ")\n            return \"\";\n");
        else
            text_addf(w->out, ")\n            return \"the %s '%s' is not ok\";\n",
                      w->m->observers.at[i].lemma ? "lemma" : "observer",
                      w->m->observers.at[i].name);
    }
    for (u32 k = 0; prunes && w->moves && k < w->m->fields.n; k++)
        if (!w->m->fields.at[k].above)
            text_addf(w->out,
                      "        if (" OBLIGATION_PORT
                      "%s.%s)\n            return \"chaos moves\";\n",
                      name, w->m->fields.at[k].name);
    text_add(w->out, "    }\n");
}

static void write_check(writer *w, const char *call, const char *name, const char *more)
{
    if (MUTANT(INDUCTION_OWNER) && *more)
        return;
    if (MUTANT(INDUCTION_RANGE) && !*more)
        return;
    text_addf(w->out,
              "    if ((heddle_wrong = %s(&" OBLIGATION_PORT
              "%s%s%s)))\n        return heddle_wrong;\n",
              call, name, more, *more ? name : "");
}

/* `below`: the ports below, of which the observers may be relied on; `inner`: those inside a real
 * system. */
static void write_observe(writer *w, const string_list *below, const string_list *inner)
{
    text_add(w->out, "int " OBLIGATION_MEMORY "begun;\n"
                     "const char *" OBLIGATION_OBSERVE "(void)\n{\n"
                     "    const char *heddle_wrong;\n"
                     "    int heddle_first = !" OBLIGATION_MEMORY "begun;\n"
                     "    " OBLIGATION_MEMORY "begun = 1;\n");
    for (u32 i = 0; i < below->n; i++) {
        write_check(w, "heddle_stolen_below", below->at[i], ", &" OBLIGATION_WROTE);
        write_check(w, "heddle_outside", below->at[i], "");
    }
    for (u32 i = 0; i < inner->n; i++)
        write_check(w, "heddle_outside", inner->at[i], "");
    write_check(w, "heddle_stolen_above", "above", ", &" OBLIGATION_WROTE);
    write_check(w, "heddle_outside", "above", "");
    for (u32 i = 0; i < below->n; i++)
        write_watch(w, below->at[i], true);
    if (!w->moves)
        write_watch(w, "above", false);
    text_add(w->out, "    return 0;\n}\n");
}

/* ---- threads ---- */

typedef struct threads {
    VEC(char *) names;
} threads;

static void add_thread(threads *t, const char *name)
{
    vec_push(&t->names, mem_strdup(name));
}

static void write_runner(writer *w, threads *t, const char *name, const char *function,
                         const string_list *ports)
{
    write_line(w);
    text_addf(w->out, "void *" OBLIGATION_RUN "%s(void *heddle_unused) { %s(", name, function);
    for (u32 i = 0; i < ports->n; i++)
        text_addf(w->out, "%s&" OBLIGATION_PORT "%s", i ? ", " : "", ports->at[i]);
    text_add(w->out, "); return heddle_unused; }\n");
    add_thread(t, name);
}

/* Chaos below a port, or the environment above one, for ever. */
static void write_endless(writer *w, threads *t, const char *name, const char *port, bool above)
{
    if (!has_side(w->m, above))
        return;
    write_line(w);
    text_addf(w->out,
              "void *" OBLIGATION_RUN
              "%s(void *heddle_unused) { for (;;) heddle_any_%s(&" OBLIGATION_PORT
              "%s, &" OBLIGATION_WROTE "%s); return heddle_unused; }\n",
              name, above ? "above" : "below", port, port);
    add_thread(t, name);
}

/* Begins with a look at the ports as they are; then only the threads are left. */
static void write_main(writer *w, threads *t)
{
    write_line(w);
    text_add(
        w->out,
        "int main(void) { pthread_t heddle_thread; const char *heddle_wrong = " OBLIGATION_OBSERVE
        "(); heddle_assume(!heddle_wrong || *heddle_wrong); __heddle_assert(!heddle_wrong, "
        "heddle_wrong);");
    for (u32 i = 0; i < t->names.n; i++) {
        text_addf(w->out, " pthread_create(&heddle_thread, 0, " OBLIGATION_RUN "%s, 0);",
                  t->names.at[i]);
        mem_free(t->names.at[i]);
    }
    text_add(w->out, " pthread_exit(0); }\n");
    vec_free(&t->names);
}

/* ---- the obligations ---- */

static void free_names(string_list *names)
{
    for (u32 i = 0; i < names->n; i++)
        mem_free((char *)names->at[i]);
    vec_free(names);
}

static void write_base(writer *w)
{
    string_list none = {0}, ports = {0};
    threads t = {0};

    vec_push(&ports, "above");
    write_port(w, "above");
    write_kept(w, "above");
    write_observe(w, &none, &none);
    write_runner(w, &t, "base", w->m->base, &ports);
    write_endless(w, &t, "environment", "above", true);
    write_main(w, &t);
    vec_free(&ports);
}

static const char *numbered(const char *name, u32 i, bool alone)
{
    text t = {0};
    char *out;

    text_addf(&t, alone ? "%s" : "%s%u", name, i);
    out = mem_strdup(text_str(&t));
    text_free(&t);
    return out;
}

static void write_step(writer *w)
{
    string_list none = {0}, below = {0}, ports = {0};
    threads t = {0};

    for (u32 i = 0; i < w->m->belows; i++) {
        vec_push(&below, numbered("below", i, w->m->belows == 1));
        vec_push(&ports, below.at[i]);
        write_port(w, below.at[i]);
        write_kept(w, below.at[i]);
    }
    vec_push(&ports, "above");
    write_port(w, "above");
    write_kept(w, "above");
    write_observe(w, &below, &none);
    for (u32 i = 0; i < w->m->belows; i++) {
        const char *name = numbered("chaos", i, w->m->belows == 1);

        write_endless(w, &t, name, below.at[i], false);
        mem_free((char *)name);
    }
    write_runner(w, &t, "component", w->m->component, &ports);
    write_endless(w, &t, "environment", "above", true);
    write_main(w, &t);
    free_names(&below);
    vec_free(&ports);
}

/* How a node of a system of n components is called: in a chain the base is 0. */
static u32 label(const writer *w, u32 n, u32 node)
{
    return w->m->belows == 1 ? n - node : node;
}

/* Components as the nodes of a full tree, the root first; what has no component is a base.  The
 * port above a node has its number, that of the root is `above`. */
static void write_system(writer *w, u32 n)
{
    u32 wide = w->m->belows, nodes = n * wide + 1;
    string_list none = {0}, inner = {0}, ports = {0};
    threads t = {0};

    write_port(w, "above");
    write_kept(w, "above");
    for (u32 i = 1; i < nodes; i++) {
        vec_push(&inner, numbered("port", label(w, n, i), false));
        write_port(w, inner.at[i - 1]);
    }
    write_observe(w, &none, &inner);
    for (u32 i = 0; i < nodes; i++) {
        const char *name = numbered(i < n ? "component" : "base", label(w, n, i), false);

        vec_clear(&ports);
        for (u32 k = 1; i < n && k <= wide; k++)
            vec_push(&ports, inner.at[i * wide + k - 1]);
        vec_push(&ports, i ? inner.at[i - 1] : "above");
        write_runner(w, &t, name, i < n ? w->m->component : w->m->base, &ports);
        mem_free((char *)name);
    }
    write_endless(w, &t, "environment", "above", true);
    write_main(w, &t);
    free_names(&inner);
    vec_free(&ports);
}

static void write_common(writer *w)
{
    for (u32 k = 0; k < w->m->fields.n; k++)
        write_values(w, &w->m->fields.at[k], k);
    write_few(w, false);
    write_few(w, true);
    write_outside(w);
    write_changed(w);
    write_stolen(w, false);
    write_stolen(w, true);
    write_any(w, false);
    write_any(w, true);
}

static bool is_step(const front_options *o)
{
    return !strcmp(o->part, "step") || !strcmp(o->part, "moves");
}

/* A system of N components is asked for its observers alone: a lemma is no more than a help. */
static void drop_lemmas(const front_options *o, marks *m)
{
    u32 kept = 0;

    if (is_step(o) || !strcmp(o->part, "base"))
        return;
    for (u32 i = 0; i < m->observers.n; i++) {
        if (m->observers.at[i].lemma)
            observer_free(&m->observers.at[i]);
        else
            m->observers.at[kept++] = m->observers.at[i];
    }
    m->observers.n = kept;
}

static void write_program(const front_options *o, const marks *m, text *out)
{
    writer w = {.m = m, .out = out, .moves = !strcmp(o->part, "moves")};

    text_addf(out,
              "#pragma clang diagnostic ignored \"-Weverything\"\n"
              "#define main heddle_main_of_program\n"
              "#include \"%s\"\n"
              "#undef main\n"
              "#include <heddle.h>\n"
              "#include <pthread.h>\n"
              "#line 1 \"--induction\"\n",
              m->file);
    write_common(&w);
    if (!strcmp(o->part, "base"))
        write_base(&w);
    else if (is_step(o))
        write_step(&w);
    else
        write_system(&w, (u32)strtoul(o->part, NULL, 10));
}

/* clang finds the family's file from the text as `./family.c`; it was given as `family.c`. */
static front_options with_names(const front_options *o, const char *file)
{
    front_options own = *o;

    own.clang = (string_list){0};
    for (u32 i = 0; i < o->clang.n; i++)
        vec_push(&own.clang, o->clang.at[i]);
    if (!text_starts(file, "./"))
        vec_push(&own.clang, "-fdebug-prefix-map=./=");
    return own;
}

/* ---- names ---- */

/* Also as part of the name: C++ and static variables of functions put something before it. */
static bool is_ours(const char *name)
{
    static const char *const ours[] = {OBLIGATION_OBSERVE, OBLIGATION_MEMORY, OBLIGATION_PORT,
                                       OBLIGATION_WROTE, OBLIGATION_RUN};

    for (u32 i = 0; name && i < LENGTH(ours); i++)
        if (strstr(name, ours[i]))
            return true;
    return false;
}

static void refuse_ours(const program *p, const char *file, const char *name, srcloc at)
{
    text place = {0};

    if (!is_ours(name))
        return;
    if (at.line)
        text_addf(&place, "%s:%u", p->files.at[at.file], at.line);
    else
        text_add(&place, file);
    fail(EXIT_INPUT, "%s: --induction uses names like '%s' itself; choose another one",
         text_str(&place), name);
}

/* What the program has of these names below is ours.  A label of assembly (`asm("x")`) is the name
 * of the value, and debug information has the other one, which the program takes. */
static void refuse_names(const char *file, LLVMModuleRef m)
{
    program *scratch = mem_alloc(sizeof *scratch);
    debug *d = debug_open(scratch, m);
    size_t n;

    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        object_init o = {0};

        debug_global(d, g, &o);
        refuse_ours(scratch, file, o.name, o.decl);
        refuse_ours(scratch, file, LLVMGetValueName2(g, &n), o.decl);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        srcloc decl = {0};

        debug_function(d, f, &decl);
        refuse_ours(scratch, file, LLVMGetValueName2(f, &n), decl);
    }
    debug_close(d);
    program_free(scratch);
}

void obligation_add(const front_options *o, const char *include, const module_list *modules)
{
    marks m;
    text source = {0}, said = {0};
    front_options own;
    LLVMModuleRef made;

    for (u32 i = 0; i < modules->n; i++)
        refuse_names(o->files.at[i], modules->at[i]);
    marks_read(o, modules, &m);
    drop_lemmas(o, &m);
    own = with_names(o, m.file);
    write_program(o, &m, &source);
    made = clang_text(&own, include, m.file, "--induction", &source,
                      LLVMGetModuleContext(modules->at[0]), &said);
    if (!made)
        fail(EXIT_INPUT, "%s%s: --induction: what the marks say does not compile; clang says why",
             text_str(&said), m.file);
    LLVMDisposeModule(modules->at[m.module]);
    modules->at[m.module] = made;
    vec_free(&own.clang);
    text_free(&source);
    text_free(&said);
    marks_free(&m);
}

/* In traces the prefixes would be in the way. */
static const char *shown_name(const char *name, const char *prefix)
{
    return text_starts(name, prefix) ? name + strlen(prefix) : name;
}

void obligation_observe(program *p)
{
    for (u32 i = 1; i < p->objects.n; i++) {
        object_init *o = &p->objects.at[i];

        o->memory = text_starts(o->name, OBLIGATION_MEMORY);
        o->hidden |= text_starts(o->name, OBLIGATION_WROTE);
        o->name = shown_name(shown_name(o->name, OBLIGATION_PORT), OBLIGATION_RUN);
    }
    for (u32 i = 0; i < p->funcs.n; i++) {
        func *f = p->funcs.at[i];

        if (!strcmp(f->name, OBLIGATION_OBSERVE))
            vec_push(&p->queries, (query){.kind = QUERY_OBSERVER, .text = "observers", .func = i});
        f->name = shown_name(f->name, OBLIGATION_RUN);
    }
}
