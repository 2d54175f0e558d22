// verdict: FAILED mismatched-free :18
// The destructor of the base is not virtual: delete gives back as many bytes as the base has.
#include <cassert>
struct shape {
    int sides = 0;
};
struct square : shape {
    long side = 2;
};
static int sides(const shape *s)
{
    return s->sides;
}
int main()
{
    shape *s = new square;
    assert(sides(s) == 0);
    delete s;
}
