/* Rows of one size by a number, in memory that costs nothing until it is used; rows are zero at
 * first and stay where they are. */
#ifndef NATIVE_PRELOAD_TABLE_H
#define NATIVE_PRELOAD_TABLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct table {
    size_t size; /* of a row */
    struct place *places;
    char *rows;
    size_t n;
} table;

void *table_find(const table *t, uint64_t name); /* NULL: not there */
void *table_get(table *t, uint64_t name);

#endif
