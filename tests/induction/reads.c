// Variables that are only read, whatever constructors do with others.
#include <heddle.h>
#include <stdbool.h>

static const int one = 1;
static const int *first = &one;
static int prepared;
__attribute__((constructor)) static void prepare(void)
{
    prepared = *first;
}

struct port {
    bool given heddle_above;
    bool value heddle_below;
};

heddle_base void base(struct port *above)
{
    above->value = false;
}

heddle_component void component(struct port *below, struct port *above)
{
    above->value = *first;
}

heddle_observer bool fine(const struct port *p)
{
    return p->value || !p->value;
}
