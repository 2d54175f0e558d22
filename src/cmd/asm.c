/* heddle asm: is there an interleaving of an assembly system that goes wrong? */
#include "session/asm.h"

int cmd_asm(int argc, char **argv)
{
    return asm_check(argc, argv);
}
