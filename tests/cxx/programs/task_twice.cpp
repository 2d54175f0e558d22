// verdict: FAILED uncaught-exception :9
// A task runs once.
#include <future>
int main()
{
    std::packaged_task<int()> seven([] { return 7; });
    auto f = seven.get_future();
    seven();
    seven();
    return f.get();
}
