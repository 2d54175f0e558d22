// verdict: FAILED null-pointer
#include <memory>
#include <utility>
int main()
{
    auto p = std::make_unique<int>(1);
    auto q = std::move(p);
    return *p;
}
