/* Files that the program changes. */
#ifndef NATIVE_PRELOAD_KEEP_H
#define NATIVE_PRELOAD_KEEP_H

/* What is at the path will be changed, made or removed. */
void keep_path(int folder, const char *path);
/* Will an open with these flags change it? */
void keep_opened(int folder, const char *path, int flags);

#endif
