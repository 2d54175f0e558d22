/* Witnesses of SV-COMP in format 2.0 (YAML): which task was checked, by hashes of its files, and
 * what leads to the violation.  A proof has an invariant set without invariants: the search itself
 * was the proof, and a validator that repeats it needs none. */
#include "session/witness.h"
#include "base/sha256.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unknown"
#endif

/* The property that an error violates, in the words of SV-COMP where it has some. */
static const char *const specifications[ERR_COUNT] = {
    [ERR_ASSERTION] = "G ! call(reach_error())",
    [ERR_ABORT] = "G ! call(reach_error())",
    [ERR_NULL_POINTER] = "G valid-deref",
    [ERR_WILD_POINTER] = "G valid-deref",
    [ERR_OUT_OF_BOUNDS] = "G valid-deref",
    [ERR_USE_AFTER_FREE] = "G valid-deref",
    [ERR_USE_AFTER_SCOPE] = "G valid-deref",
    [ERR_DOUBLE_FREE] = "G valid-free",
    [ERR_INVALID_FREE] = "G valid-free",
    [ERR_LEAK] = "G valid-memtrack",
    [ERR_OVERFLOW] = "G ! overflow",
    [ERR_RACE] = "G ! data-race",
    [ERR_NON_TERMINATION] = "F end",
};

static void add_specification(const session *c, text *out)
{
    const char *known = specifications[c->r.error.kind];
    text own = {0};

    if (!c->r.failed)
        known = specifications[ERR_ASSERTION];
    if (!known)
        text_addf(&own, "G ! %s", error_names[c->r.error.kind]);
    text_add(out, "      specification: ");
    text_json(out, known ? known : text_str(&own));
    text_addc(out, '\n');
    text_free(&own);
}

/* A random name, of version 4. */
static void add_uuid(text *out)
{
    u8 b[16] = {0};

    if (getrandom(b, sizeof b, 0) != sizeof b)
        b[0] = (u8)time(NULL);
    b[6] = (u8)((b[6] & 15) | 0x40);
    b[8] = (u8)((b[8] & 63) | 0x80);
    for (u32 i = 0; i < sizeof b; i++)
        text_addf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
}

static void add_time(text *out)
{
    time_t now = time(NULL);
    struct tm t;
    char words[32] = "";

    if (gmtime_r(&now, &t))
        strftime(words, sizeof words, "%Y-%m-%dT%H:%M:%SZ", &t);
    text_add(out, words);
}

static void add_hash(const char *file, text *out)
{
    text contents = {0};

    text_add(out, "        ");
    text_json(out, file);
    text_add(out, ": \"");
    if (text_read_file(&contents, file))
        sha256_add(out, contents.at, contents.n);
    text_add(out, "\"\n");
    text_free(&contents);
}

static void add_task(const session *c, text *out)
{
    const string_list *files = &c->o.front.files;

    text_add(out, "    task:\n      input_files:\n");
    for (u32 i = 0; i < files->n; i++) {
        text_add(out, "        - ");
        text_json(out, files->at[i]);
        text_addc(out, '\n');
    }
    text_add(out, "      input_file_hashes:\n");
    for (u32 i = 0; i < files->n; i++)
        add_hash(files->at[i], out);
    add_specification(c, out);
    text_addf(out, "      data_model: %s\n      language: C\n",
              c->p && c->p->pointer_bytes == 4 ? "ILP32" : "LP64");
}

static void add_metadata(const session *c, text *out)
{
    text_add(out, "  metadata:\n    format_version: \"2.0\"\n    uuid: \"");
    add_uuid(out);
    text_add(out, "\"\n    creation_time: \"");
    add_time(out);
    text_add(out, "\"\n    producer:\n      name: heddle\n      version: \"" HEDDLE_VERSION "\"\n");
    add_task(c, out);
}

void witness_add(const session *c, text *out)
{
    if (c->r.verdict == VERDICT_UNKNOWN) {
        text_addf(out, "# UNKNOWN: %s\n[]\n", c->r.reason);
        return;
    }
    text_addf(out, "- entry_type: %s\n", c->r.failed ? "violation_sequence" : "invariant_set");
    add_metadata(c, out);
    if (c->r.failed)
        text_addf(out, "  content:\n%s", text_str(&c->waypoints));
    else
        text_add(out, "  content: []\n");
}
