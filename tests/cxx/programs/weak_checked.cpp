// verdict: FAILED null-pointer :11
// It has expired between the question and the answer.
#include <memory>
#include <thread>
int main()
{
    auto p = std::make_shared<int>(5);
    std::weak_ptr<int> w = p;
    std::thread t([w] {
        if (!w.expired())
            (void)(*w.lock() + 1);
    });
    p.reset();
    t.join();
}
