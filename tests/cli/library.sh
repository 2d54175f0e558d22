# The library: its table is what there is, and what it says of defects names them.
. "$(dirname "$0")/lib"

check_that "functions.def lists what the runtime has" env BUILD="$(dirname "$heddle")" sh "$root/tests/check_functions.sh"

says() { # TEXT PROGRAM
    expect 1 "$1" "$heddle" check "$root/tests/programs/$2.c"
}

says "assertion failed: sum(x, 1) == 3" assertion_text
says "the thread was joined or detached before" thread_join_twice
says "the value is no thread" thread_join_nothing
says "the key was deleted" keys_deleted
says "the key was never created" keys_never_made
says "the semaphore was never initialised" semaphore_never_made
says "the semaphore was destroyed" semaphore_destroyed
says "only other threads hold, for reading" rwlock_unlock_reader
says "unlock of a spinlock that another thread holds" spin_unlock_foreign
expect 0 "'nothing' is started as a thread" "$heddle" check "$root/tests/programs/thread_void_result.c"
expect 1 "thread_void_result.c:10" "$heddle" check --no-trace -DWIDE "$root/tests/programs/thread_void_result.c"

# heddle.h means the same in a native build, with the text of what does not hold.
cat >native.c <<'END'
#define NDEBUG
#include <heddle.h>

int main(void)
{
    heddle_atomic_begin();
    unsigned n = heddle_choose(1);
    heddle_atomic_end();
    heddle_assume(n == 0);
    heddle_assert(n == 0);
    (heddle_assert)(1);
    heddle_assert(n == 1);
    return 0;
}
END
check_that "heddle.h compiles natively" cc -Wall -Wextra -Werror -I"$root/include" -o native native.c
expect 134 "native.c:12: assertion failed: n == 1" sh -c './native; exit $?'
