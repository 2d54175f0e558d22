// a bit-field in a port: 'up'
#include <heddle.h>
#include <stdbool.h>

struct port {
    unsigned up : 2 heddle_below heddle_range(0, 3);
};
heddle_base void base(struct port *above) { above->up = 1; }
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}

heddle_observer bool fine(const struct port *p) { return p->up < 4; }
