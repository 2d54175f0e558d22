// flag: --invariant=mine == 0
// exit: 65 'mine' has a value in each thread
static _Thread_local int mine;

int main(void)
{
    return mine;
}
