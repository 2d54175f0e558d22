/* heddle spin: the runs of a C program, searched by SPIN. */
#include "spin/spin.h"

int cmd_spin(int argc, char **argv)
{
    return spin_check(argc, argv);
}
