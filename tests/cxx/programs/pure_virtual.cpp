// verdict: FAILED bad-call
// A constructor calls, by way of another function, what only the derived class has.
struct base {
    base()
    {
        start();
    }
    virtual ~base() = default;
    void start()
    {
        run();
    }
    virtual void run() = 0;
};
struct derived : base {
    void run() override
    {
    }
};
int main()
{
    derived d;
}
