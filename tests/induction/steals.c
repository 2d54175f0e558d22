// The component writes what only the block below it may: were this allowed, chaos would not do all
// that a block does.
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool up heddle_below;
    bool down heddle_above;
};

heddle_base void base(struct port *above)
{
    above->up = above->down;
}

heddle_component void component(struct port *below, struct port *above)
{
    below->up = true;
    above->up = below->up;
}
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

