// verdict: FAILED uninitialised :10
// strlen meets a byte that was never set.
#include <string.h>

int main(void)
{
    char name[8];
    name[0] = 'h';
    name[1] = 'e';
    return strlen(name) == 3;
}
