// verdict: FAILED bad-call or use-after-free or data-race or use-after-scope
// A thread calls a virtual function of an object whose derived part is not there any more.
#include <thread>
struct base {
    std::thread t;
    base() {}
    virtual int f() = 0;
    void start()
    {
        t = std::thread([this] { f(); });
    }
    virtual ~base() { t.join(); }
};
struct derived : base {
    int f() override { return 1; }
};
int main()
{
    derived d;
    d.start();
}
