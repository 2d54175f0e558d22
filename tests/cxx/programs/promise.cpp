// verdict: VERIFIED
// A value and an exception through futures.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
int main()
{
    std::promise<int> value, failure;
    auto v = value.get_future(), f = failure.get_future();
    std::thread t([&] {
        value.set_value(42);
        try {
            throw std::runtime_error("no");
        } catch (...) {
            failure.set_exception(std::current_exception());
        }
    });
    assert(v.get() == 42);
    try {
        f.get();
        assert(false);
    } catch (const std::runtime_error &e) {
        assert(e.what()[0] == 'n');
    }
    t.join();
}
