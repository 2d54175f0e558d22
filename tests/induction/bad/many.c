// the fields that the side below a port writes have too many values
#include <heddle.h>
#include <stdbool.h>

struct port {
    int up heddle_below heddle_range(0, 999), more heddle_below heddle_range(0, 999);
};
heddle_base void base(struct port *above) { above->up = 1; }
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}

heddle_observer bool fine(const struct port *p) { return p->up < 4; }
