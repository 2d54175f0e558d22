// verdict: VERIFIED
/* Bytes of one and the same pointer are equal. */
#include <string.h>
struct node {
    int *p, *q;
};
static int k;
int main(void)
{
    struct node a = {&k, &k}, b = a;
    return memcmp(&a, &b, sizeof a);
}
