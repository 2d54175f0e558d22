// Starts a process in a way that is not controlled.
#include <unistd.h>

int main(void)
{
    return daemon(0, 0);
}
