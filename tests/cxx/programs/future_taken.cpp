// verdict: FAILED uncaught-exception :9
// The value of a future can be had once.
#include <future>
int main()
{
    std::promise<int> p;
    auto f = p.get_future();
    p.set_value(3);
    if (f.get() + f.get() == 6)
        return 1;
}
