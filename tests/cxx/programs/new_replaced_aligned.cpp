// verdict: VERIFIED
// flags: --leaks
// Forms with an alignment are replaced apart from those without.
#include <cassert>
#include <cstdlib>
#include <new>
static int made, ended;
void *operator new(std::size_t n, std::align_val_t to)
{
    made++;
    return std::aligned_alloc(static_cast<std::size_t>(to), n);
}
void operator delete(void *p, std::align_val_t) noexcept
{
    ended++;
    std::free(p);
}
struct alignas(64) wide {
    int v = 1;
    ~wide() { v = 0; }
};
int main()
{
    delete new wide;
    delete[] new wide[2];
    wide *q = new (std::nothrow) wide;
    delete q;
    delete new int;
    assert(made == 3 && ended == 3);
}
