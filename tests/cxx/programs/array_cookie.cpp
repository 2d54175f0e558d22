// verdict: FAILED mismatched-free :14
// An array of objects with destructors has its length before it: delete gets an address within.
struct thing {
    int *p = new int(3);
    ~thing()
    {
        delete p;
    }
};
int main()
{
    thing *v = new thing[3];
    if (v[0].p)
        delete v;
}
