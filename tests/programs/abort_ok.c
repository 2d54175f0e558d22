// verdict: VERIFIED
// exit, unlike abort, is a plain end.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        abort();
    exit(3);
}
