// What strtok returns lies in what another call of it was given; so the reading is in what it works on.
// mutant: CLOSE_LIBRARY
// refused: tokens.c:14: error: what this call works on depends on inputs
#include <assert.h>
#include <string.h>
int read_sensor(void);
static char line[] = "level 3";

int main(void)
{
    char *word;

    strtok(line, " ");
    word = strtok(NULL, " ");
    *word = (char)read_sensor();
    assert(line[6] == '3');
    return 0;
}
