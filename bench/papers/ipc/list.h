#ifndef IPC_LIST_H
#define IPC_LIST_H
#include <stdbool.h>
#include <stddef.h>

/* A doubly linked list through links inside its elements; a list is a link that no element owns. */
struct ipc_link {
    struct ipc_link *next, *previous;
};

#define IPC_OWNER(link, type, member) ((type *)((char *)(link) - offsetof(type, member)))

void ipc_list_init(struct ipc_link *list);
bool ipc_list_empty(const struct ipc_link *list);
size_t ipc_list_length(const struct ipc_link *list);
void ipc_list_push_front(struct ipc_link *list, struct ipc_link *link);
void ipc_list_push_back(struct ipc_link *list, struct ipc_link *link);
/* NULL when the list is empty. */
struct ipc_link *ipc_list_pop_front(struct ipc_link *list);
void ipc_list_remove(struct ipc_link *link);
/* Moves all of `from` behind the elements of `to`. */
void ipc_list_append(struct ipc_link *to, struct ipc_link *from);
/* Whether every link agrees with its neighbours. */
bool ipc_list_sound(const struct ipc_link *list);

#endif
