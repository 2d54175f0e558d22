// verdict: VERIFIED
// flags: --exit-status
// A detour that ends with status 0.
#include <stdlib.h>

int main(void)
{
    if (getenv("NO SUCH NAME"))
        return 4;
    exit(EXIT_SUCCESS);
}
