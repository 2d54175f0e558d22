// verdict: FAILED invalid-free
// Deleted by its second base, which has no virtual destructor: the address is not that of the object.
struct a {
    int x = 1;
    virtual ~a() = default;
};
struct b {
    int y = 2;
};
struct c : a, b {
};
int main()
{
    b *p = new c;
    delete p;
}
