// verdict: FAILED deadlock
// flags: -std=c++20
// The value is set, but nobody is told.
#include <atomic>
#include <thread>
int main()
{
    std::atomic<int> w{0};
    std::jthread t([&] { w = 1; });
    w.wait(0);
}
