// 'own' reads the variable 'shared', which a constructor may change
#include <heddle.h>
#include <stdbool.h>
#include <stdlib.h>

// A pointer to the heap, which the constructor stores by way of another one.
static int *shared;
static int **const way = &shared;
static int *own(void)
{
    return shared;
}
__attribute__((constructor)) static void prepare(void)
{
    *way = calloc(1, sizeof(int));
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
    above->value = __atomic_add_fetch(own(), 1, __ATOMIC_SEQ_CST) >= 6 ? 2 : 1;
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= 1;
}
