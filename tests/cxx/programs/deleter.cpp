// verdict: VERIFIED
#include <cassert>
#include <memory>
static int closed;
struct closer {
    void operator()(int *fd) const
    {
        closed = *fd;
        delete fd;
    }
};
int main()
{
    {
        std::unique_ptr<int, closer> a(new int(3));
        std::shared_ptr<int> b(new int(4), closer());
    }
    assert(closed == 3);
}
