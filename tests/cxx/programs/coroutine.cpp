// verdict: VERIFIED
// flags: -std=c++20
#include <coroutine>
struct task {
    struct promise_type {
        task get_return_object()
        {
            return {};
        }
        std::suspend_never initial_suspend() noexcept
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
        }
    };
};
static task run()
{
    co_return;
}
int main()
{
    run();
}
