// verdict: VERIFIED
#include <cassert>
struct root {
    int n;
    explicit root(int k) : n(k)
    {
    }
    virtual ~root() = default;
    virtual int who() const
    {
        return 0;
    }
};
struct left : virtual root {
    left() : root(1)
    {
    }
    int who() const override
    {
        return 1;
    }
};
struct right : virtual root {
    right() : root(2)
    {
    }
};
struct both : left, right {
    both() : root(3)
    {
    }
};
int main()
{
    both b;
    root *r = &b;
    assert(r->n == 3 && r->who() == 1 && dynamic_cast<right *>(r) == static_cast<right *>(&b));
    assert(dynamic_cast<both *>(static_cast<left *>(&b)) == &b);
}
