// Which element is written depends on inputs, and so what each of them is.
// mutant: CLOSE_INDEX
// flags: --input-errors drop
// says: index.c:13: the branch on 'a' is a toss
// closed: FAILED: assertion
#include <heddle.h>
int input(void);
int a[3];
int main(void)
{
    int i = input();
    a[i] = 1;
    if (a[2])
        heddle_assert(0);
    return 0;
}
