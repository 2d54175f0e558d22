// verdict: FAILED out-of-bounds :8
// strlen runs past an array that holds no terminating byte.
#include <string.h>

int main(void)
{
    char name[4] = {'w', 'e', 'f', 't'};
    return strlen(name) == 4;
}
