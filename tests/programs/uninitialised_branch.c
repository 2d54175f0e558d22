// verdict: FAILED uninitialised :10
// args: x
// A variable set on one path only: the merge of the two paths decides nothing by itself.
int main(int argc, char **argv)
{
    int x;
    (void)argv;
    if (argc > 2)
        x = 1;
    if (x)
        return 1;
    return 0;
}
