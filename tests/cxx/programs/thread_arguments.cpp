// verdict: VERIFIED
// Arguments are copied, or referred to where std::ref says so; members and functors are called.
#include <cassert>
#include <functional>
#include <string>
#include <thread>
struct adder {
    int sum = 0;
    void add(int n, const std::string &s)
    {
        sum += n + (int)s.size();
    }
    void operator()(int &n)
    {
        n++;
    }
};
int main()
{
    adder a;
    int n = 4;
    std::thread t(&adder::add, &a, 3, "four");
    t.join();
    std::thread u(a, std::ref(n));
    u.join();
    assert(a.sum == 7 && n == 5);
}
