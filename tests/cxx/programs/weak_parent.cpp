// verdict: VERIFIED
// flags: --leaks
// The same with one of them weak.
#include <memory>
struct link {
    std::shared_ptr<link> other;
    std::weak_ptr<link> back;
};
int main()
{
    auto a = std::make_shared<link>(), b = std::make_shared<link>();
    a->other = b;
    b->back = a;
    return 0;
}
