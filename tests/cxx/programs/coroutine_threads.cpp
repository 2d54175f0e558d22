// verdict: VERIFIED
// flags: -std=c++20
// A coroutine goes on in the thread that it waits for.
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>
static std::thread worker;
static int done;
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
    auto first = std::this_thread::get_id();
    co_await elsewhere();
    assert(std::this_thread::get_id() != first);
    done = 1;
}
int main()
{
    run();
    worker.join();
    assert(done == 1);
}
