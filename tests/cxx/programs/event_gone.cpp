// verdict: FAILED destroyed :16 or use-after-scope
// The event is told of after its lock is given back: who waits for it may be gone with it.
#include <condition_variable>
#include <mutex>
#include <thread>
struct event {
    std::mutex m;
    std::condition_variable c;
    bool set = false;
    void signal()
    {
        {
            std::lock_guard<std::mutex> g(m);
            set = true;
        }
        c.notify_one();
    }
    void wait()
    {
        std::unique_lock<std::mutex> g(m);
        c.wait(g, [this] { return set; });
    }
};
static void ask()
{
    event done;
    std::thread([&] { done.signal(); }).detach();
    done.wait();
}
int main()
{
    ask();
}
