// verdict: VERIFIED
// The usual thread pool: a queue of functions, and a future for each.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class pool
{
    std::vector<std::thread> workers;
    std::queue<std::function<void()>> jobs;
    std::mutex m;
    std::condition_variable more;
    bool stop = false;

public:
    explicit pool(int n)
    {
        for (int i = 0; i < n; i++)
            workers.emplace_back([this] {
                for (;;) {
                    std::function<void()> job;
                    {
                        std::unique_lock<std::mutex> g(m);
                        more.wait(g, [this] { return stop || !jobs.empty(); });
                        if (jobs.empty())
                            return;
                        job = std::move(jobs.front());
                        jobs.pop();
                    }
                    job();
                }
            });
    }
    template <typename F> auto submit(F f) -> std::future<decltype(f())>
    {
        auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
        auto result = task->get_future();
        {
            std::lock_guard<std::mutex> g(m);
            jobs.emplace([task] { (*task)(); });
        }
        more.notify_one();
        return result;
    }
    ~pool()
    {
        {
            std::lock_guard<std::mutex> g(m);
            stop = true;
        }
        more.notify_all();
        for (auto &w : workers)
            w.join();
    }
};
int main()
{
    pool p(1);
    auto six = p.submit([] { return 6; });
    auto bad = p.submit([]() -> int { throw 7; });
    assert(six.get() == 6);
    try {
        bad.get();
        assert(!"reached");
    } catch (int n) {
        assert(n == 7);
    }
}
