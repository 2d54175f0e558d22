// verdict: FAILED assertion
// flags: -std=c++20
// Two may come in at once.
#include <cassert>
#include <semaphore>
#include <thread>
static int n;
int main()
{
    std::counting_semaphore<2> s(2);
    auto add = [&] {
        s.acquire();
        n = n + 1;
        s.release();
    };
    std::jthread t(add);
    add();
    t.join();
    assert(n == 2);
}
