/* A chain of stations of any length hands one token down and up again; who has it may use what all
 * share.  No two stations use it at once, however many there are.
 *
 *     heddle check --induction --strengthen honest token_chain.c
 *
 * The side above a port gives the token by changing `given`, the side below returns it by making
 * `back` equal again; each bit has one writer. */
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool given heddle_above;
    bool back heddle_below;
    bool using heddle_below; /* someone below uses what is shared */
};

static bool has_token(const struct port *p)
{
    return p->given != p->back;
}

heddle_base void last(struct port *above)
{
    for (;;) {
        while (!has_token(above))
            continue;
        above->using = true;
        above->using = false;
        above->back = above->given;
    }
}

heddle_component void station(struct port *below, struct port *above)
{
    for (;;) {
        while (!has_token(above))
            continue;
        above->using = true;
        heddle_assert(!below->using);
        if (heddle_choose(2)) { /* let those below have it */
            below->given = !below->given;
            while (has_token(below))
                continue;
            heddle_assert(!below->using);
        }
        above->using = false;
        above->back = above->given;
    }
}

struct memory {
    bool given, back, broken;
};

/* Who uses it has the token, unless the side above took the token away. */
heddle_observer bool holds(const struct port *p, struct memory *m)
{
    if (p->given != m->given && m->given != p->back)
        m->broken = true;
    m->given = p->given;
    return m->broken || !p->using || has_token(p);
}

/* Nobody below returns a token that it does not have, which would be to take one. */
heddle_lemma bool honest(const struct port *p, struct memory *m)
{
    bool returned = p->back != m->back, had = m->given != m->back;

    if (p->given != m->given && had)
        m->broken = true;
    m->given = p->given;
    m->back = p->back;
    return m->broken || !returned || had;
}
