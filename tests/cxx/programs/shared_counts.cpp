// verdict: VERIFIED
// flags: --leaks
// The last owner deletes, whichever thread it is in.
#include <cassert>
#include <memory>
#include <thread>
static int alive;
struct item {
    item() { alive++; }
    ~item() { alive--; }
};
int main()
{
    auto p = std::make_shared<item>();
    std::weak_ptr<item> w = p;
    std::thread t([q = std::move(p)]() mutable { q.reset(); });
    if (auto r = w.lock())
        assert(alive == 1);
    t.join();
    assert(alive == 0 && w.expired());
}
