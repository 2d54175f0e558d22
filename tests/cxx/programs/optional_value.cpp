// verdict: FAILED uncaught-exception :5
#include <optional>
static int get(std::optional<int> o)
{
    return o.value();
}
int main()
{
    return get(3) + get(std::nullopt);
}
