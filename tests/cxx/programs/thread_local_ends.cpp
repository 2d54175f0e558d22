// verdict: VERIFIED
// A thread's variables end with it, before it is joined.
#include <cassert>
#include <thread>
static int ended;
struct local {
    int v = 3;
    ~local() { ended += v; }
};
static thread_local local here;
int main()
{
    std::thread t([] { here.v++; });
    t.join();
    assert(ended == 4);
}
