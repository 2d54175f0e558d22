// Which handler an interrupt has is no matter of inputs; what the handler gets may be.
// refused: interrupt_refused.c:13: error: what this starts depends on inputs
// not: interrupt_refused.c:12
#include <heddle.h>
int read_sensor(void);
static void one(void *arg) { (void)arg; }
static void other(void *arg) { (void)arg; }
static void (*const handlers[2])(void *) = {one, other};

int main(void)
{
    heddle_interrupt(one, (void *)(long)read_sensor(), 1);
    heddle_interrupt(handlers[read_sensor() & 1], 0, 1);
    return 0;
}
