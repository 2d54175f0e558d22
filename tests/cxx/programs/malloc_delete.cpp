// verdict: FAILED mismatched-free :7
// What malloc made is not delete's.
#include <cstdlib>
int main()
{
    int *p = static_cast<int *>(std::malloc(sizeof(int)));
    delete p;
}
