// verdict: FAILED uncaught-exception
// The handler is outside of a function that lets nothing out.
struct guard {
    ~guard() {}
};
static void inner()
{
    guard g;
    throw 5;
}
static void outer() noexcept
{
    inner();
}
int main()
{
    try {
        outer();
    } catch (int) {
    }
}
