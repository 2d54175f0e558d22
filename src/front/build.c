/* What `heddle cc` leaves in objects: the C file compiled once more, as heddle check does it. */
#include "base/process.h"
#include "front/clang.h"
#include "front/command.h"
#include "front/read.h"
#include "front/units.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *front_section(void)
{
    return BUILT_SECTION;
}

/* Bitcode in an unnamed file; -1: clang does not compile it. */
static int compile(const unit *u, const char *file)
{
    char *include = front_include();
    front_options o = {0};
    string_list args = {0};
    int code = read_memory_file("bitcode");
    pid_t child;

    for (u32 i = 0; i < u->flags.n; i++)
        vec_push(&o.clang, u->flags.at[i]);
    command_compile(&o, clang_language(file), include, true, &args);
    vec_push(&args, file);
    vec_push(&args, NULL);
    child = process_start(args.at, &(process_setup){STREAM_NONE, code, STREAM_NONE, NULL, false});
    if (child < 0 || process_await(child) != 0) {
        close(code);
        code = -1;
    }
    vec_free(&args);
    vec_free(&o.clang);
    mem_free(include);
    return code;
}

static void add_unit(unit *u, int code, text *section)
{
    struct stat s;
    void *bytes = MAP_FAILED;

    if (code >= 0 && fstat(code, &s) == 0 && s.st_size > 0)
        bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, code, 0);
    if (bytes != MAP_FAILED) {
        u->code = bytes;
        u->code_length = (size_t)s.st_size;
    }
    built_add(u, section);
    if (bytes != MAP_FAILED)
        munmap(bytes, (size_t)s.st_size);
    if (code >= 0)
        close(code);
}

void front_built(const char *const *words, u32 n, const char *file, text *section)
{
    char *folder = getcwd(NULL, 0), *path = realpath(file, NULL);
    unit u = {.file = path ? path : mem_strdup(file)};

    units_flags(words, n, folder ? folder : ".", &u);
    add_unit(&u, command_has_clang() ? compile(&u, file) : -1, section);
    vec_free_items(&u.flags);
    mem_free(u.file);
    mem_free(folder);
}
