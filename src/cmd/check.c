/* heddle check: is there an interleaving of a C program that goes wrong? */
#include "session/induct.h"
#include "session/check.h"

int cmd_check(int argc, char **argv)
{
    session c;

    check_options(&c, FOR_CHECK, argc, argv);
    if (c.o.automaton) {
        properties_print(&c.properties, &c.o);
        session_free(&c);
        return 0;
    }
    if (c.o.family && !c.o.front.part)
        return check_induction(&c);
    if (c.o.front.part)
        c.condition = "one obligation of the induction";
    check_search(&c);
    return session_finish(&c);
}
