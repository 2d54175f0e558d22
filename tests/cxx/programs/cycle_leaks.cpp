// verdict: FAILED leak
// flags: --leaks
#include <memory>
struct node {
    std::shared_ptr<node> other;
};
int main()
{
    auto a = std::make_shared<node>(), b = std::make_shared<node>();
    a->other = b;
    b->other = a;
}
