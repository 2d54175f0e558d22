// verdict: VERIFIED
// also: -DFORGETS FAILED assertion :41
// A program that replaces new and delete has the other forms with them: those of arrays, with a size and nothrow.
#include <cassert>
#include <cstdlib>
#include <new>
#include <string>
static int live;
void *operator new(std::size_t n)
{
    void *p = std::malloc(n);
    if (!p)
        throw std::bad_alloc();
    live++;
    return p;
}
void operator delete(void *p) noexcept
{
    live -= p != nullptr;
    std::free(p);
}
struct cell {
    int v = 1;
    ~cell() { v = 0; }
};
int main()
{
    delete new cell;
    delete[] new cell[3];
    cell *q = new (std::nothrow) cell;
    delete q;
    ::operator delete[](::operator new[](3, std::nothrow), std::nothrow);
    {
        std::string text(100, 'x');
        text += "y";
        assert(live == 1);
    }
#ifdef FORGETS
    new int[2];
#endif
    assert(live == 0);
}
