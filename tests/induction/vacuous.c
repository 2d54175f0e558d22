// Chaos may never do anything: proved, but heddle says that it means little.
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool up heddle_below;
    bool down heddle_above;
};

heddle_base void base(struct port *above)
{
    (void)above;
}
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}

heddle_observer bool never(const struct port *p)
{
    return !p->up;
}
