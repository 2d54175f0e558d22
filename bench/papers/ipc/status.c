/* Names and texts of results, from the table in status.h. */
#include "status.h"

struct entry {
    const char *name, *text;
    bool transient;
};

static const struct entry entries[] = {
#define X(name, again, text) {#name, text, again},
    IPC_STATUSES(X)
#undef X
};

static const struct entry unknown = {"UNKNOWN", "no status of this module", false};

static const struct entry *entry_of(ipc_status status)
{
    unsigned index = (unsigned)status;
    return index < IPC_STATUS_COUNT ? &entries[index] : &unknown;
}

const char *ipc_status_name(ipc_status status)
{
    return entry_of(status)->name;
}

const char *ipc_status_text(ipc_status status)
{
    return entry_of(status)->text;
}

bool ipc_status_transient(ipc_status status)
{
    return entry_of(status)->transient;
}
