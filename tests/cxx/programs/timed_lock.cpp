// verdict: FAILED assertion
// A lock that is tried for some time may not be had.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
static std::timed_mutex m;
int main()
{
    std::thread t([] {
        std::lock_guard<std::timed_mutex> g(m);
    });
    assert(m.try_lock_for(std::chrono::milliseconds(10)));
    m.unlock();
    t.join();
}
