// verdict: FAILED assertion
// The version is looked at but once.
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<unsigned> version{0};
static std::atomic<int> a{0}, b{0};
int main()
{
    std::thread writer([] {
        version++;
        a = 1;
        b = 1;
        version++;
    });
    unsigned before = version;
    int x = a, y = b;
    if (before % 2 == 0)
        assert(x == y);
    writer.join();
}
