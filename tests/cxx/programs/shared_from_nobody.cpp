// verdict: FAILED uncaught-exception :6
#include <memory>
struct node : std::enable_shared_from_this<node> {
    std::shared_ptr<node> self()
    {
        return shared_from_this();
    }
};
int main()
{
    node n;
    n.self();
}
