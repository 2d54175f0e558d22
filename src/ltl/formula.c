/* The pool: every formula is made once, so that equality is equality of numbers and results can be
 * kept by number.  Two properties of words that Etessami and Holzmann (CONCUR 2000) use to simplify
 * are computed as a node is made: an eventual formula stays true when letters are put in front of
 * the word, a universal one when letters are taken away. */
#include "ltl/formula.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

const op_info op_table[OP_COUNT] = {
#define OPERATOR(name, text, kind, precedence) [OP_##name] = {text, kind, precedence},
#include "ltl/operators.def"
};

static bool same(const ltl *l, formula f, ltl_op op, const formula *operands, u32 n)
{
    const formula_node *x = node_of(l, f);

    if (x->op != op || x->n != n)
        return false;
    return op == OP_PROPOSITION || !n ||
           memcmp(&l->operands.at[x->first], operands, n * sizeof *operands) == 0;
}

static void set_properties(const ltl *l, formula_node *x, const formula *operands)
{
    const formula_node *last;

    x->eventual = x->universal = x->op != OP_PROPOSITION;
    for (u32 i = 0; op_table[x->op].kind != LEAF && i < x->n; i++) {
        const formula_node *y = node_of(l, operands[i]);

        x->next |= y->next;
        x->eventual &= y->eventual;
        x->universal &= y->universal;
    }
    last = x->n && x->op != OP_PROPOSITION ? node_of(l, operands[x->n - 1]) : NULL;
    switch ((ltl_op)x->op) {
    case OP_NEXT:
        x->next = true;
        break;
    case OP_FINALLY:
    case OP_UNTIL:
        x->eventual = last->eventual || x->op == OP_FINALLY;
        x->universal = last->universal;
        break;
    case OP_GLOBALLY:
    case OP_RELEASE:
        x->eventual = last->eventual;
        x->universal = last->universal || x->op == OP_GLOBALLY;
        break;
    case OP_AND:
    case OP_OR:
    case OP_TRUE:
    case OP_FALSE:
        break;
    default:
        x->eventual = x->universal = false;
    }
}

/* Makes room for operands that may lie in the pool itself, and copies them. */
static u32 copy_operands(ltl *l, const formula *operands, u32 n)
{
    u32 first = l->operands.n;

    for (u32 i = 0; i < n; i++) {
        formula f = operands[i];
        vec_push(&l->operands, f);
    }
    return first;
}

formula ltl_node(ltl *l, ltl_op op, const formula *operands, u32 n)
{
    u32 kept = op == OP_PROPOSITION ? 0 : n;
    formula_node x = {.op = (u8)op, .n = n};
    u64 key = (hash_words(operands, kept) + op * 0x9e3779b97f4a7c15u + n);
    u64 found;

    for (u32 i = 0; i < kept; i++)
        assert(operands[i] < l->nodes.n);
    for (; map_get(&l->unique, key, &found); key++)
        if (same(l, (formula)found, op, operands, n))
            return (formula)found;
    set_properties(l, &x, operands);
    x.first = copy_operands(l, operands, kept);
    vec_push(&l->nodes, x);
    map_put(&l->unique, key, l->nodes.n - 1);
    return l->nodes.n - 1;
}

formula ltl_unary(ltl *l, ltl_op op, formula a)
{
    return ltl_node(l, op, &a, 1);
}

formula ltl_binary(ltl *l, ltl_op op, formula a, formula b)
{
    formula both[2] = {a, b};

    return ltl_node(l, op, both, 2);
}

formula ltl_leaf(ltl *l, u32 number)
{
    return ltl_node(l, OP_PROPOSITION, NULL, number);
}

formula ltl_not(ltl *l, formula f)
{
    return ltl_unary(l, OP_NOT, f);
}

bool ltl_has_next(const ltl *l, formula f)
{
    return node_of(l, f)->next;
}

static bool alike(const proposition *a, const proposition *b)
{
    return a->kind == b->kind && a->line == b->line && a->thread == b->thread &&
           strcmp(a->name, b->name) == 0;
}

int ltl_intern(ltl *l, proposition *p)
{
    u32 i = 0;

    while (i < l->props.n && !alike(p, &l->props.at[i]))
        i++;
    if (i < l->props.n || i == LTL_PROPOSITIONS) {
        mem_free(p->text);
        mem_free(p->name);
        return i < l->props.n ? (int)i : -1;
    }
    vec_push(&l->props, *p);
    return (int)i;
}

u32 ltl_propositions(const ltl *l)
{
    return l->props.n;
}

const proposition *ltl_proposition(const ltl *l, u32 i)
{
    return &l->props.at[i];
}

/* Marks every formula below f in `seen`. */
static void collect(const ltl *l, formula f, bool *seen)
{
    const formula_node *x = node_of(l, f);

    if (seen[f])
        return;
    seen[f] = true;
    for (u32 i = 0; op_table[x->op].kind != LEAF && i < x->n; i++)
        collect(l, operand(l, f, i), seen);
}

u64 ltl_used(const ltl *l, formula f)
{
    bool *seen = mem_alloc(l->nodes.n);
    u64 used = 0;

    collect(l, f, seen);
    for (u32 i = 1; i < l->nodes.n; i++)
        if (seen[i] && op_of(l, i) == OP_PROPOSITION)
            used |= 1ull << node_of(l, i)->n;
    mem_free(seen);
    return used;
}

ltl *ltl_open(void)
{
    ltl *l = mem_alloc(sizeof *l);

    vec_push(&l->nodes, (formula_node){.op = OP_COUNT});
    ltl_node(l, OP_TRUE, NULL, 0);
    ltl_node(l, OP_FALSE, NULL, 0);
    return l;
}

void ltl_close(ltl *l)
{
    for (u32 i = 0; i < l->props.n; i++) {
        mem_free(l->props.at[i].text);
        mem_free(l->props.at[i].name);
    }
    vec_free(&l->nodes);
    vec_free(&l->operands);
    vec_free(&l->props);
    map_free(&l->unique);
    map_free(&l->simplified);
    map_free(&l->negated);
    map_free(&l->implied);
    mem_free(l);
}
