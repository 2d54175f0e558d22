// verdict: VERIFIED
// An exception out of a thread's task comes to whoever asks for the result.
#include <cassert>
#include <future>
#include <stdexcept>
int main()
{
    auto f = std::async(std::launch::async, []() -> int { throw std::out_of_range("task"); });
    int caught = 0;
    try {
        f.get();
    } catch (const std::logic_error &) {
        caught = 1;
    }
    assert(caught);
}
