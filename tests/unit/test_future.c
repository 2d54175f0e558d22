/* What a thread may still do: sets of functions and instructions, and of threads while they run. */
#include "front/front.h"
#include "program/future.h"
#include "vm/vm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const levels[] = {"-O0", "-O2", "-m32"};

static program *load(const char *source, const char *level)
{
    char folder[] = "/tmp/heddle-future-XXXXXX", path[64];
    front_options o = {0};
    program *p;
    FILE *f;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/future.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs("#include <pthread.h>\n#include <semaphore.h>\n#include <setjmp.h>\n"
          "#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
          "#define APART __attribute__((noinline, optnone))\n"
          "APART void mark(void) { __asm__ volatile(\"\"); }\n",
          f);
    fputs(source, f);
    fclose(f);
    vec_push(&o.files, path);
    vec_push(&o.clang, level);
    p = front_load(&o);
    unlink(path);
    rmdir(folder);
    vec_free(&o.files);
    vec_free(&o.clang);
    return p;
}

static u32 object(const program *p, const char *name)
{
    for (u32 k = 1; k < p->objects.n; k++)
        if (p->objects.at[k].name && !strcmp(p->objects.at[k].name, name))
            return k;
    fail_msg("no object %s", name);
    return 0;
}

static u32 function(const program *p, const char *name)
{
    for (u32 k = 0; k < p->funcs.n; k++)
        if (!strcmp(p->funcs.at[k]->name, name))
            return k;
    fail_msg("no function %s", name);
    return 0;
}

static bool in(const u64 *bits, u32 number)
{
    return bits[number >> 6] >> (number & 63) & 1;
}

/* The objects of `list` that are in the set, as text. */
static void check_objects(const program *p, const u64 *bits, const char *list, const char *expected)
{
    char names[200], found[200] = "";

    snprintf(names, sizeof names, "%s", list);
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " "))
        if (in(bits, object(p, name)))
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", *found ? " " : "",
                     name);
    assert_string_equal(found, expected);
}

static void check_function(program *p, const char *name, const char *list, const char *expected)
{
    check_objects(p, future_at(p, function(p, name), 0, false)->objects, list, expected);
}

/* The set after the call of mark() in the function. */
static const future_set *after_mark(program *p, const char *name)
{
    const func *f = p->funcs.at[function(p, name)];

    for (u32 pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == OP_CALL && f->code[pc].y == function(p, "mark"))
            return future_at(p, function(p, name), pc, true);
    fail_msg("%s does not call mark", name);
    return NULL;
}

static void own_globals(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        program *p = load("volatile int x, y, unused;\n"
                          "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                          "void *one(void *a) { x++; return a; }\n"
                          "void *two(void *a) { pthread_mutex_lock(&m); y++;\n"
                          "    pthread_mutex_unlock(&m); return a; }\n"
                          "int main(void) { pthread_t s, t; x = 1; mark();\n"
                          "    pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);\n"
                          "    pthread_join(s, 0); pthread_join(t, 0); return unused; }\n",
                          levels[k]);

        check_function(p, "one", "x y m unused", "x");
        check_function(p, "two", "x y m unused", "y m");
        check_function(p, "main", "x y m unused", "x y m unused");
        check_function(p, "__heddle_thread_main", "x y m unused", "");
        assert_int_equal(future_at(p, function(p, "two"), 0, false)->flags, 0);
        assert_int_equal(future_at(p, function(p, "main"), 0, false)->flags, 0);
        assert_int_equal(future_at(p, function(p, "__heddle_start"), 0, false)->flags, CODE_EXITS);
        program_free(p);
    }
}

static void synchronisation(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        program *p = load(
            "pthread_mutex_t m; pthread_cond_t c; sem_t s; pthread_rwlock_t l; pthread_spinlock_t "
            "i;\n"
            "pthread_barrier_t b; pthread_once_t o; atomic_int a; pthread_t t; int *_Atomic q;\n"
            "char text[20];\n"
            "APART void first(void) { mark(); }\n"
            "APART void all(void) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m);\n"
            "    while (a < 3) pthread_cond_wait(&c, &m); pthread_cond_broadcast(&c);\n"
            "    pthread_mutex_unlock(&m); sem_init(&s, 0, 1); sem_wait(&s); sem_post(&s);\n"
            "    pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_spin_lock(&i);\n"
            "    pthread_barrier_wait(&b); pthread_once(&o, first); atomic_fetch_add(&a, 1);\n"
            "    int two = 2; atomic_compare_exchange_strong(&a, &two, 1); q = 0;\n"
            "    strcpy(text, \"a\"); memset(text, 0, sizeof text);\n"
            "    pthread_join(t, 0); }\n"
            "void *none(void *p) { return p; }\n"
            "int main(void) { pthread_create(&t, 0, none, 0); all(); return 0; }\n",
            levels[k]);

        check_function(p, "none", "m c s l i b o a t q text", "");
        check_function(p, "all", "m c s l i b o a t q text", "m c s l i b o a t q text");
        program_free(p);
    }
}

static void escapes(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        program *p = load(
            "int read_only, kept, in_table, in_struct, as_integer, variable, returned, swapped;\n"
            "int chosen, other, given, thrown, same, offset[8], through, recursive, unknown;\n"
            "int *place, *volatile table[] = {&in_table}; struct { int n, *p; } s; long number;\n"
            "int *_Atomic last; _Thread_local int *own; int mine;\n"
            "APART int reads(const int *p) { return *p; }\n"
            "APART void keeps(int *p) { place = p; }\n"
            "APART int *hands_back(int *p) { return p; }\n"
            "APART int *names(void) { return &returned; }\n"
            "APART int deep(int *p, int n) { return n ? deep(p + 1, n - 1) : *p; }\n"
            "APART int bad(int *p, int n) { if (!n) place = p; return n ? bad(p + 1, n - 1) : *p; "
            "}\n"
            "APART void sees(const char *f, ...) { __builtin_va_list l; __builtin_va_start(l, f);\n"
            "    place = __builtin_va_arg(l, int *); __builtin_va_end(l); }\n"
            "void (*call)(int *) = keeps;\n"
            "void *none(void *p) { return p; }\n"
            "int main(int argc, char **argv) { pthread_t t; (void)argv;\n"
            "    *table[0] = 1; reads(&read_only); keeps(&kept); s.p = &in_struct; number = "
            "(long)&as_integer;\n"
            "    sees(\"\", &variable); *names() = 1; atomic_exchange(&last, &swapped);\n"
            "    int *c = argc > 1 ? &chosen : &other; mark(); *c = 1; *hands_back(&same) = 3;\n"
            "    pthread_create(&t, 0, none, &given); offset[argc] = deep(offset, argc);\n"
            "    keeps(hands_back(&through)); bad(&recursive, argc); call(&unknown); own = &mine;\n"
            "    pthread_join(t, 0); pthread_exit(&thrown); }\n",
            levels[k]);
        static const char all[] =
            "read_only kept in_table in_struct as_integer variable returned swapped chosen other "
            "given thrown same offset through recursive unknown mine";

        check_function(p, "none", all,
                       "kept in_table in_struct as_integer variable returned swapped given thrown "
                       "through recursive unknown mine");
        check_function(p, "main", all, all);
        program_free(p);
    }
}

static void functions(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        program *p = load("volatile int a, b, c, d, e;\n"
                          "APART void in_table(int n) { a = n; }\n"
                          "APART int other_arguments(char *s, int n) { b = n; return *s; }\n"
                          "APART void named(int n) { c = n; }\n"
                          "APART int order(const void *x, const void *y) { d++; return x != y; }\n"
                          "void (*volatile table[])(int) = {in_table};\n"
                          "int (*volatile second)(char *, int) = other_arguments;\n"
                          "APART void apply(void (*f)(int)) { e = 1; f(3); }\n"
                          "APART void indirect(int n) { table[n & 0](n); }\n"
                          "APART void direct(void) { apply(named); }\n"
                          "APART void sorts(int *list) { qsort(list, 3, sizeof *list, order); }\n"
                          "void *none(void *p) { return p; }\n"
                          "int main(int argc, char **argv) { pthread_t t; int list[3] = {0};\n"
                          "    pthread_create(&t, 0, none, 0); indirect(argc); direct();\n"
                          "    mark(); sorts(list); second(argv[0], 1); return 0; }\n",
                          levels[k]);

        check_function(p, "indirect", "a b c d e", "a");
        check_function(p, "direct", "a b c d e", "a c e");
        check_function(p, "none", "a b c d e", "");
        check_function(p, "apply", "a b c d e", "a e");
        assert_true(in(future_at(p, function(p, "sorts"), 0, false)->objects, object(p, "d")));
        check_objects(p, after_mark(p, "main")->objects, "a b c d e", "b d");
        program_free(p);
    }
}

static void what_is_over(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        program *p = load(
            "volatile int x, y, z, in_loop, jumped;\n"
            "APART void down(int n) { if (n) { x = n; mark(); down(n - 1); } else y = n; }\n"
            "APART void loop(int n) { x = 1; while (n--) { in_loop = 1; mark(); } z = 1; }\n"
            "jmp_buf b;\n"
            "APART void jumps(void) { jumped = 1; if (setjmp(b)) y = 1; else { z = 1; mark(); } }\n"
            "void *none(void *p) { down(3); loop(3); jumps(); return p; }\n"
            "int main(void) { pthread_t t; x = 1; mark(); y = 1;\n"
            "    pthread_create(&t, 0, none, 0); return 0; }\n",
            levels[k]);

        check_objects(p, after_mark(p, "down")->objects, "x y z", "x y");
        check_objects(p, after_mark(p, "loop")->objects, "x y z in_loop", "z in_loop");
        check_objects(p, after_mark(p, "jumps")->objects, "y z jumped", "y z jumped");
        program_free(p);
    }
}

static void flags(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        program *p = load(
            "#define _GNU_SOURCE\n"
            "int pthread_tryjoin_np(pthread_t, void **);\n"
            "APART void exits(int n) { if (n) exit(n); }\n"
            "APART void aborts(int n) { if (n) abort(); }\n"
            "APART void joins(pthread_t t) { pthread_join(t, 0); }\n"
            "APART void tries(pthread_t t) { pthread_tryjoin_np(t, 0); }\n"
            "APART void cancels(pthread_t t) { pthread_cancel(t); }\n"
            "APART void detaches(pthread_t t) { pthread_detach(t); }\n"
            "void *child(void *p) { exits(p != 0); return p; }\n"
            "void *leaves(void *p) { pthread_exit(p); }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, child, 0); mark();\n"
            "    pthread_create(&t, 0, leaves, 0); aborts(0); joins(t); tries(t); cancels(t);\n"
            "    detaches(t); return 0; }\n",
            levels[k]);
        static const struct {
            const char *name;
            u32 flags;
        } expected[] = {{"exits", CODE_EXITS},
                        {"aborts", 0},
                        {"joins", 0},
                        {"tries", CODE_MEDDLES},
                        {"cancels", CODE_MEDDLES},
                        {"detaches", CODE_MEDDLES},
                        {"child", CODE_EXITS},
                        {"leaves", 0},
                        {"main", CODE_EXITS | CODE_MEDDLES},
                        {"__heddle_thread_main", 0}};

        for (u32 e = 0; e < LENGTH(expected); e++)
            assert_int_equal(future_at(p, function(p, expected[e].name), 0, false)->flags,
                             expected[e].flags);
        assert_int_equal(after_mark(p, "main")->flags, CODE_MEDDLES);
        program_free(p);
    }
}

/* ---- threads that run ---- */

enum { WORDS = 16 };

typedef struct run {
    program *p;
    sys *s;
    move_list moves;
    taken taken;
} run;

static bool has_move(run *r, u16 thread)
{
    sys_moves(r->s, &r->moves);
    for (u32 k = 0; k < r->moves.n; k++)
        if (r->moves.at[k].thread == thread && r->moves.at[k].flags & MOVE_ENABLED)
            return true;
    return false;
}

static void step(run *r, u16 thread)
{
    move m;

    assert_true(sys_peek(r->s, thread, &m));
    assert_true(m.flags & MOVE_ENABLED);
    sys_step(r->s, thread, (move_kind)m.kind, 0, &r->taken);
    assert_int_equal(r->taken.outcome, OUT_RAN);
    sys_save(r->s);
}

static void check_thread(run *r, u16 thread, const char *list, const char *expected)
{
    u64 bits[WORDS];

    sys_future(r->s, thread, bits, WORDS);
    check_objects(r->p, bits, list, expected);
    assert_true(in(bits, r->p->objects.n));
    assert_true(in(bits, WORDS * 64 - 1));
}

/* The thread is about to do an operation on the object. */
static void run_to(run *r, u16 thread, const char *name)
{
    move m;

    while (sys_peek(r->s, thread, &m) && m.next.object != object(r->p, name))
        step(r, thread);
}

static void open_run(run *r, const char *source, const char *level)
{
    vm_options o = {.mode = VM_CANONICAL};

    *r = (run){.p = load(source, level)};
    r->s = vm_open(r->p, &o);
    sys_save(r->s);
}

static void close_run(run *r)
{
    sys_close(r->s);
    program_free(r->p);
    vec_free(&r->moves);
    taken_free(&r->taken);
}

static void running(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        run r;
        u64 word;

        open_run(&r,
                 "volatile int x, y, done; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n;\n"
                 "APART void add(volatile int *p) { ++*p; ++*p; }\n"
                 "APART void locked(pthread_mutex_t *p) { pthread_mutex_lock(p); done++;\n"
                 "    pthread_mutex_unlock(p); }\n"
                 "void *one(void *a) { add(&x); locked(&m); y = 1; return a; }\n"
                 "void *two(void *a) { y = 2; return a; }\n"
                 "int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0);\n"
                 "    pthread_create(&t, 0, two, 0); pthread_mutex_lock(&n); return x; }\n",
                 levels[k]);
        while (!sys_peek(r.s, 2, &(move){0}))
            step(&r, 0);
        check_thread(&r, 0, "x y done m n", "x n");
        check_thread(&r, 1, "x y done m n", "x y done m");
        check_thread(&r, 2, "x y done m n", "y");
        run_to(&r, 1, "x");
        step(&r, 1);
        check_thread(&r, 1, "x y done m n", "x y done m");
        run_to(&r, 1, "m");
        check_thread(&r, 1, "x y done m n", "y done m");
        run_to(&r, 1, "done");
        check_thread(&r, 1, "x y done m n", "y done m");
        run_to(&r, 1, "y");
        check_thread(&r, 1, "x y done m n", "y");
        assert_int_equal(sys_future(r.s, 1, &word, 1), 0);
        assert_int_equal(sys_future(r.s, 0, &word, 1), FUTURE_EXITS);
        while (has_move(&r, 1))
            step(&r, 1);
        close_run(&r);
    }
}

/* The mutex of a condition variable's waiter, and what it waits at, are in its future. */
static void waiting(void **state)
{
    (void)state;
    for (u32 k = 0; k < LENGTH(levels); k++) {
        run r;

        open_run(
            &r,
            "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c;\n"
            "void *one(void *a) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);\n"
            "    return a; }\n"
            "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0); x = 1; return 0; }\n",
            levels[k]);
        while (!sys_peek(r.s, 1, &(move){0}))
            step(&r, 0);
        while (has_move(&r, 1) && !(r.moves.at[r.moves.n - 1].flags & MOVE_WEAK))
            step(&r, 1);
        check_thread(&r, 1, "x m c", "m c");
        close_run(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_globals), cmocka_unit_test(synchronisation), cmocka_unit_test(escapes),
        cmocka_unit_test(functions),   cmocka_unit_test(what_is_over),    cmocka_unit_test(flags),
        cmocka_unit_test(running),     cmocka_unit_test(waiting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
