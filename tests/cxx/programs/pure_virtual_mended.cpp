// verdict: VERIFIED
// The thread starts when the object is whole, and ends before a part of it is gone.
#include <cassert>
#include <thread>
struct worker {
    std::thread t;
    void start()
    {
        t = std::thread([this] { run(); });
    }
    void stop()
    {
        t.join();
    }
    virtual ~worker() = default;
    virtual void run() = 0;
};
struct counter : worker {
    int n = 0;
    void run() override
    {
        n++;
    }
};
int main()
{
    counter c;
    c.start();
    c.stop();
    assert(c.n == 1);
}
