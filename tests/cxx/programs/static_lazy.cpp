// verdict: FAILED assertion
// The same by hand, without a lock.
#include <cassert>
#include <thread>
static int made;
struct once {
    int v;
    once() : v(++made) {}
};
static once *single;
static once &get()
{
    if (!single)
        single = new once;
    return *single;
}
int main()
{
    std::thread t([] { get(); });
    get();
    t.join();
    assert(made == 1);
}
