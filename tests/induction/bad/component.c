// has no component: mark one with heddle_component
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
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

