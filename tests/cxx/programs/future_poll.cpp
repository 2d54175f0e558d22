// verdict: VERIFIED
#include <cassert>
#include <chrono>
#include <future>
#include <thread>
int main()
{
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t([&] { p.set_value_at_thread_exit(9); });
    auto s = f.wait_for(std::chrono::milliseconds(10));
    assert(s == std::future_status::ready || s == std::future_status::timeout);
    assert(f.get() == 9);
    t.join();
}
