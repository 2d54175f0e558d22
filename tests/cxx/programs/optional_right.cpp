// verdict: VERIFIED
#include <cassert>
#include <optional>
#include <string>
int main()
{
    std::optional<std::string> o;
    assert(!o && o.value_or("none") == "none");
    o = "some";
    assert(o && o->size() == 4);
    o.reset();
    assert(!o.has_value());
}
