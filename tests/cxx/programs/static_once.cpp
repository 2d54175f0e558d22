// verdict: VERIFIED
// A static variable is made once, whoever comes first.
#include <cassert>
#include <thread>
static int made;
struct once {
    int v;
    once() : v(++made) {}
};
static once &get()
{
    static once o;
    return o;
}
int main()
{
    std::thread t([] { assert(get().v == 1); });
    assert(get().v == 1);
    t.join();
    assert(made == 1);
}
