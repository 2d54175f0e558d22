// verdict: FAILED deadlock
// flags: -std=c++20
// The callback wants the lock that is held while it is unregistered: its destructor waits for it.
#include <mutex>
#include <stop_token>
#include <thread>
static std::mutex m;
int main()
{
    std::stop_source source;
    std::thread t;
    {
        std::stop_callback callback(source.get_token(), [] { std::lock_guard<std::mutex> g(m); });
        t = std::thread([&] { source.request_stop(); });
        m.lock();
    }
    m.unlock();
    t.join();
}
