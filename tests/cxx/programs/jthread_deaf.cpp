// verdict: FAILED deadlock
// flags: -std=c++20
// The thread waits without its stop token: the destructor of the jthread waits for ever.
#include <condition_variable>
#include <mutex>
#include <thread>
int main()
{
    std::mutex m;
    std::condition_variable_any changed;
    std::jthread t([&](std::stop_token stop) {
        std::unique_lock<std::mutex> g(m);
        changed.wait(g, [&] { return stop.stop_requested(); });
    });
}
