/* The symbolic engine.
 *
 * The system becomes a circuit: a latch for each bit of the state, inputs that pick a process and a
 * choice.  All latches begin at 0; the first step, when the latch `started` is still 0, loads the
 * initial values, those of ranges from inputs.  The output `bad` is true where a check fails, an
 * invariant is violated or no process can move though some sleep.
 *
 * berkeley-abc looks for a way to `bad` (bmc3) and for an inductive invariant that excludes it
 * (pdr).  Neither is believed: a way is replayed by the explicit machine, and an invariant must
 * satisfy, by our own solver over our own circuit, that it holds at first, that no step leaves it
 * and that it excludes `bad`. */
#include "asm/symbolic.h"
#include "asm/aig.h"
#include "asm/sat.h"
#include "asm/trans.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BMC_FRAMES = 400, BMC_SECONDS = 2, CONFLICTS_MOST = 20000000 };
#define SOLVER "berkeley-abc"

typedef struct circuit {
    casm *c;
    aig g;
    blaster b;
    sym_steps steps;
    u32 *latch_of; /* by variable; 0: it is none */
    u32 *input_of; /* by variable with a range: its first input + 1 */
    u32 who_bits, choice_bits, choice_at;
    word who, choice;
    lit started;
} circuit;

static u32 bits_for(u64 values)
{
    u32 bits = 0;

    while (bits < 64 && (u64)1 << bits < values)
        bits++;
    return bits;
}

static word leaf(blaster *b, const node *n)
{
    circuit *k = b->what;
    word w = {.width = n->width};

    if (n->op == EX_CHOICE) {
        for (u32 i = 0; i < k->choice.width && i < 32; i++)
            w.bits[i] = k->choice.bits[i];
        return w;
    }
    if (!k->latch_of[n->extra])
        return w; /* dead wherever a process rests */
    for (u32 i = 0; i < n->width; i++)
        w.bits[i] = aig_latch(&k->g, k->latch_of[n->extra] + i);
    return w;
}

static lit truth(circuit *k, expr e)
{
    return aig_word(&k->b, e).bits[0];
}

/* Inputs and latches are counted before anything is built. */
static void lay_out(circuit *k)
{
    casm *c = k->c;
    u32 most = 1, inputs, latches = 1;

    k->latch_of = mem_alloc((c->vars.n + 1) * sizeof *k->latch_of);
    k->input_of = mem_alloc((c->vars.n + 1) * sizeof *k->input_of);
    for (u32 p = 0; p < c->processes.n; p++)
        for (u32 i = 0; i < c->processes.at[p].code.n; i++)
            if (insn_choices(&c->processes.at[p].code.at[i]) > most)
                most = insn_choices(&c->processes.at[p].code.at[i]);
    k->who_bits = bits_for(c->processes.n);
    k->choice_bits = bits_for(most);
    inputs = k->who_bits + k->choice_bits;
    for (u32 v = 0; v < c->vars.n; v++) {
        if (!bit_of(c->kept, v))
            continue;
        k->latch_of[v] = latches;
        latches += c->vars.at[v].width;
        if (c->vars.at[v].low == c->vars.at[v].high)
            continue;
        k->input_of[v] = inputs + 1;
        inputs += bits_for(c->vars.at[v].high - c->vars.at[v].low + 1);
    }
    aig_open(&k->g, inputs, latches);
    k->who.width = (u8)k->who_bits;
    k->choice.width = (u8)k->choice_bits;
    for (u32 i = 0; i < k->who_bits; i++)
        k->who.bits[i] = aig_input(&k->g, i);
    for (u32 i = 0; i < k->choice_bits; i++)
        k->choice.bits[i] = aig_input(&k->g, k->who_bits + i);
    k->started = aig_latch(&k->g, 0);
}

/* A variable before the first step: its value, or, of a range, as many as the inputs have; a number
 * beyond the range is the lowest. */
static word first_value(circuit *k, u32 v)
{
    const var *x = &k->c->vars.at[v];
    u32 bits = bits_for(x->high - x->low + 1);
    word low = aig_constant(x->width, x->low), chosen = low;

    for (u64 i = 1; k->input_of[v] && i <= x->high - x->low; i++) {
        word in = {.width = (u8)bits}, number = aig_constant(bits, i),
             value = aig_constant(x->width, x->low + i);

        for (u32 b = 0; b < bits; b++)
            in.bits[b] = aig_input(&k->g, k->input_of[v] - 1 + b);
        chosen = aig_choose(&k->g, aig_equals(&k->g, &in, &number), &value, &chosen);
    }
    return chosen;
}

/* The process is picked and at this rest point, its guard holds, and the choice is one of its own.
 */
static lit taken_now(circuit *k, const sym_step *s)
{
    const process *p = &k->c->processes.at[s->process];
    word number = aig_constant(k->who_bits, s->process),
         at = aig_constant(k->c->vars.at[p->pc].width, s->at),
         pc = aig_word(&k->b, ex_var(&k->c->pool, k->c->vars.at[p->pc].width, p->pc));
    lit now = aig_and(&k->g, aig_equals(&k->g, &k->who, &number), aig_equals(&k->g, &pc, &at));
    u32 choices = insn_choices(&p->code.at[s->at]);
    lit valid = 0;

    for (u32 i = 0; i < choices; i++) {
        word w = aig_constant(k->choice_bits, i);

        valid = aig_or(&k->g, valid, aig_equals(&k->g, &k->choice, &w));
    }
    return aig_and(&k->g, aig_and(&k->g, now, valid), truth(k, s->guard));
}

static lit at_end(circuit *k, const process *p)
{
    word pc = aig_word(&k->b, ex_var(&k->c->pool, k->c->vars.at[p->pc].width, p->pc));
    lit any = 0;

    for (u32 i = 0; i < p->code.n; i++) {
        word at = aig_constant(pc.width, i);

        if (p->code.at[i].flags & INSN_END)
            any = aig_or(&k->g, any, aig_equals(&k->g, &pc, &at));
    }
    return any;
}

/* No process can move, and not all have ended. */
static lit deadlocked(circuit *k)
{
    lit some = 0, all = 1;

    for (u32 i = 0; i < k->steps.n; i++) {
        const sym_step *s = &k->steps.at[i];
        const process *p = &k->c->processes.at[s->process];
        word at = aig_constant(k->c->vars.at[p->pc].width, s->at),
             pc = aig_word(&k->b, ex_var(&k->c->pool, k->c->vars.at[p->pc].width, p->pc));

        some = aig_or(&k->g, some, aig_and(&k->g, aig_equals(&k->g, &pc, &at), truth(k, s->guard)));
    }
    for (u32 p = 0; p < k->c->processes.n; p++)
        all = aig_and(&k->g, all, at_end(k, &k->c->processes.at[p]));
    return aig_and(&k->g, some ^ 1, all ^ 1);
}

static void connect(circuit *k, bool allow_deadlock)
{
    casm *c = k->c;
    lit *now = mem_alloc((k->steps.n + 1) * sizeof *now), bad = 0;

    for (u32 i = 0; i < k->steps.n; i++) {
        now[i] = taken_now(k, &k->steps.at[i]);
        bad = aig_or(&k->g, bad, aig_and(&k->g, now[i], truth(k, k->steps.at[i].fails)));
    }
    for (u32 i = 0; i < c->properties.n; i++)
        if (c->properties.at[i].kind == PROP_INVARIANT)
            bad = aig_or(&k->g, bad, truth(k, trans_flat(c, c->properties.at[i].holds)) ^ 1);
    if (!allow_deadlock)
        bad = aig_or(&k->g, bad, deadlocked(k));
    k->g.bad = aig_and(&k->g, k->started, bad);
    k->g.next.at[0] = 1;
    for (u32 v = 0; v < c->vars.n; v++) {
        word value, first;

        if (!k->latch_of[v])
            continue;
        value = aig_word(&k->b, ex_var(&c->pool, c->vars.at[v].width, v));
        for (u32 i = 0; i < k->steps.n; i++)
            if (k->steps.at[i].after[v]) {
                word after = aig_word(&k->b, k->steps.at[i].after[v]);

                value = aig_choose(&k->g, now[i], &after, &value);
            }
        first = first_value(k, v);
        value = aig_choose(&k->g, k->started, &value, &first);
        for (u32 b = 0; b < value.width; b++)
            k->g.next.at[k->latch_of[v] + b] = value.bits[b];
    }
    mem_free(now);
}

/* Running the other program. */

static void give_up(symbolic *out, const char *why)
{
    out->answer = SYMBOLIC_OPEN;
    snprintf(out->reason, sizeof out->reason, "%s", why);
}

static bool solver_there(void)
{
    return system("command -v " SOLVER " >/dev/null 2>&1") == 0;
}

static bool run_solver(const char *folder, const char *commands, text *said)
{
    text line = {0}, file = {0};
    bool ok;

    text_addf(&line, "cd '%s' && " SOLVER " -c '%s' >said 2>&1", folder, commands);
    text_addf(&file, "%s/said", folder);
    ok = system(text_str(&line)) != -1 && text_read_file(said, text_str(&file));
    text_free(&line);
    text_free(&file);
    return ok;
}

typedef VEC(u8) bit_list;

/* The last string of 0 and 1 in the file: latches, then the inputs of each frame. */
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

static u64 number_at(const bit_list *bits, u32 at, u32 n)
{
    u64 value = 0;

    for (u32 i = 0; i < n; i++)
        value |= (u64)bits->at[at + i] << i;
    return value;
}

static u32 first_choice(const circuit *k, const bit_list *bits, u32 frame)
{
    u64 *values = mem_alloc((k->c->vars.n + 1) * sizeof *values);
    u32 choice;

    for (u32 v = 0; v < k->c->vars.n; v++) {
        const var *x = &k->c->vars.at[v];
        u64 more = k->input_of[v]
                       ? number_at(bits, frame + k->input_of[v] - 1, bits_for(x->high - x->low + 1))
                       : 0;

        values[v] = x->low + (more <= x->high - x->low ? more : 0);
    }
    choice = asm_initial_choice(k->c, values);
    mem_free(values);
    return choice;
}

/* From inputs to steps, in the explicit machine; frames in which nobody moves are left out. */
static bool replay_frames(const circuit *k, const bit_list *bits, symbolic *out)
{
    machine_options o = {0};
    sys *s = asm_open(k->c, &o);
    taken t = {0};
    u32 at = k->g.latches;
    bool first = true, failed = false;

    sys_reset(s);
    for (; at + k->g.inputs <= bits->n && !failed; at += k->g.inputs) {
        asm_step e = {0};
        move m;

        if (first) {
            e.choice = first_choice(k, bits, at);
        } else {
            e.thread = (u16)(number_at(bits, at, k->who_bits) + 1);
            e.choice = (u32)number_at(bits, at + k->who_bits, k->choice_bits);
            if (!s->ops->peek(s, e.thread, &m) || !(m.flags & MOVE_ENABLED) ||
                e.choice >= m.choices)
                continue;
        }
        first = false;
        sys_step(s, e.thread, MOVE_RUN, e.choice, &t);
        vec_push(&out->steps, e);
        failed = t.outcome == OUT_ERROR || s->ops->status(s) == ST_DEADLOCK;
    }
    taken_free(&t);
    sys_close(s);
    return failed;
}

/* The invariant: a cover of the states outside of it, over the latches that it names. */
typedef struct cover {
    VEC(u32) latches; /* of the columns */
    VEC(u8) rows;     /* '0', '1' or '-', one column after the other */
    u32 count;
} cover;

static bool read_names(const circuit *k, char *line, cover *out)
{
    for (char *word_at = strtok(line, " \n"); word_at; word_at = strtok(NULL, " \n")) {
        const char *digits = word_at + strcspn(word_at, "0123456789");
        u32 number = (u32)strtoul(digits, NULL, 10);

        if (!*digits || number >= k->g.latches)
            return false;
        vec_push(&out->latches, number);
    }
    return true;
}

static bool read_row(const char *line, cover *out)
{
    u32 n = (u32)strspn(line, "01-");

    if (n != out->latches.n)
        return false;
    for (u32 i = 0; i < n; i++)
        vec_push(&out->rows, (u8)line[i]);
    out->count++;
    return true;
}

static bool read_cover(const circuit *k, const char *path, cover *out)
{
    text in = {0};
    bool ok = text_read_file(&in, path);
    char *line = in.at, *end;

    for (; ok && line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (strncmp(line, ".ilb", 4) == 0)
            ok = read_names(k, line + 4, out);
        else if (line[0] == '0' || line[0] == '1' || line[0] == '-')
            ok = read_row(line, out);
    }
    text_free(&in);
    return ok;
}

/* Our own check of the invariant. */

/* The variables of the solver are the nodes of the circuit; one more decides nothing. */
static sat *circuit_clauses(const aig *g, u32 more)
{
    u32 first = aig_first_gate(g);
    sat *s = sat_open(first + g->gates.n + more);

    sat_clause(s, (u32[]){1}, 1); /* node 0 is false */
    for (u32 i = 0; i < g->gates.n; i++) {
        u32 self = 2 * (first + i);
        const aig_gate *e = &g->gates.at[i];

        sat_clause(s, (u32[]){self ^ 1, e->a}, 2);
        sat_clause(s, (u32[]){self ^ 1, e->b}, 2);
        sat_clause(s, (u32[]){self, e->a ^ 1, e->b ^ 1}, 3);
    }
    return s;
}

/* The literals of a row: the state is in it when all hold. */
static u32 row_literals(const circuit *k, const cover *v, u32 row, bool after, u32 *out)
{
    u32 n = 0;

    for (u32 i = 0; i < v->latches.n; i++) {
        u8 sign = v->rows.at[row * v->latches.n + i];
        lit l = after ? k->g.next.at[v->latches.at[i]] : aig_latch(&k->g, v->latches.at[i]);

        if (sign != '-')
            out[n++] = sign == '1' ? l : l ^ 1;
    }
    return n;
}

static void assume_invariant(const circuit *k, const cover *v, sat *s, u32 *room)
{
    for (u32 r = 0; r < v->count; r++) {
        u32 n = row_literals(k, v, r, false, room);

        for (u32 i = 0; i < n; i++)
            room[i] ^= 1;
        sat_clause(s, room, n);
    }
}

static bool holds_at_first(const cover *v)
{
    for (u32 r = 0; r < v->count; r++) {
        bool inside = true;

        for (u32 i = 0; i < v->latches.n; i++)
            inside &= v->rows.at[r * v->latches.n + i] != '1';
        if (inside)
            return false;
    }
    return true;
}

static sat_answer excludes_bad(const circuit *k, const cover *v, u32 *room)
{
    sat *s = circuit_clauses(&k->g, 0);
    sat_answer a;

    assume_invariant(k, v, s, room);
    sat_clause(s, (u32[]){k->g.bad}, 1);
    a = sat_solve(s, CONFLICTS_MOST);
    sat_close(s);
    return a;
}

/* From the invariant into one of the rows: a further variable for each row says into which. */
static sat_answer leaves(const circuit *k, const cover *v, u32 *room)
{
    u32 first = aig_first_gate(&k->g) + k->g.gates.n;
    sat *s = circuit_clauses(&k->g, v->count);
    VEC(u32) some = {0};
    sat_answer a;

    assume_invariant(k, v, s, room);
    for (u32 r = 0; r < v->count; r++) {
        u32 n = row_literals(k, v, r, true, room);

        for (u32 i = 0; i < n; i++)
            sat_clause(s, (u32[]){2 * (first + r) + 1, room[i]}, 2);
        vec_push(&some, 2 * (first + r));
    }
    sat_clause(s, some.at, some.n);
    a = sat_solve(s, CONFLICTS_MOST);
    vec_free(&some);
    sat_close(s);
    return a;
}

static void check_invariant(const circuit *k, const cover *v, symbolic *out)
{
    u32 *room = mem_alloc((v->latches.n + 1) * sizeof *room);
    sat_answer bad = excludes_bad(k, v, room), left = bad == SAT_NO ? leaves(k, v, room) : SAT_NO;

    out->clauses = v->count;
    if (holds_at_first(v) && bad == SAT_NO && left == SAT_NO)
        out->answer = SYMBOLIC_PROVED;
    else if (bad == SAT_GAVE_UP || left == SAT_GAVE_UP)
        give_up(out, "the invariant of " SOLVER " could not be checked");
    else
        give_up(out, "the invariant of " SOLVER " is none");
    mem_free(room);
}

static void read_proof(const circuit *k, const char *folder, symbolic *out)
{
    text path = {0};
    cover v = {0};

    text_addf(&path, "%s/inv.pla", folder);
    if (read_cover(k, text_str(&path), &v))
        check_invariant(k, &v, out);
    else
        give_up(out, SOLVER " wrote no invariant that could be read");
    vec_free(&v.latches);
    vec_free(&v.rows);
    text_free(&path);
}

static void read_way(const circuit *k, const char *folder, symbolic *out)
{
    text path = {0};
    bit_list bits = {0};

    text_addf(&path, "%s/cex", folder);
    if (!read_bits(text_str(&path), &bits))
        give_up(out, SOLVER " wrote no counterexample that could be read");
    else if (replay_frames(k, &bits, out))
        out->answer = SYMBOLIC_FAILS;
    else
        give_up(out, "the counterexample of " SOLVER " does not replay");
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

static void remove_folder(const char *folder)
{
    static const char *const files[] = {"m.aig", "inv.pla", "cex", "said"};

    for (u32 i = 0; i < LENGTH(files); i++) {
        text path = {0};

        text_addf(&path, "%s/%s", folder, files[i]);
        unlink(text_str(&path));
        text_free(&path);
    }
    rmdir(folder);
}

static void circuit_free(circuit *k)
{
    trans_free(&k->steps);
    vec_free(&k->b.memo);
    mem_free(k->latch_of);
    mem_free(k->input_of);
    aig_free(&k->g);
}

void symbolic_check(casm *c, double seconds, bool allow_deadlock, symbolic *out)
{
    const char *base = getenv("TMPDIR");
    circuit k = {.c = c};
    text folder = {0}, file = {0};

    *out = (symbolic){0};
    if (!solver_there())
        fail(EXIT_USAGE, "heddle asm: --engine symbolic needs the program " SOLVER
                         "; install the package " SOLVER " or leave the option out");
    for (u32 p = 0; p < c->processes.n; p++)
        trans_process(c, p, &k.steps);
    lay_out(&k);
    k.b = (blaster){.g = &k.g, .p = &c->pool, .what = &k, .leaf = leaf};
    connect(&k, allow_deadlock);
    out->latches = k.g.latches;
    out->gates = k.g.gates.n;
    text_addf(&folder, "%s/heddle-abc-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder.at))
        fail(EXIT_UNKNOWN, "heddle asm: no folder for " SOLVER ": %s", strerror(errno));
    text_addf(&file, "%s/m.aig", folder.at);
    if (!aig_write(&k.g, text_str(&file)))
        give_up(out, "the circuit could not be written");
    else if (!look_for_way(&k, folder.at, out))
        look_for_proof(&k, folder.at, seconds, out);
    remove_folder(folder.at);
    text_free(&folder);
    text_free(&file);
    circuit_free(&k);
}

void symbolic_free(symbolic *s)
{
    vec_free(&s->steps);
}
