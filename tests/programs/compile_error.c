// exit: 65 undeclared identifier
// What clang says is shown.
int main(void)
{
    return missing;
}
