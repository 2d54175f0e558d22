// verdict: FAILED uncaught-exception :7
#include <any>
int main()
{
    std::any a = 3L;
    long right = std::any_cast<long>(a);
    int wrong = std::any_cast<int>(a);
    return (int)right + wrong;
}
