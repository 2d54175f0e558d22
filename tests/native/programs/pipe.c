// Not controlled: the run is cut there, by name.
#include <unistd.h>

int main(void)
{
    int ends[2];

    return pipe(ends);
}
