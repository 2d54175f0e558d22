// verdict: FAILED uninitialised :10
// An index that was never set chooses the element.
static int table[256];

int main(void)
{
    unsigned char index[2];
    index[0] = 3;
    for (int i = 0; i < 2; i++)
        table[index[i]] = 1;
    return 0;
}
