// verdict: FAILED assertion :10 or use-after-free
// A detached thread uses a static variable whose destructor ran at the end of main.
#include <cassert>
#include <thread>
struct table {
    int v = 1;
    ~table() { v = 0; }
    void look() const
    {
        assert(v == 1);
    }
};
static table t;
int main()
{
    std::thread([] { t.look(); }).detach();
}
