// verdict: VERIFIED
#include <cassert>
static int gone;
struct a {
    int x = 1;
    virtual ~a() = default;
};
struct b {
    int y = 2;
    virtual ~b() = default;
};
struct c : a, b {
    ~c() override
    {
        gone++;
    }
};
int main()
{
    b *p = new c;
    delete p;
    assert(gone == 1);
}
