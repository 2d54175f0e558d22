// verdict: FAILED out-of-bounds :9
// delete[] of one object.
struct thing {
    virtual ~thing() = default;
};
int main()
{
    thing *t = new thing;
    delete[] t;
}
