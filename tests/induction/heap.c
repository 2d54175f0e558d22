// Memory that a component allocates is its own.
#include <heddle.h>
#include <stdbool.h>
#include <stdlib.h>

struct port {
    bool given heddle_above;
    bool full heddle_below;
};

heddle_base void base(struct port *above)
{
    above->full = false;
}

heddle_component void component(struct port *below, struct port *above)
{
    bool *mine = malloc(sizeof *mine);

    *mine = below->full;
    above->full = *mine;
    free(mine);
}

heddle_observer bool fine(const struct port *p)
{
    return !p->full;
}
