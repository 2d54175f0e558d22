// verdict: VERIFIED
// flags: -std=c++20
#include <cassert>
#include <coroutine>
#include <exception>
#include <stdexcept>
struct numbers {
    struct promise_type {
        int value = 0;
        std::exception_ptr thrown;
        numbers get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend()
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        std::suspend_always yield_value(int v)
        {
            value = v;
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
            thrown = std::current_exception();
        }
    };
    std::coroutine_handle<promise_type> h;
    ~numbers()
    {
        h.destroy();
    }
    bool next()
    {
        h.resume();
        if (h.promise().thrown)
            std::rethrow_exception(h.promise().thrown);
        return !h.done();
    }
};
static numbers upto(int n)
{
    for (int i = 0; i < n; i++)
        co_yield i;
    throw std::out_of_range("no more");
}
int main()
{
    numbers g = upto(3);
    int sum = 0;
    try {
        while (g.next())
            sum += g.h.promise().value;
    } catch (const std::out_of_range &) {
        sum += 10;
    }
    assert(sum == 13);
}
