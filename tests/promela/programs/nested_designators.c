// verdict: VERIFIED
// Designators of members of members, and members of what a call returns.
#include <assert.h>

struct point {
    int x;
    long y;
};
struct box {
    struct point p, corners[2];
    int z;
};

static struct box fixed = {.corners[1].y = 8, .p.x = 3};

static struct point twice(int x)
{
    return (struct point){x, 2 * x};
}

int main(void)
{
    struct box a = {.p.y = 2, .z = 4, .corners[1].x = 7}, b = {.p = {1, 2}, .p.y = 9};

    assert(a.p.x == 0 && a.p.y == 2 && a.z == 4 && a.corners[1].x == 7 && a.corners[0].x == 0);
    assert(b.p.x == 1 && b.p.y == 9 && b.z == 0);
    assert(fixed.corners[1].y == 8 && fixed.p.x == 3 && fixed.corners[1].x == 0);
    assert(twice(1).x + twice(2).y == 5 && twice(twice(3).x).y == 6);
    return 0;
}
