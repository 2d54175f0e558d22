// How much printf printed, %n, depends on what it printed; a format with %% has none.
// mutant: CLOSE_COUNT
// flags: --input-errors fail
// says: count.c:17: the assertion may fail: it depends on inputs, by 'printed'
// not: count.c:18
// closed: FAILED: assertion
#include <assert.h>
#include <stdio.h>
int read_sensor(void);

int main(void)
{
    int printed = 0, other = 3;

    printf("%d%n\n", read_sensor(), &printed);
    printf("%d%%n%p\n", read_sensor(), (void *)&other);
    assert(printed != 3);
    assert(other == 3);
    return 0;
}
