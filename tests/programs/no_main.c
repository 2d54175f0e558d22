// exit: 65 main
// There is nothing to run.
int helper(void)
{
    return 0;
}
