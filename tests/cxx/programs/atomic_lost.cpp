// verdict: FAILED assertion
// A load and a store are no increment.
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> n;
int main()
{
    std::thread t([] { n = n + 1; });
    n = n + 1;
    t.join();
    assert(n == 2);
}
