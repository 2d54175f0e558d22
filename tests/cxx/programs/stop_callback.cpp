// verdict: VERIFIED
// flags: -std=c++20
// A callback runs once, in whichever thread asks to stop first, or where it is registered too late.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>
int main()
{
    std::atomic<int> runs{0};
    std::stop_source source;
    std::thread t([&] { source.request_stop(); });
    {
        std::stop_callback once(source.get_token(), [&] { runs++; });
        t.join();
    }
    assert(runs == 1);
}
