// A query that writes is a mistake of the user's.
// flag: --invariant=x++ >= 0
// exit: 64 writes to 'x'
static int x;

int main(void)
{
    return x;
}
