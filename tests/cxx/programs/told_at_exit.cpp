// verdict: VERIFIED
// Who waits is told when the thread is over, its thread-local variables gone.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
int main()
{
    std::mutex m;
    std::condition_variable c;
    bool done = false;
    std::thread t([&] {
        std::unique_lock<std::mutex> g(m);
        done = true;
        std::notify_all_at_thread_exit(c, std::move(g));
    });
    {
        std::unique_lock<std::mutex> g(m);
        c.wait(g, [&] { return done; });
    }
    t.join();
}
