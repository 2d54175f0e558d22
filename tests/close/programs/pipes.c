// What comes from the program's own pipe is no input, and no input may go in.
// refused: pipes.c:13: error: what this call works on depends on inputs
// not: pipes.c:14
#include <stdio.h>
#include <unistd.h>
int sensor(void);
int main(void)
{
    int ends[2], value = sensor();
    int other = 3;
    if (pipe(ends))
        return 1;
    write(ends[1], &value, sizeof value);
    read(ends[0], &other, sizeof other);
    return 0;
}
