// verdict: FAILED use-after-free
// Memory that is new on one branch only.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>
struct n {
    int u, v;
};
int main(void)
{
    struct n *p = calloc(1, sizeof *p);
    int c = heddle_choose(2);
    free(p);
    c ? (p = calloc(1, sizeof *p)) : 0;
    p->v = 1;
}
