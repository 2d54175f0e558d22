/* Checking an inductive invariant of a circuit.
 *
 * The other program says which states are outside of the invariant: rows of 0, 1 and - over some of
 * the latches.  Nothing of this is believed.  Our own solver must find, over our own circuit, no
 * state of the invariant with `bad`, and no step from it into one of the rows. */
#include "asm/proof.h"
#include "asm/sat.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { CONFLICTS_MOST = 20000000 };

/* The invariant: a cover of the states outside of it, over the latches that it names. */
typedef struct cover {
    VEC(u32) latches; /* of the columns */
    VEC(u8) rows;     /* '0', '1' or '-', one column after the other */
    u32 count;
} cover;

static bool read_names(const aig *g, char *line, cover *out)
{
    for (char *word_at = strtok(line, " \n"); word_at; word_at = strtok(NULL, " \n")) {
        const char *digits = word_at + strcspn(word_at, "0123456789");
        u32 number = (u32)strtoul(digits, NULL, 10);

        if (!*digits || number >= g->latches)
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

static bool read_cover(const aig *g, const char *path, cover *out)
{
    text in = {0};
    bool ok = text_read_file(&in, path);
    char *line = in.at, *end;

    for (; ok && line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (strncmp(line, ".ilb", 4) == 0)
            ok = read_names(g, line + 4, out);
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

bool proof_possible(const aig *g, lit what)
{
    sat *s = circuit_clauses(g, 0);
    sat_answer a;

    sat_clause(s, (u32[]){what}, 1);
    a = sat_solve(s, 0);
    sat_close(s);
    return a == SAT_YES;
}

/* The literals of a row: the state is in it when all hold. */
static u32 row_literals(const aig *g, const cover *v, u32 row, bool after, u32 *out)
{
    u32 n = 0;

    for (u32 i = 0; i < v->latches.n; i++) {
        u8 sign = v->rows.at[row * v->latches.n + i];
        lit l = after ? g->next.at[v->latches.at[i]] : aig_latch(g, v->latches.at[i]);

        if (sign != '-')
            out[n++] = sign == '1' ? l : l ^ 1;
    }
    return n;
}

static void assume_invariant(const aig *g, const cover *v, sat *s, u32 *room)
{
    for (u32 r = 0; r < v->count; r++) {
        u32 n = row_literals(g, v, r, false, room);

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

static sat_answer excludes_bad(const aig *g, const cover *v, u32 *room)
{
    sat *s = circuit_clauses(g, 0);
    sat_answer a;

    assume_invariant(g, v, s, room);
    sat_clause(s, (u32[]){g->bad}, 1);
    a = sat_solve(s, CONFLICTS_MOST);
    sat_close(s);
    return a;
}

/* From the invariant into one of the rows: a further variable for each row says into which. */
static sat_answer leaves(const aig *g, const cover *v, u32 *room)
{
    u32 first = aig_first_gate(g) + g->gates.n;
    sat *s = circuit_clauses(g, v->count);
    VEC(u32) some = {0};
    sat_answer a;

    assume_invariant(g, v, s, room);
    for (u32 r = 0; r < v->count; r++) {
        u32 n = row_literals(g, v, r, true, room);

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

proof_answer proof_check(const aig *g, const char *path, u32 *clauses)
{
    cover v = {0};
    proof_answer answer = PROOF_UNREADABLE;
    u32 *room;
    sat_answer bad, left;

    if (read_cover(g, path, &v)) {
        room = mem_alloc((v.latches.n + 1) * sizeof *room);
        bad = excludes_bad(g, &v, room);
        left = bad == SAT_NO ? leaves(g, &v, room) : SAT_NO;
        answer = bad == SAT_GAVE_UP || left == SAT_GAVE_UP               ? PROOF_OPEN
                 : holds_at_first(&v) && bad == SAT_NO && left == SAT_NO ? PROOF_HOLDS
                                                                         : PROOF_WRONG;
        mem_free(room);
    }
    *clauses = v.count;
    vec_free(&v.latches);
    vec_free(&v.rows);
    return answer;
}
