// verdict: FAILED double-free
#include <memory>
int main()
{
    int *p = new int(1);
    std::unique_ptr<int> a(p), b(p);
}
