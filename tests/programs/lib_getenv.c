// verdict: VERIFIED
// args: one two
// Arguments come from the command line, the environment is empty.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    assert(argc == 3 && argv[3] == NULL);
    assert(strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two") == 0);
    argv[1][0] = 'O';
    assert(argv[1][0] == 'O' && strlen(argv[0]) > 0);
    assert(getenv("HEDDLE_NO_SUCH_VARIABLE") == NULL);
    return 0;
}
