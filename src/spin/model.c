/* The model that heddle spin writes: one Promela process for each thread, and the machine's state
 * in tracked memory, as in figure 3 of the paper on pancam.
 *
 * A step is one d_step of guard and move: as two statements it would be two of SPIN's steps, and
 * SPIN would store the states between them.  A thread that can go on in several ways (a choice of
 * the program, a spurious wake-up, a time-out) has as many options in its loop.  Every process
 * rests at a label that is a valid end; deadlocks are found by the machine, which knows that a
 * spurious wake-up is no way out of one. */
#include "spin/job.h"
#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { WALKS = 64, QUIET_WALKS = 12, WALK_STEPS = 300, HEAD_BYTES = 16, MOST_PROCESSES = 250 };

#define WALK_SECONDS 0.3

/* ---- measuring ---- */

static void note_state(sys *s, byte_list *bytes, capacity *most)
{
    vec_clear(bytes);
    sys_pack(s, bytes);
    if (most->bytes < bytes->n)
        most->bytes = bytes->n;
}

/* A random move, and the most that the model must have of each. */
static const move *note_moves(const move_list *moves, rng *random, capacity *most)
{
    const move *picked = NULL;
    u32 seen = 0, ways = 0;
    u16 thread = NO_THREAD;

    for (u32 i = 0; i < moves->n; i++) {
        const move *m = &moves->at[i];

        if (most->threads < m->thread + 1u)
            most->threads = m->thread + 1u;
        if (!(m->flags & MOVE_ENABLED))
            continue;
        ways = m->thread == thread ? ways + m->choices : m->choices;
        thread = m->thread;
        if (most->choices < ways)
            most->choices = ways;
        if (rng_next(random) % ++seen == 0)
            picked = m;
    }
    return picked;
}

static void walk(sys *s, rng *random, double until, capacity *most)
{
    move_list moves = {0};
    byte_list bytes = {0};
    taken t = {0};

    sys_reset(s);
    for (u32 k = 0; k < WALK_STEPS && clock_seconds() < until; k++) {
        const move *m;

        note_state(s, &bytes, most);
        sys_moves(s, &moves);
        m = note_moves(&moves, random, most);
        if (!m || sys_status(s) != ST_RUNNING)
            break;
        sys_step(s, m->thread, (move_kind)m->kind, (u32)(rng_next(random) % m->choices), &t);
        if (t.outcome != OUT_RAN)
            break;
    }
    vec_free(&moves);
    vec_free(&bytes);
    taken_free(&t);
}

static bool same_capacity(const capacity *a, const capacity *b)
{
    return a->bytes == b->bytes && a->threads == b->threads && a->choices == b->choices;
}

void spin_measure(spin_job *j)
{
    const options *o = &j->c.o;
    capacity most = {.choices = 1, .threads = 1};
    sys *s = check_wrap(&j->c, check_open(&j->c, NULL));
    rng random = {1};
    double until = clock_seconds() + WALK_SECONDS;

    for (u32 k = 0, quiet = 0; k < WALKS && quiet < QUIET_WALKS; k++) {
        capacity before = most;

        walk(s, &random, until, &most);
        quiet = same_capacity(&before, &most) ? quiet + 1 : 0;
    }
    sys_close(s);
    j->cap.bytes =
        o->state_size ? o->state_size : (HEAD_BYTES + most.bytes + most.bytes / 4 + 23) & ~7u;
    j->cap.threads = o->vm.max_threads ? o->vm.max_threads : most.threads;
    j->cap.choices = o->max_choices ? (u32)o->max_choices : most.choices;
    if (j->cap.threads > MOST_PROCESSES)
        fail(EXIT_USAGE,
             "heddle spin: SPIN has at most %d processes; --max-threads must not be more",
             MOST_PROCESSES);
}

/* ---- the files ---- */

static void add_setting(text *out, const char *name, i64 value)
{
    if (value)
        text_addf(out, " \\\n    .%s = %lld,", name, (long long)value);
}

static void add_settings(const spin_job *j, text *out)
{
    const options *o = &j->c.o;
    vm_options v = options_vm(o);

    if (j->state == SPIN_STATE_KEY) {
        add_setting(out, "keys", o->abstract.n ? 2 : 1);
        add_setting(out, "table_bytes", (i64)(o->max.memory / 2));
    }
    add_setting(out, "threads", j->cap.threads);
    add_setting(out, "choices", j->cap.choices);
    add_setting(out, "superstep", !!(options_reductions(o) & REDUCE_SUPERSTEP));
    add_setting(out, "bounded", o->context_bound.set);
    add_setting(out, "bound", o->context_bound.low);
    add_setting(out, "abstractions", o->abstract.n);
    add_setting(out, "abstract_control", o->keep_control);
    add_setting(out, "never", j->goal != NULL);
    add_setting(out, "first_proposition", j->c.live.nqueries ? j->c.live.queries[0] : 0);
    add_setting(out, "propositions", j->c.live.nqueries);
    add_setting(out, "fair", j->goal && j->goal->fair == FAIR_WEAK);
    add_setting(out, "allow_deadlock", o->rules.allow_deadlock);
    add_setting(out, "hangs", !o->rules.allow_hang && !j->goal);
    add_setting(out, "grain", v.grain);
    add_setting(out, "every_access", v.every_access);
    add_setting(out, "plain_heap", v.plain_heap);
    add_setting(out, "no_spurious", v.rules.no_spurious);
    add_setting(out, "malloc_may_fail", v.malloc_may_fail);
    add_setting(out, "leaks", v.rules.leaks);
    add_setting(out, "exit_status", v.rules.exit_status);
    add_setting(out, "memory", v.memory);
    add_setting(out, "buffer", v.memory == MEMORY_SC ? 0 : v.buffer);
    add_setting(out, "addresses", v.addresses);
    add_setting(out, "layout", v.layout ? v.layout - 1 : 0);
    add_setting(out, "nondet_set", v.nondet.set);
    add_setting(out, "nondet_low", v.nondet.low);
    add_setting(out, "nondet_high", v.nondet.high);
    add_setting(out, "hang_states", v.hang_states);
    add_setting(out, "allow_partial", v.rules.allow_partial);
    add_setting(out, "max_threads", v.max_threads);
    add_setting(out, "max_stack", v.max_stack);
    add_setting(out, "max_heap", (i64)v.max_heap);
}

static void write_header(const spin_job *j, text *out)
{
    text_addf(out,
              "/* Written by heddle spin for %s. */\n"
              "/* How the machine is set up: heddle/pan.h explains each setting. */\n"
              "#define HEDDLE_STATE_SIZE %llu\n"
              "#define HEDDLE_PROGRAM \"program.heddle\"\n"
              "#define HEDDLE_SETTINGS",
              j->c.o.front.files.at[0],
              (unsigned long long)(j->state == SPIN_STATE_KEY ? HEAD_BYTES : j->cap.bytes));
    add_settings(j, out);
    text_add(out, "\n\n#include <heddle/pan.h>\n");
}

/* The machine has the states, SPIN their numbers. */
static void add_key_tracks(const spin_job *j, text *out)
{
    if (!j->c.o.abstract.n) {
        text_add(out,
                 "/* A state's number in the machine's own table: equal states, equal numbers. */\n"
                 "c_track \"heddle_key\" \"sizeof(heddle_key)\" \"Matched\"\n");
        return;
    }
    text_add(
        out,
        "/* States are told apart by a hash of the abstractions' values; where the machine has\n"
        " * the state goes with it. */\n"
        "c_track \"heddle_digest\" \"sizeof(heddle_digest)\" \"Matched\"\n"
        "c_track \"heddle_place\" \"sizeof(heddle_place)\" \"UnMatched\"\n");
}

static void add_byte_tracks(const spin_job *j, text *out)
{
    if (j->state == SPIN_STATE_EXACT && !j->c.o.abstract.n)
        text_add(out, "/* The machine's state is part of SPIN's: it tells states apart. */\n"
                      "c_track \"heddle_state\" \"HEDDLE_STATE_SIZE\" \"Matched\"\n");
    else
        text_addf(
            out,
            "/* SPIN keeps the machine's state on its search stack, and tells states apart by\n"
            " * %s. */\n"
            "c_track \"heddle_digest\" \"sizeof(heddle_digest)\" \"Matched\"\n"
            "c_track \"heddle_state\" \"HEDDLE_STATE_SIZE\" \"UnMatched\"\n",
            j->c.o.abstract.n ? "a hash of the abstractions' values" : "its 128-bit hash");
    if (!j->breadth)
        text_add(out, "/* Where the machine itself keeps that state: only to save time. */\n"
                      "c_track \"heddle_place\" \"sizeof(heddle_place)\" \"UnMatched\"\n");
}

static void add_tracks(const spin_job *j, text *out)
{
    if (j->state == SPIN_STATE_KEY)
        add_key_tracks(j, out);
    else
        add_byte_tracks(j, out);
}

static void add_process(const spin_job *j, text *out)
{
    text_add(out, "\n/* One thread of the program. */\nproctype thread(byte me)\n{\nend:\tdo\n");
    for (u32 k = 0; k < j->cap.choices; k++)
        text_addf(out,
                  "\t:: d_step { c_expr { (heddle_enabled_choice(Pthread->me, %u)) } ->\n"
                  "\t     c_code { heddle_step_choice(Pthread->me, %u); } }\n",
                  k, k);
    text_add(out, "\tod\n}\n");
}

/* To SPIN a run can go on as long as a thread may be woken spuriously. */
static void add_rest(text *out)
{
    text_add(out, "\n/* A run that has come to an end but for spurious wake-ups stays there. */\n"
                  "active proctype rest()\n{\nend:\tdo\n"
                  "\t:: d_step { c_expr { (now.ready && heddle_over()) } ->\n"
                  "\t     c_code { heddle_rest(); } }\n"
                  "\tod\n}\n");
}

static void add_init(const spin_job *j, text *out)
{
    text_add(
        out,
        "\n/* The program's initial state, and a process for each thread that it may have. */\n"
        "init\n{\n\tatomic {\n\t\tc_code { heddle_setup(HEDDLE_PROGRAM); };\n");
    for (u32 k = 0; k < j->cap.threads; k++)
        text_addf(out, "\t\trun thread(%u)%s\n", k, k + 1 < j->cap.threads ? ";" : "");
    text_addf(out, "%s\t}\n}\n", j->goal ? "\t\t; ready = true\n" : "");
}

static void write_model(const spin_job *j, text *out)
{
    text_addf(out,
              "/* Written by heddle spin: SPIN searches, heddle's machine executes %s. */\n"
              "c_decl {\n\\#include \"driver.h\"\n}\n\n",
              j->c.o.front.files.at[0]);
    add_tracks(j, out);
    if (j->goal)
        text_add(out, "\nbool ready; /* the initial state is there */\n");
    add_process(j, out);
    if (j->goal && spin_wakes(j))
        add_rest(out);
    add_init(j, out);
    if (j->goal)
        spin_claim(j, out);
}

static void add_words(text *out, const char *name, const string_list *words)
{
    text_addf(out, "%s\n\t", name);
    for (u32 i = 0; i < words->n; i++)
        text_addf(out, "%s%s", i ? " " : "", words->at[i]);
    text_add(out, "\n");
}

static void write_makefile(const spin_job *j, text *out)
{
    string_list spin = {0}, compiler = {0}, pan = {0};

    spin_words_spin(j, &spin);
    spin_words_compiler(j, &compiler);
    spin_words_pan(j, &pan);
    text_add(out,
             "# Written by heddle spin: `make run` searches, `make trail` shows what was found.\n");
    add_words(out, "run: pan", &pan);
    add_words(out, "pan: pan.c driver.h", &compiler);
    add_words(out, "pan.c: driver.pml", &spin);
    text_add(out, "trail: pan\n\tHEDDLE_MOVES=1 ./pan -r\n.PHONY: run trail\n");
    vec_free(&spin);
    vec_free(&compiler);
    vec_free(&pan);
}

static bool write_file(const spin_job *j, const char *name, void (*fill)(const spin_job *, text *),
                       text *path)
{
    text body = {0};
    bool ok;

    text_clear(path);
    text_addf(path, "%s/%s", j->folder, name);
    fill(j, &body);
    ok = text_write_file(&body, text_str(path));
    text_free(&body);
    return ok;
}

bool spin_write(const spin_job *j, text *file)
{
    if (!write_file(j, "driver.pml", write_model, file) ||
        !write_file(j, "driver.h", write_header, file) ||
        !write_file(j, "Makefile", write_makefile, file))
        return false;
    text_clear(file);
    text_addf(file, "%s/program.heddle", j->folder);
    return program_write(j->c.p, text_str(file));
}
