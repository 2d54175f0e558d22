// With dynamic.cc, of which the initialiser is no constant: refused.
#include <heddle.h>
#include <stdbool.h>

int *turns(void);

struct port {
    bool given heddle_above;
    unsigned char value heddle_below heddle_range(0, 3);
};

heddle_base void base(struct port *above)
{
    above->value = 0;
}

heddle_component void component(struct port *below, struct port *above)
{
    above->value = ++*turns() >= 6 ? 2 : 1;
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= 1;
}
