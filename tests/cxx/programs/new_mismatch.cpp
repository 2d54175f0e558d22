// verdict: FAILED mismatched-free :6
// An array is not deleted as one.
int main()
{
    int *p = new int[4];
    delete p;
}
