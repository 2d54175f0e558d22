// flag: --invariant=count >= limit
// exit: 64 --invariant:1:10: error: use of undeclared identifier 'limit'
static int count;

int main(void)
{
    return count;
}
