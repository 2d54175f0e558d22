// verdict: FAILED invariant
// flags: --invariant bank.a+bank.b==10
// An invariant is an expression of C++.
#include <thread>
struct account {
    int a = 5, b = 5;
    void move(int n)
    {
        a -= n;
        b += n;
    }
};
account bank;
int main()
{
    std::thread t([] { bank.move(2); });
    t.join();
}
