// uses names like 'heddle_memory_turns' itself; choose another one
#include <heddle.h>
#include <stdbool.h>

static int heddle_memory_turns __asm__("turns");

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
    above->value = __atomic_add_fetch(&heddle_memory_turns, 1, __ATOMIC_SEQ_CST) >= 6 ? 2 : 1;
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= 1;
}
