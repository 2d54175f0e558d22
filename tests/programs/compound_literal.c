// verdict: FAILED use-after-scope :17
// A compound literal is gone when its function is.
struct point {
    int x, y;
};

static struct point *make(int x)
{
    struct point *p = &(struct point){x, 2};
    p->x++;
    return p;
}

int main(void)
{
    struct point *p = make(1);
    return p->x;
}
