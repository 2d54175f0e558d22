// verdict: VERIFIED
// args: x y
// The same program on the path that sets the variable.
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
