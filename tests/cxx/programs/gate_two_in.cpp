// verdict: FAILED data-race or assertion
// flags: --races error
// A lock of one's own that lets two in.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
class gate
{
    std::atomic<bool> taken{false};

public:
    void lock()
    {
        while (taken)
            ;
        taken = true;
    }
    void unlock()
    {
        taken = false;
    }
};
static gate g;
static int n;
static void add()
{
    std::lock_guard<gate> in(g);
    n++;
}
int main()
{
    std::thread other(add);
    add();
    other.join();
    assert(n == 2);
}
