// verdict: FAILED leak
// flags: --leaks
// The destructor of what was not made does not run.
struct pair {
    int *a, *b;
    explicit pair(bool fails) : a(new int(1)), b(nullptr)
    {
        if (fails)
            throw 1;
        b = new int(2);
    }
    ~pair()
    {
        delete a;
        delete b;
    }
};
int main()
{
    try {
        pair p(true);
    } catch (int) {
    }
}
