// verdict: FAILED data-race
// flags: -std=c++20 --races error
// What follows the wait runs at the same time as what follows the call.
#include <coroutine>
#include <exception>
#include <thread>
static std::thread worker;
static int n;
struct elsewhere {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        worker = std::thread([h] { h.resume(); });
    }
    void await_resume()
    {
    }
};
struct task {
    struct promise_type {
        task get_return_object()
        {
            return {};
        }
        std::suspend_never initial_suspend()
        {
            return {};
        }
        std::suspend_never final_suspend() noexcept
        {
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
            std::terminate();
        }
    };
};
static task run()
{
    co_await elsewhere();
    n++;
}
int main()
{
    run();
    n++;
    worker.join();
}
