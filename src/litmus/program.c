/* A litmus test as a program in C.  A location is a global, v_x; a thread is a function with its
 * body; what it has in the registers that the condition names it stores at its end to globals of
 * their own, q_0_r0, so that nothing else of the test changes.  Lines are those of the test. */
#include "litmus/litmus.h"

#include <assert.h>
#include <inttypes.h>

void litmus_global(const litmus_place *p, text *out)
{
    if (p->thread < 0)
        text_addf(out, "v_%s", p->name);
    else
        text_addf(out, "q_%" PRIi32 "_%s", p->thread, p->name);
}

/* What follows is of this line. */
static void add_line(const litmus *t, u32 line, text *out)
{
    text_addf(out, "#line %" PRIu32 " ", line);
    text_quoted(out, t->file, SIZE_MAX);
    text_addc(out, '\n');
}

static void add_globals(const litmus *t, text *out)
{
    for (u32 k = 0; k < t->places.n; k++) {
        const litmus_place *p = &t->places.at[k];
        const char *type = p->type ? p->type : "int";

        if (p->thread >= 0 && !p->seen)
            continue;
        add_line(t, p->line, out);
        if (p->thread >= 0)
            text_add(out, "long long");
        else if (t->language == LITMUS_X86)
            text_addf(out, "_Atomic(%s)", type);
        else
            text_add(out, type);
        text_addc(out, ' ');
        litmus_global(p, out);
        text_addf(out, " = %" PRIi64 ";\n", p->thread < 0 ? p->first : 0);
    }
}

/* Registers of instructions, and those with a first value. */
static void add_registers(const litmus *t, u32 thread, text *out)
{
    for (u32 k = 0; k < t->places.n; k++) {
        const litmus_place *p = &t->places.at[k];

        if (p->thread != (i32)thread || (t->language == LITMUS_C && !p->set))
            continue;
        add_line(t, p->line, out);
        text_addf(out, "int %s = %" PRIi64 ";\n", p->name, p->first);
    }
}

static void tell_registers(const litmus *t, u32 thread, bool sections, text *out)
{
    text_add(out, sections ? "\n;heddle_atomic_begin();\n" : "\n;\n");
    for (u32 k = 0; k < t->places.n; k++) {
        const litmus_place *p = &t->places.at[k];

        if (p->thread != (i32)thread || !p->seen)
            continue;
        add_line(t, p->line, out);
        litmus_global(p, out);
        text_addf(out, " = %s;\n", p->name);
    }
    text_add(out, sections ? "heddle_atomic_end();\n" : "");
}

static void add_thread(const litmus *t, u32 k, bool sections, text *out)
{
    const litmus_thread *h = &t->threads.at[k];

    add_line(t, h->line, out);
    text_addf(out, "static void P%" PRIu32 "(", k);
    for (u32 i = 0; i < h->parameters.n; i++) {
        assert(h->parameters.at[i].place < t->places.n);
        text_addf(out, "%s%s *%s", i ? ", " : "", h->parameters.at[i].type,
                  t->places.at[h->parameters.at[i].place].name);
    }
    text_add(out, h->parameters.n ? ")\n{\n" : "void)\n{\n");
    add_registers(t, k, out);
    add_line(t, h->line, out);
    text_add(out, text_str(&h->body));
    tell_registers(t, k, sections, out);
    text_addf(out, "}\nstatic void *thread%" PRIu32 "(void *arg)\n{\n    P%" PRIu32 "(", k, k);
    for (u32 i = 0; i < h->parameters.n; i++) {
        text_addf(out, "%s(%s *)&", i ? ", " : "", h->parameters.at[i].type);
        litmus_global(&t->places.at[h->parameters.at[i].place], out);
    }
    text_add(out, ");\n    return arg;\n}\n");
}

void litmus_program(const litmus *t, bool sections, text *out)
{
    text_add(out, "#include <heddle.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                  "#include <stdbool.h>\n#include <stdint.h>\n");
    add_globals(t, out);
    for (u32 k = 0; k < t->threads.n; k++)
        add_thread(t, k, sections, out);
    text_addf(out, "int main(void)\n{\n    pthread_t h[%" PRIu32 "];\n", t->threads.n);
    for (u32 k = 0; k < t->threads.n; k++)
        text_addf(out, "    pthread_create(&h[%" PRIu32 "], 0, thread%" PRIu32 ", 0);\n", k, k);
    for (u32 k = 0; k < t->threads.n; k++)
        text_addf(out, "    pthread_join(h[%" PRIu32 "], 0);\n", k);
    text_add(out, "    return 0;\n}\n");
}
