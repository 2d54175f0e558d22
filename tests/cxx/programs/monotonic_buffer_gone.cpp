// verdict: FAILED use-after-free
// What a resource gave is gone with it.
#include <memory_resource>
#include <vector>
static int *first()
{
    std::pmr::monotonic_buffer_resource r;
    std::pmr::vector<int> v({1, 2, 3}, &r);
    return v.data();
}
int main()
{
    return *first() == 0;
}
