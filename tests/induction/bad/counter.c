// an observer writes to
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
    above->up = below->up;
}

heddle_observer bool fine(const struct port *p) { static int count; return p->up || ++count; }
