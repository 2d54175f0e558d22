// verdict: FAILED mismatched-free :7
// What new made is not free's.
#include <cstdlib>
int main()
{
    int *p = new int(3);
    std::free(p);
}
