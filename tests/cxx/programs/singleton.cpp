// verdict: VERIFIED
// flags: --races error
#include <cassert>
#include <string>
#include <thread>
struct settings {
    std::string name = "a name that is too long for the object itself";
    static settings &get()
    {
        static settings only;
        return only;
    }
};
int main()
{
    std::thread t([] { assert(settings::get().name.size() == 45); });
    assert(settings::get().name[0] == 'a');
    t.join();
}
