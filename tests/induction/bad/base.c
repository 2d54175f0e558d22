// has no base: mark one with heddle_base
#include <heddle.h>
#include <stdbool.h>
struct port {
    bool up heddle_below;
    bool down heddle_above;
};
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

