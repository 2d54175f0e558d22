// Which end of a pipe is closed is no matter of inputs, nor is what is printed into one.
// refused: pipes_closed.c:14: error: what this call works on depends on inputs
// refused: pipes_closed.c:17: error: what this call works on depends on inputs, by 'sensor'
// not: pipes_closed.c:15
#include <stdio.h>
#include <unistd.h>
int sensor(void);
int main(void)
{
    int ends[2];
    FILE *out;
    if (pipe(ends))
        return 1;
    close(ends[sensor() & 1]);
    close(ends[0]);
    out = fdopen(ends[1], "w");
    fprintf(out, "%d", sensor());
    return 0;
}
