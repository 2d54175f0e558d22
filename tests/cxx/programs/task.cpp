// verdict: VERIFIED
#include <cassert>
#include <future>
#include <thread>
int main()
{
    std::packaged_task<int(int, int)> sum([](int a, int b) { return a + b; });
    std::future<int> f = sum.get_future();
    std::thread t(std::move(sum), 3, 4);
    assert(!sum.valid() && f.get() == 7);
    t.join();
}
