// verdict: VERIFIED
// Several threads take the value of a shared future, each by its own copy.
#include <cassert>
#include <future>
#include <thread>
int main()
{
    auto f = std::async(std::launch::async, [] { return 5; }).share();
    std::thread t([f] { assert(f.get() == 5); });
    assert(f.get() == 5);
    t.join();
}
