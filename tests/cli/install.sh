# The installed tool works from any folder, and leaves nothing behind.
. "$(dirname "$0")/lib"

check_that "make install" make -s -C "$root" install PREFIX=/opt/heddle DESTDIR="$work/stage"
installed=$work/stage/opt/heddle
for file in bin/heddle include/heddle.h include/heddle/pan.h lib/libheddle.a share/man/man1/heddle.1 share/heddle/runtime64.bc \
    share/heddle/runtime32.bc share/heddle/runtimecxx64.bc share/bash-completion/completions/heddle share/zsh/site-functions/_heddle; do
    check_that "$file is installed" test -s "$installed/$file"
done
# What the help and the man page cite is there, and what the documents show runs there.
for command in $("$installed/bin/heddle" help | sed -nE 's/^  ([a-z+]+) .*/\1/p'); do
    "$installed/bin/heddle" help "$command"
done | grep -oE 'docs/[a-z-]+\.md' | sort -u >cited
check_that "the help cites documents" test -s cited
while read -r document; do
    check_that "$document is installed" test -s "$installed/share/doc/heddle/$document"
done <cited
(cd "$root" && git ls-files examples docs 2>/dev/null || find examples docs -type f) | grep -v '\.in$' >files
while read -r file; do
    [ -e "$installed/share/doc/heddle/$file" ] || echo "$file"
done <files >missing
check_that "all documents and examples are installed" test ! -s missing
(cd "$installed/share/doc/heddle" && "$installed/bin/heddle" check -q --no-trace examples/account.c) >said
check_that "an example runs from there" grep -q '^FAILED: assertion' said
# The man page and the completions have every command and every option.
for command in $("$installed/bin/heddle" help | sed -nE 's/^  ([a-z+]+) .*/\1/p'); do
    grep -qF "heddle $command" "$installed/share/man/man1/heddle.1" || echo "man: $command"
    "$installed/bin/heddle" help "$command" | sed -nE 's/^  (-[^ ]+).*/\1/p' | sort -u | while read -r option; do
        grep -qF -- "\\fB$(printf %s "$option" | sed 's/-/\\-/g')\\fR" "$installed/share/man/man1/heddle.1" || echo "man: $option"
        grep -F "        $command) " "$installed/share/bash-completion/completions/heddle" | grep -qF -- "$option" ||
            echo "bash: $command $option"
    done
done >missing
check_that "man page and completion have every command and option" diff /dev/null missing
check_that "the man page is one" sh -c "! man --warnings -l '$installed/share/man/man1/heddle.1' 2>&1 >/dev/null | grep -q ." 
mkdir user
cd user || exit 70
cat >choose.c <<'END'
#include <heddle.h>
int main(void) { heddle_assert(heddle_choose(3) < 3); return 0; }
END
expect 0 "VERIFIED" "$installed/bin/heddle" check choose.c
expect 0 "VERIFIED" "$installed/bin/heddle" check -m32 choose.c
expect 0 "VERIFIED" "$installed/bin/heddle" spin --spin -O0 choose.c
ln -s "$installed/bin/heddle" link
expect 0 "VERIFIED" ./link check choose.c
cat >complete.sh <<'END'
. "$1/share/bash-completion/completions/heddle"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_heddle
echo "${COMPREPLY[*]}"
END
completes() { # WANTED WORD...: what is offered for the last word
    wanted=$1
    shift
    check_that "what completes $*" sh -c 'test "$(bash complete.sh "$@" | cut -c 1-60)" = "$0"' "$wanted" "$installed" heddle "$@"
}
completes "sc tso pso ra rc11" check --memory ""
completes "sc tso" asm --memory ""
completes "auto dfs bfs ndfs stateless" check --engine ""
completes "dfs bfs symbolic bdd" asm --engine ""
completes "swarm" sw
completes "--context-bound" check --cont
check_that "bash completion loads" bash -c ". '$installed/share/bash-completion/completions/heddle' && complete -p heddle"
cd ..
check_that "make uninstall" make -s -C "$root" uninstall PREFIX=/opt/heddle DESTDIR="$work/stage"
check_that "nothing is left" sh -c "! find '$installed' -type f | grep ."
