// verdict: FAILED mismatched-free :9
// A unique_ptr<T> deletes one object, not an array.
#include <memory>
#include <string>
int main()
{
    std::unique_ptr<int> p(new int[4]);
    return *p.get() == 4711 ? 1 : 0;
}
