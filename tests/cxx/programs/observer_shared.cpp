// verdict: VERIFIED
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct observer {
    int seen = 0;
    void tell(int n)
    {
        seen = n;
    }
};
static std::mutex m;
static std::vector<std::shared_ptr<observer>> all;
int main()
{
    all.push_back(std::make_shared<observer>());
    std::thread t([] {
        std::shared_ptr<observer> o;
        {
            std::lock_guard<std::mutex> g(m);
            if (!all.empty())
                o = all.front();
        }
        if (o)
            o->tell(1);
    });
    {
        std::lock_guard<std::mutex> g(m);
        all.clear();
    }
    t.join();
}
