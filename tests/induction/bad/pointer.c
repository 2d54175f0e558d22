// a field of a port that is no number: 'next'
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool *next heddle_below;
};
heddle_base void base(struct port *above) { above->next = 0; }
heddle_component void component(struct port *below, struct port *above) { above->next = below->next; }
heddle_observer bool fine(const struct port *p) { return !p->next; }
