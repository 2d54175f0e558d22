// verdict: UNKNOWN missing::f(int)
// What is nowhere defined is named as it is written.
namespace missing
{
int f(int);
}
int main()
{
    return missing::f(1);
}
