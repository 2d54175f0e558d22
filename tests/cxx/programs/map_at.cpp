// verdict: FAILED uncaught-exception :8
#include <map>
#include <string>
int main()
{
    std::map<std::string, int> ages{{"ann", 3}, {"bob", 5}};
    int sum = ages.at("ann");
    sum += ages.at("eve");
    return sum;
}
