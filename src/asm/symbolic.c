/* The symbolic engine.
 *
 * berkeley-abc looks for a way to `bad` in the system's circuit (bmc3) and for an inductive
 * invariant that excludes it (pdr).  Neither is believed: a way is simulated in our circuit and
 * replayed by the explicit machine, and an invariant is checked by our own solver over our own
 * circuit (proof.c). */
#include "asm/casm.h"
#include "asm/circuit.h"
#include "asm/proof.h"
#include "asm/trail.h"
#include "base/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { BMC_FRAMES = 400, BMC_SECONDS = 2 };
#define SOLVER "berkeley-abc"

static void give_up(symbolic *out, const char *why)
{
    out->answer = SYMBOLIC_OPEN;
    snprintf(out->reason, sizeof out->reason, "%s", why);
}

/* Running the other program. */

/* In the folder, with what it says in the file `said`; false: it is not there. */
static bool spawn_solver(const char *folder, const char *commands)
{
    const char *const words[] = {SOLVER, "-c", commands, NULL};
    tool t;

    if (!tool_start(&t, folder, words, "said"))
        return false;
    tool_finish(&t, 0);
    if (tool_interrupted()) {
        folder_remove(folder);
        fail(EXIT_UNKNOWN, "UNKNOWN: interrupted");
    }
    return !(WIFEXITED(t.status) && WEXITSTATUS(t.status) == 127);
}

static _Noreturn void solver_missing(void)
{
    fail(EXIT_USAGE, "heddle asm: --engine symbolic needs the program " SOLVER
                     "; install the package " SOLVER " or leave the option out");
}

static bool run_solver(const char *folder, const char *commands, text *said)
{
    bool ok = spawn_solver(folder, commands);

    tool_said(folder, "said", said);
    return ok;
}

/* Ways. */

typedef VEC(u8) bit_list;

/* The first string of 0 and 1 in the file: latches, then the inputs of each frame. */
static bool read_bits(const char *path, bit_list *out)
{
    text in = {0};
    bool ok = text_read_file(&in, path);

    for (size_t i = 0; ok && i < in.n; i++) {
        if (in.at[i] == '#' || in.at[i] == '.')
            break;
        if (in.at[i] == '0' || in.at[i] == '1')
            vec_push(out, (u8)(in.at[i] - '0'));
    }
    text_free(&in);
    return ok && out->n;
}

static u64 word_value(const aig *g, const u8 *values, u32 latch, u32 width)
{
    u64 value = 0;

    for (u32 i = 0; i < width; i++)
        value |= (u64)values[aig_latch(g, latch + i) / 2] << i;
    return value;
}

static void note_state(const circuit *k, const u8 *values, trail *t)
{
    for (u32 v = 0; v < k->c->vars.n; v++)
        vec_push(&t->values, k->latch_of[v]
                                 ? word_value(&k->g, values, k->latch_of[v], k->c->vars.at[v].width)
                                 : 0);
    t->n++;
}

static bool lit_value(const u8 *values, lit l)
{
    return values[l / 2] ^ (l & 1);
}

static void compute_gates(const aig *g, u8 *values)
{
    u32 first = aig_first_gate(g);

    for (u32 i = 0; i < g->gates.n; i++)
        values[first + i] =
            lit_value(values, g->gates.at[i].a) && lit_value(values, g->gates.at[i].b);
}

static void clock_latches(const aig *g, u8 *values)
{
    u8 *next = mem_alloc(g->latches + 1);

    for (u32 i = 0; i < g->latches; i++)
        next[i] = lit_value(values, g->next.at[i]);
    memcpy(values + 1 + g->inputs, next, g->latches);
    mem_free(next);
}

/* Runs the circuit with the inputs of each frame. */
static void simulate(const circuit *k, const bit_list *bits, trail *t)
{
    const aig *g = &k->g;
    u8 *values = mem_alloc(aig_first_gate(g) + g->gates.n + 1);

    for (u32 at = g->latches; at + g->inputs <= bits->n; at += g->inputs) {
        for (u32 i = 0; i < g->inputs; i++)
            values[1 + i] = bits->at[at + i];
        compute_gates(g, values);
        if (t->n && lit_value(values, g->bad))
            break;
        clock_latches(g, values);
        note_state(k, values, t);
    }
    mem_free(values);
}

static void read_way(const circuit *k, const char *folder, symbolic *out)
{
    text path = {0};
    bit_list bits = {0};
    trail t = {.c = k->c};

    text_addf(&path, "%s/cex", folder);
    if (!read_bits(text_str(&path), &bits)) {
        give_up(out, SOLVER " wrote no counterexample that could be read");
    } else {
        simulate(k, &bits, &t);
        if (trail_follow(k->c, &t, &out->steps))
            out->answer = SYMBOLIC_FAILS;
        else
            give_up(out, "the counterexample of " SOLVER " does not replay");
    }
    vec_free(&t.values);
    vec_free(&bits);
    text_free(&path);
}

static bool found_way(const text *said)
{
    return strstr(text_str(said), "was asserted in frame") != NULL;
}

/* Looks for a way to `bad`; false: there is none of so many steps, or the time was up. */
static bool look_for_way(const circuit *k, const char *folder, symbolic *out)
{
    text said = {0}, commands = {0};
    bool found;

    text_addf(&commands, "read_aiger m.aig; bmc3 -F %d -T %d; write_cex cex", BMC_FRAMES,
              BMC_SECONDS);
    found = run_solver(folder, text_str(&commands), &said) && found_way(&said);
    if (found)
        read_way(k, folder, out);
    text_free(&said);
    text_free(&commands);
    return found;
}

static void read_proof(const circuit *k, const char *folder, symbolic *out)
{
    static const char *const words[] = {
        [PROOF_UNREADABLE] = SOLVER " wrote no invariant that could be read",
        [PROOF_WRONG] = "the invariant of " SOLVER " is none",
        [PROOF_OPEN] = "the invariant of " SOLVER " could not be checked"};
    text path = {0};
    proof_answer answer;

    text_addf(&path, "%s/inv.pla", folder);
    answer = proof_check(&k->g, text_str(&path), &out->clauses);
    if (answer == PROOF_HOLDS)
        out->answer = SYMBOLIC_PROVED;
    else
        give_up(out, words[answer]);
    text_free(&path);
}

static void look_for_proof(const circuit *k, const char *folder, double seconds, symbolic *out)
{
    text said = {0}, commands = {0};

    text_addf(&commands, "read_aiger m.aig; pdr -T %u -d -I inv.pla; write_cex cex",
              seconds > 0 ? (u32)seconds + 1 : 0);
    if (!run_solver(folder, text_str(&commands), &said))
        give_up(out, SOLVER " could not be run");
    else if (strstr(text_str(&said), "Property proved"))
        read_proof(k, folder, out);
    else if (found_way(&said))
        read_way(k, folder, out);
    else
        give_up(out, SOLVER " gave no answer in time (--max-time)");
    text_free(&said);
    text_free(&commands);
}

static void decide(const circuit *k, const char *folder, double seconds, symbolic *out)
{
    text file = {0};

    text_addf(&file, "%s/m.aig", folder);
    if (!spawn_solver(folder, "quit")) {
        folder_remove(folder);
        solver_missing();
    }
    if (!aig_write(&k->g, text_str(&file)))
        give_up(out, "the circuit could not be written");
    else if (!look_for_way(k, folder, out))
        look_for_proof(k, folder, seconds, out);
    text_free(&file);
}

void symbolic_check(casm *c, double seconds, bool allow_deadlock, symbolic *out)
{
    circuit k;
    char *folder;

    *out = (symbolic){0};
    circuit_open(&k, c, allow_deadlock);
    out->latches = k.g.latches;
    out->gates = k.g.gates.n;
    folder = folder_temporary("heddle-abc");
    decide(&k, folder, seconds, out);
    folder_remove(folder);
    mem_free(folder);
    circuit_free(&k);
}

void symbolic_free(symbolic *s)
{
    vec_free(&s->steps);
}
