/* Programs that were compiled before, in files of the user's cache. */
#ifndef FRONT_CACHE_H
#define FRONT_CACHE_H

#include "front/front.h"
#include "front/inputs.h"
#include "front/units.h"

typedef struct cache {
    text folder; /* empty: there is none */
    text key;    /* all that is known before compiling and decides what comes out */
    text file;   /* the entry */
} cache;

/* The place of the program that these options ask for; its files are units where they have options
 * of their own. */
void cache_open(cache *c, const front_options *o);
void cache_close(cache *c);
/* cache_key.c: appends it; false: it is not known which compiler would run. */
bool cache_key(text *key, const front_options *o);
/* Variables of the environment that name folders of headers. */
enum { CACHE_FOLDERS = 3 };
extern const char *const cache_folders[CACHE_FOLDERS];
/* The program, and what the user was told when it was compiled is told again; or NULL. */
program *cache_find(const cache *c);
/* Keeps the program, unless the inputs are unclear or the folder cannot be written to. */
void cache_put(const cache *c, const front_options *o, inputs *in, const program *p);

#endif
