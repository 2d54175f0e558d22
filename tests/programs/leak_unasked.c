// verdict: VERIFIED
// Without --leaks lost memory is no defect.
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 3; i++)
        if (malloc(4) == NULL)
            return 1;
    return 0;
}
