/* Reading a system file: what parse.c and body.c share. */
#ifndef ASM_READER_H
#define ASM_READER_H

#include "asm/parse.h"

typedef struct later {
    lexer at;
    u32 kind; /* process: its declaration */
    property_kind property;
} later;

typedef struct cycles_row {
    char *name;
    u32 cycles, line;
} cycles_row;

typedef struct casm_reader {
    parser s; /* first */
    VEC(later) bodies, properties, families;
    VEC(char *) parameters; /* by declaration; NULL none */
    VEC(u32) stacks;
    VEC(cycles_row) cycles;
    text source;
} casm_reader;

/* The end of a statement, or of what it stands in. */
void parse_end(parser *s);
/* Cells of a type, with their values; owner: a process, or SHARED. */
void parse_cells(parser *s, int owner);
void casm_add_process(casm *c, const process_kind *k, u32 copy);
/* The code of a copy of a process. */
void body_read(casm_reader *r, const later *at, u32 copy);

#endif
