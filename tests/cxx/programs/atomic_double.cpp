// verdict: VERIFIED
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<double> sum{0};
int main()
{
    std::thread t([] { sum.fetch_add(0.5); });
    sum.fetch_add(1.5);
    t.join();
    assert(sum == 2.0);
}
