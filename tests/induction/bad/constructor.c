// 'component' reads the variable 'shared', which a constructor may change
#include <heddle.h>
#include <stdbool.h>

// The initialiser of the variable leads nowhere; the constructor has it lead to what all share.
static int turns, *shared;
__attribute__((constructor)) static void prepare(void)
{
    shared = &turns;
}

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
    above->value = __atomic_add_fetch(shared, 1, __ATOMIC_SEQ_CST) >= 6 ? 2 : 1;
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= 1;
}
