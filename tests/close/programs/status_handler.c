// Handlers of on_exit get the status, here a reading, and what they were registered with.
// mutant: CLOSE_STATUS
// flags: --input-errors fail
// says: status_handler.c:12: the assertion may fail: it depends on inputs, by 'status'
// not: status_handler.c:13
// closed: FAILED: assertion
#include <assert.h>
#include <stdlib.h>
int read_sensor(void);
static void at_end(int status, void *given)
{
    assert(status != 3);
    assert(given == NULL);
}

int main(void)
{
    on_exit(at_end, NULL);
    exit(read_sensor());
}
