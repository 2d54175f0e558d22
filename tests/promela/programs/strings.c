// verdict: VERIFIED
// Strings as initialisers and as values, and the functions that take them.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"warp", "weft"};
static char line[12] = "warp\t\x41";

static const char *name(int n)
{
    return n < 2 ? names[n] : "none";
}

int main(void)
{
    char two[2][5] = {"ab", "cd"}, first[] = {"x"};
    const char *p = strchr(names[1], 'f');
    assert(strlen(name(0)) == 4 && !strcmp(name(7), "none") && strcmp(name(0), name(1)) < 0);
    assert(line[4] == '\t' && line[5] == 'A' && line[6] == 0 && line[11] == 0);
    assert(two[1][0] == 'c' && two[0][2] == 0 && sizeof first == 2 && first[1] == 0);
    assert(p - names[1] == 2 && !strncmp("weave", "weft", 2));
    strcpy(line, "on");
    strcat(line, "e");
    assert(!strcmp(line, "one"));
    printf("%s %d\n", line, two[0][0]);
    return 0;
}
