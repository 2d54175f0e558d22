// verdict: FAILED uncaught-exception :12
struct base {
    virtual ~base() {}
};
struct left : base {
};
struct right : base {
};
int main()
{
    left l;
    dynamic_cast<right &>(static_cast<base &>(l));
}
