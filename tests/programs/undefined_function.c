// exit: 65 :7
// A function that nobody defines is named with the line of its call.
int frobnicate(int);

int main(void)
{
    return frobnicate(1);
}
