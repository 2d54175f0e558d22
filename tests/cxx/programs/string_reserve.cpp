// verdict: FAILED use-after-free
// A pointer into a string that has grown.
#include <string>
int main()
{
    std::string s = "a text that is too long for the object itself";
    const char *p = s.c_str();
    for (int i = 0; i < 60; i++)
        s += 'x';
    return *p == 'b';
}
