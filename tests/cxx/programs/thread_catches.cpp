// verdict: VERIFIED
// The exception is handed over by an exception_ptr.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>
int main()
{
    std::exception_ptr p;
    bool caught = false;
    std::thread t([&p] {
        try {
            throw std::logic_error("out of a thread");
        } catch (...) {
            p = std::current_exception();
        }
    });
    t.join();
    try {
        std::rethrow_exception(p);
    } catch (std::logic_error &) {
        caught = true;
    }
    assert(caught);
}
