// A component may have threads of its own, with FAILED one that is wrong.
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

struct port {
    bool given heddle_above;
    unsigned char value heddle_below heddle_range(0, 3);
};

#ifdef FAILED
enum { MOST = 0 };
#else
enum { MOST = 1 };
#endif

static void *copy(void *ports)
{
    struct port **both = ports;

    both[1]->value = both[0]->value ? 1 : both[0]->given;
    return NULL;
}

heddle_base void base(struct port *above)
{
    above->value = above->given;
}

heddle_component void component(struct port *below, struct port *above)
{
    struct port *both[] = {below, above};
    pthread_t thread;

    below->given = above->given;
    pthread_create(&thread, NULL, copy, both);
    pthread_join(thread, NULL);
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= MOST;
}
