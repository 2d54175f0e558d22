// verdict: VERIFIED
// flags: -std=c++20
// The destructor of a jthread asks its thread to stop, which wakes it up.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static bool left;
int main()
{
    std::mutex m;
    std::condition_variable_any changed;
    {
        std::jthread t([&](std::stop_token stop) {
            std::unique_lock<std::mutex> g(m);
            bool there = changed.wait(g, stop, [] { return false; });
            assert(!there && stop.stop_requested());
            left = true;
        });
    }
    assert(left);
}
