// Errors that are dropped are counted; one that does not depend on inputs stays.
// flags: --input-errors drop --input-arguments --input level
// says: dropped.c:18: the assertion depends on inputs, by 'i': whether it fails is not looked for
// says: dropped.c:19: what this divides depends on inputs, by 'argc': whether it fails is not looked for
// says: the variable 'level' is an input
// says: the arguments of 'main' are inputs
// says: dropped.c:20: the branch on 'level' is a toss
// says: , 3 places that may fail for some inputs: not looked for
// closed: FAILED: division
#include <assert.h>
int input(void);
int level, g, h;
int main(int argc, char **argv)
{
    int i = input();
    int zero = 0;
    (void)argv;
    assert(i > 0);
    g = 7 / argc;
    if (level > 2)
        h = i / zero;
    return 0;
}
