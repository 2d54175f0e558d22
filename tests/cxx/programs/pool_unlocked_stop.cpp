// verdict: FAILED deadlock
// The pool is stopped without its lock: a worker that has looked already sleeps for ever.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
class pool
{
    std::mutex m;
    std::condition_variable more;
    std::atomic<bool> stop{false};
    std::thread worker{[this] {
        std::unique_lock<std::mutex> g(m);
        while (!stop)
            more.wait(g);
    }};

public:
    ~pool()
    {
        stop = true;
        more.notify_all();
        worker.join();
    }
};
int main()
{
    pool p;
}
