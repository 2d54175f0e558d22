// verdict: FAILED exit-status :8
// flags: --exit-status
// The program ends with status 3.
#include <stdlib.h>

int main(void)
{
    exit(3);
}
