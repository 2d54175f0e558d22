// verdict: VERIFIED
// Whoever locks a weak pointer has the object as long as it likes.
#include <cassert>
#include <memory>
#include <thread>
int main()
{
    auto p = std::make_shared<int>(5);
    std::weak_ptr<int> w = p;
    std::thread t([w] {
        if (auto q = w.lock())
            assert(*q == 5);
    });
    p.reset();
    t.join();
    assert(w.expired());
}
