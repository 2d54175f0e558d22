// verdict: VERIFIED
// An initialisation that throws is tried again.
#include <cassert>
static int tries;
struct picky {
    picky()
    {
        if (++tries < 3)
            throw tries;
    }
};
static bool get()
{
    static picky p;
    return true;
}
int main()
{
    int failed = 0;
    for (;;) {
        try {
            get();
            break;
        } catch (int n) {
            failed = n;
        }
    }
    assert(failed == 2 && tries == 3);
}
