// verdict: FAILED uncaught-exception
// flags: --malloc-may-fail
// bad_alloc comes out of new.
int main()
{
    delete new int;
}
