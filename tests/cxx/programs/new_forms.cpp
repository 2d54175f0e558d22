// verdict: VERIFIED
// flags: --leaks
// Every form with the one that fits.
#include <cassert>
#include <cstdint>
#include <new>
struct alignas(64) wide {
    int v = 1;
};
int main()
{
    delete new int;
    delete[] new int[3];
    wide *w = new wide;
    assert(w->v == 1);
    delete w;
    delete[] new wide[2];
    int *q = new (std::nothrow) int(4);
    delete q;
    alignas(int) unsigned char room[sizeof(int)];
    assert(*new (room) int(7) == 7);
}
