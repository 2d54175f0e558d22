// verdict: VERIFIED
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
class ticket
{
    std::atomic<unsigned> next{0}, now{0};

public:
    void lock()
    {
        unsigned mine = next++;
        while (now != mine)
            ;
    }
    void unlock()
    {
        now++;
    }
};
static ticket t;
static int n;
static void add()
{
    std::lock_guard<ticket> g(t);
    n++;
}
int main()
{
    std::thread other(add);
    add();
    other.join();
    assert(n == 2);
}
