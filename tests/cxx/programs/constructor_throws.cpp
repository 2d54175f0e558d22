// verdict: VERIFIED
// What was made is taken down, and the memory given back.
#include <cassert>
static int living;
struct part {
    explicit part(int n)
    {
        if (n == 3)
            throw n;
        living++;
    }
    ~part()
    {
        living--;
    }
};
struct whole {
    part a{1}, b{2}, c{3};
};
int main()
{
    int caught = 0;
    try {
        new whole;
    } catch (int n) {
        caught = n;
    }
    assert(caught == 3 && living == 0);
}
