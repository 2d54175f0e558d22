// verdict: FAILED uncaught-exception :11
// The promise ends without a value.
#include <future>
int main()
{
    std::future<int> f;
    {
        std::promise<int> p;
        f = p.get_future();
    }
    return f.get();
}
