// verdict: VERIFIED
// flags: --allow-hang
// scoped_lock takes both, in whatever order they are named.
#include <mutex>
#include <thread>
static std::mutex a, b;
static int n;
int main()
{
    std::thread t([] {
        std::scoped_lock l(a, b);
        n++;
    });
    {
        std::scoped_lock l(b, a);
        n++;
    }
    t.join();
}
