// verdict: FAILED deadlock
// flags: -std=c++20
// libstdc++ 12 reads the value that it will sleep at before it tries to take one: who loses a race for the last one,
// and gets to sleep when it is there again, is not woken (its PR 104928).
#include <cassert>
#include <semaphore>
#include <thread>
static int n;
int main()
{
    std::binary_semaphore s(1);
    auto add = [&] {
        s.acquire();
        n++;
        s.release();
    };
    std::jthread t(add);
    add();
    t.join();
    assert(n == 2);
}
