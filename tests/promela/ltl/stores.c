// Each line of a formula has the verdict of both, heddle check and SPIN on the translation.
// VERIFIED weak: F done
// FAILED none: G F "done == 0"
// FAILED none: G "x < 2"
// VERIFIED none: G ("x == 1" -> "y[0] == 1")
// VERIFIED none: "x == 0 && y[1] == 2"
// VERIFIED weak: F ("x == 1" && F G "x == 2")
// FAILED weak: G ("x == 1" -> F "y[1] == 3")
// VERIFIED none: G ("x == 2" -> G !"x == 1")
// VERIFIED weak: !done U "x == 2"
#include <pthread.h>

int x, y[2] = {1, 2}, done;

static void *worker(void *unused)
{
    x = 1;
    x = 2;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    y[0] = 5;
    return 0;
}
