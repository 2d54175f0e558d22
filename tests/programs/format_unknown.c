// verdict: FAILED misuse :9
// flags: -Wno-format
// A conversion that printf does not know.
#include <stdio.h>

int main(void)
{
    printf("%d%%\n", 1);
    printf("%y\n", 1);
    return 0;
}
