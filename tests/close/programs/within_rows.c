// Both indices of an array of arrays stay within: with -O2 they are two of one address.
// mutant: CLOSE_OUTER_INDEX
// flags: -O2 --input-errors fail
// closed: FAILED: assertion
#include <heddle.h>
int read_sensor(void);
struct table { int rows[2][2], level; } table;
volatile long two = 2;

__attribute__((noinline)) void set(long row, long column, int value)
{
    table.rows[row][column] = value;
}

int main(void)
{
    set(two, 0, read_sensor());
    heddle_assert(table.level != 7);
    return 0;
}
