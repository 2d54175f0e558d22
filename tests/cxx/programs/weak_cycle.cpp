// verdict: FAILED leak
// flags: --leaks
// Two objects own each other.
#include <memory>
struct link {
    std::shared_ptr<link> other;
};
int main()
{
    auto a = std::make_shared<link>(), b = std::make_shared<link>();
    a->other = b;
    b->other = a;
    return 0;
}
