/* What happens at last in families of assembly text. */
#ifndef ASM_CHAIN_LIVE_H
#define ASM_CHAIN_LIVE_H

#include "asm/chain_parts.h"

/* Behind the words live and fair. */
void chain_read_live(chain *k);
void chain_read_fair(chain *k);
/* Names for propositions: "PORT fair I", "PORT from I", "PORT to I", and "dropped". */
void chain_name_port(chain *k, const char *port);
void chain_name_dropped(chain *k, expr dropped);

#endif
