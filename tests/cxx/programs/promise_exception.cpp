// verdict: VERIFIED
// An exception goes from thread to thread, with its type.
#include <cassert>
#include <cstring>
#include <future>
#include <stdexcept>
#include <thread>
int main()
{
    std::promise<int> p;
    auto f = p.get_future().share();
    std::thread t([&] {
        try {
            throw std::out_of_range("far");
        } catch (...) {
            p.set_exception(std::current_exception());
        }
    });
    try {
        f.get();
        assert(!"reached");
    } catch (const std::logic_error &e) {
        assert(!strcmp(e.what(), "far"));
    }
    t.join();
}
