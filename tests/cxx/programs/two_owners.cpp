// verdict: FAILED double-free or use-after-free
// Two counts for one object.
#include <memory>
int main()
{
    int *raw = new int(1);
    std::shared_ptr<int> a(raw), b(raw);
}
