// verdict: FAILED bad-call :11
// Its result would be used.
struct shape {
    int size;
    shape() : size(measure())
    {
    }
    virtual ~shape() = default;
    int measure()
    {
        return area();
    }
    virtual int area() = 0;
};
struct square : shape {
    int area() override
    {
        return 4;
    }
};
int main()
{
    square s;
    return s.size;
}
