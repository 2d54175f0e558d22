/* Lists as reports write them: `i = 3, p = {1, 2}, s = "a, b"`. */
#ifndef BASE_ITEMS_H
#define BASE_ITEMS_H

/* The end of the first item: the comma outside braces and quotes, or the end. */
const char *items_end(const char *list);
/* The item behind that end, or the end. */
const char *items_next(const char *end);

#endif
