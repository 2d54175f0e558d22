// What the observer sees depends on where ports lie: neither a failure nor a proof.
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool given heddle_above;
    unsigned char value heddle_below heddle_range(0, 3);
};

heddle_base void base(struct port *above)
{
    above->value = 0;
}

heddle_component void component(struct port *below, struct port *above)
{
    above->value = (long)above % 2 ? 1 : 0;
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= 1;
}
