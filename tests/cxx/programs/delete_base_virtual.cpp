// verdict: VERIFIED
// flags: --leaks
// The same with a virtual destructor.
struct shape {
    virtual ~shape() = default;
    int sides = 0;
};
struct square : shape {
    long side = 2;
};
int main()
{
    shape *s = new square;
    delete s;
}
