// the values of a port's field are not known: 'count'
#include <heddle.h>
#include <stdbool.h>

struct port {
    int count heddle_below;
};
heddle_base void base(struct port *above) { above->count = 1; }
heddle_component void component(struct port *below, struct port *above) { above->count = below->count; }
heddle_observer bool fine(const struct port *p) { return p->count < 2; }
