/* A tree of arbiters with users at its leaves: at most one user at a time has what all share.  A
 * component with two ports below it makes trees: proved are those of every shape.
 *
 *     heddle check --induction arbiter_tree.c
 *
 * The port is that of token_chain.c. */
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool given heddle_above;
    bool back heddle_below;
    bool using heddle_below;
};

static bool has_token(const struct port *p)
{
    return p->given != p->back;
}

heddle_base void user(struct port *above)
{
    for (;;) {
        while (!has_token(above))
            continue;
        above->using = true;
        above->using = false;
        above->back = above->given;
    }
}

heddle_component void arbiter(struct port *left, struct port *right, struct port *above)
{
    for (;;) {
        struct port *next = heddle_choose(2) ? left : right;

        while (!has_token(above))
            continue;
        above->using = true;
        next->given = !next->given;
        while (has_token(next))
            continue;
        heddle_assert(!left->using && !right->using);
        above->using = false;
        above->back = above->given;
    }
}

struct memory {
    bool given, back, broken;
};

/* Who uses it has the token, and nobody returns what he does not have; unless the side above took
 * the token away. */
heddle_observer bool one(const struct port *p, struct memory *m)
{
    bool returned = p->back != m->back, had = m->given != m->back;

    if (p->given != m->given && had)
        m->broken = true;
    m->given = p->given;
    m->back = p->back;
    return m->broken || ((!returned || had) && (!p->using || has_token(p)));
}
