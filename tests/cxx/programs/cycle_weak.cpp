// verdict: VERIFIED
// flags: --leaks
#include <memory>
struct node {
    std::shared_ptr<node> other;
    std::weak_ptr<node> back;
};
int main()
{
    auto a = std::make_shared<node>(), b = std::make_shared<node>();
    a->other = b;
    b->back = a;
}
