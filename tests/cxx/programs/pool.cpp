// verdict: VERIFIED
// A thread pool: tasks in a queue, results through futures.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
class pool
{
    std::queue<std::function<void()>> tasks;
    std::mutex m;
    std::condition_variable wake;
    bool over = false;
    std::thread worker;
    void work()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> l(m);
                wake.wait(l, [this] { return over || !tasks.empty(); });
                if (tasks.empty())
                    return;
                task = std::move(tasks.front());
                tasks.pop();
            }
            task();
        }
    }

public:
    pool() : worker([this] { work(); }) {}
    ~pool()
    {
        {
            std::lock_guard<std::mutex> g(m);
            over = true;
        }
        wake.notify_all();
        worker.join();
    }
    template <typename F> auto submit(F f) -> std::future<decltype(f())>
    {
        auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
        auto result = task->get_future();
        {
            std::lock_guard<std::mutex> g(m);
            tasks.emplace([task] { (*task)(); });
        }
        wake.notify_one();
        return result;
    }
};
int main()
{
    pool p;
    auto a = p.submit([] { return 6; });
    auto b = p.submit([]() -> int { throw 7; });
    assert(a.get() == 6);
    try {
        b.get();
        assert(false);
    } catch (int n) {
        assert(n == 7);
    }
}
