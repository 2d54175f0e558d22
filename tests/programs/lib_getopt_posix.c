// verdict: VERIFIED
// flags: -D_POSIX_C_SOURCE=200809L -std=c11
// args: -n 3 word -v
// As POSIX alone has it, getopt stops at the first word that is no option.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int n = 0, option;
    while ((option = getopt(argc, argv, "n:v")) != -1) {
        assert(option == 'n');
        n = atoi(optarg);
    }
    assert(n == 3 && optind == 3);
    return 0;
}
