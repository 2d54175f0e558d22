// verdict: FAILED uninitialised :16
// A function pointer that was never set is called.
struct ops {
    void (*open)(void), (*close)(void);
};

static void nothing(void)
{
}

int main(void)
{
    struct ops o;
    o.open = nothing;
    o.open();
    o.close();
    return 0;
}
