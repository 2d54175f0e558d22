// verdict: VERIFIED
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>
int main()
{
    std::atomic<int> w{0};
    std::atomic<long> v{0};
    std::jthread t([&] {
        w = 1;
        w.notify_one();
        v = 1;
        v.notify_all();
    });
    w.wait(0);
    assert(w == 1);
    v.wait(0);
    assert(v == 1);
}
