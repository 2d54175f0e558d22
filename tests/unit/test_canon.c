/* The canonical form is a function of the state: a walk that was left out, since nothing that it
 * looks at had changed, would have changed nothing.  Random runs of programs that hand objects from
 * one thread to another; after each step the state is saved, and saved again after a walk. */
#include "base/hash.h"
#include "front/front.h"
#include "vm/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A list that everybody can reach, walked while another thread cuts and mends it. */
static const char list[] =
    "struct node { struct node *next; int v; };\n"
    "static struct node *head;\n"
    "static void *walk(void *u) { int s = 0;\n"
    "  for (struct node *n = head; n; n = n->next) s += n->v;\n"
    "  return s ? u : 0; }\n"
    "static void *cut(void *u) { struct node *n = head->next; head->next = 0; n->v++;\n"
    "  head->next = n; return u; }\n"
    "int main(void) { pthread_t t[3];\n"
    "  for (int k = 0; k < 4; k++) { struct node *n = malloc(sizeof *n); n->v = k; n->next = head; "
    "head = n; }\n"
    "  pthread_create(&t[0], 0, walk, 0); pthread_create(&t[1], 0, cut, 0);\n"
    "  pthread_create(&t[2], 0, walk, head);\n"
    "  for (int k = 0; k < 3; k++) pthread_join(t[k], 0); return 0; }\n";

/* Objects that two threads have in registers alone, until one lets go of them. */
static const char handed[] =
    "struct cell { struct cell *below; int v; };\n"
    "static _Atomic int turn;\n"
    "static void *use(void *u) { struct cell *c = u; c->v++; turn++; c->below->v++; turn++;\n"
    "  c = c->below; turn++; c->v++; turn++; return 0; }\n"
    "int main(void) { pthread_t t[2]; struct cell *c = malloc(sizeof *c);\n"
    "  c->v = 0; c->below = malloc(sizeof *c); c->below->v = 0; c->below->below = 0;\n"
    "  pthread_create(&t[0], 0, use, c); pthread_create(&t[1], 0, use, c);\n"
    "  c = 0; turn++; pthread_join(t[0], 0); pthread_join(t[1], 0); return 0; }\n";

/* What is taken out of a shared place is one thread's own, and then another's. */
static const char taken_out[] =
    "static int *_Atomic place;\n"
    "static _Atomic int done;\n"
    "static void *take(void *u) { int *p = atomic_exchange(&place, 0);\n"
    "  if (p) { *p += 1; done++; place = p; } return u; }\n"
    "int main(void) { pthread_t t[3]; int here = 1; place = malloc(sizeof *place);\n"
    "  *place = 0; pthread_create(&t[0], 0, take, 0); pthread_create(&t[1], 0, take, &here);\n"
    "  pthread_create(&t[2], 0, take, place);\n"
    "  for (int k = 0; k < 3; k++) pthread_join(t[k], 0); free(place); return 0; }\n";

static program *load(const char *source)
{
    char folder[] = "/tmp/heddle-canon-XXXXXX", path[64];
    front_options o = {0};
    program *p;
    FILE *f;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/canon.c", folder);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n", f);
    fputs(source, f);
    fclose(f);
    vec_push(&o.files, path);
    p = front_load(&o);
    unlink(path);
    rmdir(folder);
    vec_free(&o.files);
    return p;
}

/* The key of the state after a walk over all of it. */
static state_key walked(sys *s)
{
    machine *m = vm_of(s);

    m->canon.reshaped = true;
    state_moves(m);
    return sys_save(s);
}

static u32 draw(u64 *seed, u32 n)
{
    *seed = hash_mix(*seed + 1);
    return (u32)(*seed % n);
}

/* One run; now and then it goes back to a state that it came through. */
static void run(sys *s, u64 seed)
{
    VEC(state_key) met = {0};
    move_list moves = {0};
    taken t = {0};

    sys_reset(s);
    for (u32 k = 0; k < 200; k++) {
        state_key key = sys_save(s);

        assert_int_equal(key, walked(s));
        vec_push(&met, key);
        if (!draw(&seed, 8))
            sys_restore(s, met.at[draw(&seed, met.n)]);
        sys_moves(s, &moves);
        if (sys_status(s) != ST_RUNNING || !moves.n)
            break;
        const move *m = &moves.at[draw(&seed, moves.n)];

        if (!(m->flags & MOVE_ENABLED))
            continue;
        sys_step(s, m->thread, (move_kind)m->kind, draw(&seed, m->choices), &t);
        if (t.outcome != OUT_RAN)
            break;
    }
    vec_free(&met);
    vec_free(&moves);
    taken_free(&t);
}

static void runs(const char *source)
{
    program *p = load(source);
    sys *s = vm_open(p, &(vm_options){.mode = VM_CANONICAL});

    for (u64 seed = 0; seed < 300; seed++)
        run(s, seed);
    sys_close(s);
    program_free(p);
}

static void test_list(void **state)
{
    (void)state;
    runs(list);
}

static void test_handed(void **state)
{
    (void)state;
    runs(handed);
}

static void test_taken_out(void **state)
{
    (void)state;
    runs(taken_out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_handed),
        cmocka_unit_test(test_taken_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
