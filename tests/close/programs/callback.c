// A function that the library calls, and that answers with an input: what the library does depends on it.
// mutant: CLOSE_CALLBACK
// refused: callback.c:18: error: what this call works on depends on inputs
#include <assert.h>
#include <stdlib.h>
int read_sensor(void);
static int values[3] = {1, 2, 3};

static int compare(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return read_sensor();
}

int main(void)
{
    qsort(values, 3, sizeof *values, compare);
    assert(values[0] == 1);
    return 0;
}
