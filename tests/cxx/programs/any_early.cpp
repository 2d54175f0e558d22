// verdict: FAILED deadlock
// It is told before it waits, and does not look whether it has happened.
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable_any changed;
int main()
{
    std::thread t([] {
        std::unique_lock<std::mutex> g(m);
        changed.wait(g);
    });
    changed.notify_all();
    t.join();
}
