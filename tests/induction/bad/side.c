// which side of the port writes the field is not said: 'free'
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool up heddle_below;
    bool free;
};
heddle_base void base(struct port *above)
{
    above->up = true;
}
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

