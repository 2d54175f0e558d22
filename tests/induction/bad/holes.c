// a port with holes between its fields: 'struct port'
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool up heddle_below;
    int down heddle_above heddle_range(0, 1);
};
heddle_base void base(struct port *above)
{
    above->up = above->down;
}
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

