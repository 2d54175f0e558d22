// has no observer: mark one with heddle_observer
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

