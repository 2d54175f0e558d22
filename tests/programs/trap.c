// verdict: FAILED abort :7
// A trap instruction ends the program.
int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1)
        __builtin_trap();
    return 0;
}
