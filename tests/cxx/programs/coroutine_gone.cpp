// verdict: FAILED use-after-free
// flags: -std=c++20
// A coroutine that does not stop at its end is gone when it is asked whether it is over.
#include <coroutine>
#include <exception>
struct task {
    struct promise_type {
        task get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend()
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
    std::coroutine_handle<promise_type> h;
};
static int n;
static task add()
{
    n++;
    co_return;
}
int main()
{
    task t = add();
    t.h.resume();
    if (!t.h.done())
        n++;
}
