// The base is wrong in an environment that writes what it likes.
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool up heddle_below;
    bool down heddle_above;
};

heddle_base void base(struct port *above)
{
    if (above->down)
        above->up = true;
}
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}

heddle_observer bool never(const struct port *p)
{
    return !p->up;
}
