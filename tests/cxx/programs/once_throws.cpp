// verdict: VERIFIED
// call_once: the first call throws, the second is the one.
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag flag;
static int tries, done;
static void attempt()
{
    try {
        std::call_once(flag, [] {
            if (++tries == 1)
                throw 1;
            done++;
        });
    } catch (int) {
    }
}
int main()
{
    std::thread t(attempt);
    attempt();
    t.join();
    assert(done == 1 && tries == 2);
}
