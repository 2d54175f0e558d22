/* Descriptors of what ipc.h holds, in this process. */
#ifndef NATIVE_PRELOAD_FILES_H
#define NATIVE_PRELOAD_FILES_H

#include "native/preload/control.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/types.h>

static inline int fail_with(int error)
{
    errno = error;
    return -1;
}

/* What the kernel said. */
static inline long told(long result)
{
    return result < 0 && result > -4096 ? fail_with((int)-result) : result;
}

#define FILES (control->ipc.files)

/* The file of a descriptor, or -1: none of ours. */
int file_of(int descriptor);
uint32_t file_index(const ipc_file *f);
/* For reports: by which number the process knows the file; -1: by none. */
int file_descriptor(const ipc_file *f);
/* A name that follows from what the thread made before. */
uint64_t file_name(void);
ipc_file *file_new(ipc_kind kind, uint64_t object, uint32_t side, uint64_t caller);
uint32_t channel_new(uint32_t capacity, bool messages, uint64_t caller); /* + 1 */
/* The number becomes a descriptor of the file; the number, or -1 with errno when it is none. */
int file_number(int number, const ipc_file *f, uint64_t caller);
/* In a process with threads who comes first gets the smaller numbers. */
void table_step(uint64_t caller);
/* As close and dup2, of a caller. */
int file_close(int descriptor, uint64_t caller);
int file_dup_to(int from, int to, uint64_t caller);
int files_close_range(unsigned from, unsigned to, int flags, uint64_t caller);
/* One or both ways of a file end. */
void file_shut(ipc_file *f, bool in, bool out);
/* The last descriptor of a file is gone. */
void file_end(ipc_file *f);

/* A turn for an operation on a file: 0, or an error. */
int file_ask(uint32_t operation, const ipc_file *f, uint64_t object, uint64_t other,
             uint64_t caller);
ssize_t file_read(ipc_file *f, void *to, size_t n, int flags, uint64_t caller);
ssize_t file_write(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller);

/* Bytes for whoever reads; there is room. */
void channel_put(ipc_channel *c, const void *from, uint32_t n);
/* Whether the file blocks is looked at when it is the thread's turn. */
static inline uint64_t file_how(int flags, bool timed)
{
    return flags & MSG_DONTWAIT ? IPC_AT_ONCE : timed ? IPC_TIMED : 0;
}
/* The address that the message came from which the thread read last. */
const ipc_target *file_sender(void);
/* A datagram to the address that the thread set before: targets[control_self]. */
ssize_t datagram_write(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller);
/* To the peer. */
ssize_t datagram_send(ipc_file *f, const void *from, size_t n, int flags, uint64_t caller);
/* A port of its own, if it has none. */
void socket_port(ipc_file *f);

/* The name of a socket goes; false: it is none. */
bool socket_unlink(const char *path, uint64_t caller);

/* A child has all descriptors of its parent; a process that ends closes them. */
void files_fork(void);
void files_exit(uint64_t caller);
void files_flush(void); /* streams: the process may rest for ever instead of ending */

#endif
