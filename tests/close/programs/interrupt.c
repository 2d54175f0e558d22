// An interrupt's handler writes a reading by way of its argument.
// flags: --input-errors fail
// says: interrupt.c:16: the assertion may fail: it depends on inputs, by 'mode'
// closed: FAILED: assertion
#include <assert.h>
#include <heddle.h>
int read_sensor(void);
int mode;

static void handler(void *arg) { *(int *)arg = read_sensor(); }

int main(void)
{
    heddle_interrupt(handler, &mode, 1);
    heddle_interrupts_off();
    if (mode == 7)
        assert(!"the sensor says 7");
    heddle_interrupts_on();
    return 0;
}
