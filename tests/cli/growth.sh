# What grows in one measure costs as much more and no more: the processor's time and memory have limits here
# that quadratic work, or events that are kept, would pass many times over.
. "$(dirname "$0")/lib"

cat >seconds <<'END'
ulimit -t "$1" # of the processor
shift
exec "$@"
END
cat >kilobytes <<'END'
ulimit -v "$1" # of addresses
shift
exec "$@"
END

ends() { # PROGRAM OPTIONS...: in 10 s of the processor
    program=$1
    shift
    expect 0 "VERIFIED" sh seconds 10 "$heddle" check --no-trace --engine dfs --races off "$@" "$root/tests/scalable/$program"
}

# The end of a call looks at the variables of that call.
ends recursion.c -DN=60000 --max-stack 70000
ends calls.c -DN=100000
ends lengths.c -DN=100000

# A list that everybody can reach is walked by the program, and by nobody else.
ends list_walk.c -DN=4000

# Of a thread that is alone no events are kept.
expect 0 "VERIFIED" sh kilobytes 1000000 "$heddle" check --engine dfs -DN=10000000 "$root/tests/scalable/prefix.c"

# What is counted for --max-memory is what the process holds, up to a tenth: the figures of a large search, less those
# of a small one of a program that was compiled before.
cat >resident.c <<'END'
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct rusage u;
    (void)argc;
    if (!fork()) {
        execv(argv[1], argv + 1);
        _exit(70);
    }
    if (wait(NULL) < 0 || getrusage(RUSAGE_CHILDREN, &u) != 0)
        return 70;
    fprintf(stderr, "%ld\n", u.ru_maxrss * 1024);
    return 0;
}
END
cc -o resident resident.c || exit 70
HEDDLE_CACHE=$PWD/cache && export HEDDLE_CACHE
search() { # OPTIONS...
    ./resident "$heddle" check --no-trace --races off --engine dfs --reduction store-visibility,heap-symmetry --json json -DN=4 \
        -DR=4 "$@" "$root/tests/scalable/philosophers.c" >out 2>bytes
    held=$(tail -n 1 bytes) counted=$(sed -n 's/.*"peak_memory_bytes": *\([0-9]*\).*/\1/p' json)
}
search --max-states 10
search --max-states 10
least=$held
# The figure is taken every fiftieth of a second, which a busy machine may do late.
for try in 1 2 3; do
    search
    echo "held $held, $least of them by a small search, counted $counted" >figures
    ! awk -v more=$((held - least)) -v counted="$counted" \
        'BEGIN {exit !(counted > 20000000 && more < 1.1 * counted && more > 0.9 * counted)}' || break
done
expect 0 "counted" awk -v more=$((held - least)) -v counted="$counted" '
    {print}
    END {exit !(counted > 20000000 && more < 1.1 * counted && more > 0.9 * counted)}' figures
