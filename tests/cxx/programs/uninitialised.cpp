// verdict: FAILED uninitialised
struct point {
    int x, y;
    point() : x(1) {}
};
int main()
{
    point p;
    return p.y ? 1 : 0;
}
