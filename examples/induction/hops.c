/* A chain of relays that count how often a message was passed on.  There is room for three: with
 * up to three relays all is well, with four it is not, and --induction does not take the few for
 * all.
 *
 *     heddle check --induction hops.c              fails with 4 components
 *     heddle check --induction --sizes 3 hops.c    the step is not proved
 */
#include <heddle.h>

struct port {
    unsigned char hops heddle_below heddle_range(0, 5);
};

heddle_base void origin(struct port *above)
{
    above->hops = 0;
}

heddle_component void relay(struct port *below, struct port *above)
{
    for (;;) {
        unsigned char hops = below->hops;

        if (hops < 5)
            above->hops = hops + 1;
    }
}

heddle_observer int few(const struct port *p)
{
    return p->hops <= 3;
}
