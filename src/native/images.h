/* Programs that processes of a run become. */
#ifndef NATIVE_IMAGES_H
#define NATIVE_IMAGES_H

#include "native/run.h"

/* The file that the thread executes or last did. */
const char *images_name(native *n, u32 slot);
/* Can the program be controlled that the thread is about to execute?  If not the run is cut. */
bool images_may(native *n, u32 slot);
/* The process of the thread rests in another program: names come from there. */
void images_begin(native *n, u32 slot);
/* Frees what is known of programs. */
void images_close(native *n);

#endif
