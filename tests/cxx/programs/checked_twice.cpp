// verdict: FAILED data-race
// flags: --races error
// Double-checked locking with a plain pointer.
#include <cassert>
#include <mutex>
#include <thread>
struct thing {
    int value = 3;
};
static std::mutex m;
static thing *made;
static int use()
{
    if (!made) {
        std::lock_guard<std::mutex> g(m);
        if (!made)
            made = new thing;
    }
    return made->value;
}
int main()
{
    std::thread t([] { assert(use() == 3); });
    assert(use() == 3);
    t.join();
    delete made;
}
