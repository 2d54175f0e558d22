// Accesses stay where they may fail for another reason, with 0 for the value.
// flags: --input-errors drop
// closed: FAILED: null-pointer
#include <stdlib.h>
int input(void);
int main(void)
{
    int *p = input() > 3 ? NULL : malloc(sizeof *p);
    *p = input();
    free(p);
    return 0;
}
