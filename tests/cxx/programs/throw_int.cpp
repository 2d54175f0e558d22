// verdict: FAILED uncaught-exception :4
static void deep(int n)
{
    throw n + 1;
}
int main()
{
    try {
        deep(41);
    } catch (const char *) {
    }
}
