// verdict: FAILED bad-call
// A thread of the base class calls a member of the derived one, which is gone when the base is joined.
#include <thread>
struct worker {
    std::thread t;
    worker() : t([this] { run(); })
    {
    }
    virtual ~worker()
    {
        t.join();
    }
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
}
