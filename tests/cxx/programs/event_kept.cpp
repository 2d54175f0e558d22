// verdict: VERIFIED
// The event is told of while its lock is held: who waits for it goes on when that is given back.
#include <condition_variable>
#include <mutex>
#include <thread>
struct event {
    std::mutex m;
    std::condition_variable c;
    bool set = false;
    void signal()
    {
        std::lock_guard<std::mutex> g(m);
        set = true;
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
