/* heddle promela: a model of a C program for SPIN, and what SPIN finds in it, in lines of C. */
#include "cmd/claims.h"
#include "promela/promela.h"
#include "session/coverage.h"
#include "session/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEAP_OBJECTS = 16, MOST_OBJECTS = 240, STORE_BUFFER = 4, MOST_BUFFER = 16 };

static promela_options settings(const options *o, const char *include)
{
    promela_options p = o->promela;

    p.include = include;
    p.files = o->front.files;
    p.clang = o->front.clang;
    p.heap = p.heap ? p.heap : HEAP_OBJECTS;
    p.buffer = p.buffer ? p.buffer : STORE_BUFFER;
    p.allow_hang = o->rules.allow_hang || o->outcomes;
    p.outcomes = o->outcomes;
    p.fair = o->fair == FAIRLY_WEAK;
    claims_read(o, &p);
    return p;
}

static void check_usage(const options *o)
{
    if (!o->front.files.n)
        fail(EXIT_USAGE, "heddle promela: no file was given; heddle help promela says more");
    if (o->front.args.n)
        fail(EXIT_USAGE, "heddle promela: arguments of main are not translated; leave them out");
    if (o->fair == FAIRLY_STRONG)
        fail(EXIT_USAGE, "heddle promela: --fair strong: SPIN knows weak fairness; heddle check "
                         "takes it");
    if (o->promela.heap > MOST_OBJECTS)
        fail(EXIT_USAGE, "heddle promela: --heap %u; at most %d are possible", o->promela.heap,
             MOST_OBJECTS);
    if (o->promela.buffer > MOST_BUFFER)
        fail(EXIT_USAGE, "heddle promela: --store-buffer %u; at most %d are possible",
             o->promela.buffer, MOST_BUFFER);
}

static void write_model(const char *path, const promela_model *m)
{
    FILE *f = path ? fopen(path, "w") : stdout;
    bool ok = f && fwrite(m->out.at, 1, m->out.n, f) == m->out.n;

    if (f)
        ok = !(path ? fclose(f) : fflush(f)) && ok;
    if (!ok)
        fail(EXIT_USAGE, "heddle promela: %s: %s; -o needs a file that can be written",
             path ? path : "standard output", strerror(errno));
}

static void take_error(session *c, const promela_result *r)
{
    failure f = {.thread = NO_THREAD,
                 .file = r->file ? r->file : "",
                 .line = r->line,
                 .message = r->message};

    if (!error_named(r->kind, &f.kind))
        die("SPIN found an error of an unknown kind: %s", r->kind);
    result_error(&c->r, &f);
    c->r.failed = true;
    if (r->file)
        text_addf(&c->report, "%s:%u: ", r->file, r->line);
    text_addf(&c->report, "error: %s\n%s", r->message, text_str(&r->steps));
}

static void take_result(session *c, const promela_result *r)
{
    static const verdict verdicts[] = {
        [EXIT_VERIFIED] = VERDICT_VERIFIED,
        [EXIT_FAILED] = VERDICT_FAILED,
        [EXIT_UNKNOWN] = VERDICT_UNKNOWN,
    };

    c->r.verdict = verdicts[r->verdict];
    c->r.states = r->states;
    c->r.transitions = r->transitions;
    c->r.depth = r->depth;
    c->r.seconds = r->seconds;
    c->r.peak_bytes = (u64)(r->megabytes * 1e6);
    text_add(&c->outcomes, text_str(&r->outcomes));
    if (r->verdict == EXIT_FAILED)
        take_error(c, r);
    else
        snprintf(c->r.reason, sizeof c->r.reason, "%s", r->message);
}

/* More objects were made than there are places; perhaps fewer can be reached at a time. */
static bool wants_collecting(const promela_options *p, const promela_model *m,
                             const promela_result *r)
{
    return r->verdict == EXIT_UNKNOWN && r->kind && !strcmp(r->kind, PROMELA_HEAP) && !p->collect &&
           m->collectable;
}

/* The result speaks of the model `m`, which lives as long. */
static void check_collecting(const promela_options *p, const promela_limits *most, promela_model *m,
                             promela_result *r)
{
    promela_options again = *p;

    again.collect = true;
    promela_translate(&again, m);
    promela_result_free(r);
    *r = (promela_result){.verdict = 0};
    promela_check(&again, m, most, r);
}

static void add_covered(const session *c, coverage *out)
{
    (void)c;
    coverage_say(out,
                 "Which lines runs came to was not measured: SPIN tells which statements of its "
                 "model were never reached, of each process apart, and a line of C may be several "
                 "of them or none; heddle check measures it.");
}

static int check_model(session *c, const promela_options *p, const promela_model *m)
{
    static const char *const memories[] = {
        [PROMELA_TSO] = "total store order", [PROMELA_PSO] = "partial store order"};
    promela_limits most = {c->o.max.memory, c->o.max.seconds};
    promela_result r = {.verdict = 0};
    promela_model collected = {0};
    bool collecting;
    text proved = {0};
    int exit_status;

    promela_check(p, m, &most, &r);
    collecting = p->collect || wants_collecting(p, m, &r);
    if (collecting && !p->collect)
        check_collecting(p, &most, &collected, &r);
    text_addf(&proved, "no error in any interleaving%s%s%s%s",
              p->memory ? " with store buffers" : "",
              p->claims.n > 1 ? ", the properties hold"
              : p->claims.n   ? ", the property holds"
                              : "",
              p->fair ? ", weak fairness assumed" : "",
              c->o.outcomes && !c->o.rules.allow_hang ? ", hangs not looked for" : "");
    take_result(c, &r);
    c->told = true;
    c->engine = "spin";
    c->memory = memories[p->memory];
    c->conditions =
        collecting ? "SPIN on the translation with --collect" : "SPIN on the translation";
    c->proved = text_str(&proved);
    c->covered = add_covered;
    for (u32 i = 0; i < c->o.ltl.n; i++)
        vec_push(&c->stated, c->o.ltl.at[i]);
    exit_status = session_finish(c);
    text_free(&proved);
    promela_result_free(&r);
    promela_free(&collected);
    return exit_status;
}

int cmd_promela(int argc, char **argv)
{
    session c;
    char *include = front_include();
    promela_options p;
    promela_model m = {0};
    int exit_status = EXIT_VERIFIED;

    session_begin(&c, FOR_PROMELA, argc, argv);
    check_usage(&c.o);
    p = settings(&c.o, include);
    promela_translate(&p, &m);
    if (c.o.output || !c.o.run_spin)
        write_model(c.o.output, &m);
    if (c.o.run_spin)
        exit_status = check_model(&c, &p, &m);
    else
        session_free(&c);
    promela_free(&m);
    claims_free(&p);
    mem_free(include);
    return exit_status;
}
