// verdict: FAILED terminate
// There is nothing to throw again.
int main()
{
    throw;
}
