# The installed tool works from any folder, and leaves nothing behind.
. "$(dirname "$0")/lib"

check_that "make install" make -s -C "$root" install PREFIX=/opt/heddle DESTDIR="$work/stage"
installed=$work/stage/opt/heddle
for file in bin/heddle include/heddle.h include/heddle/pan.h lib/libheddle.a share/man/man1/heddle.1 share/heddle/runtime64.bc \
    share/heddle/runtime32.bc share/bash-completion/completions/heddle share/zsh/site-functions/_heddle; do
    check_that "$file is installed" test -s "$installed/$file"
done
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
check_that "bash completion loads" bash -c ". '$installed/share/bash-completion/completions/heddle' && complete -p heddle"
cd ..
check_that "make uninstall" make -s -C "$root" uninstall PREFIX=/opt/heddle DESTDIR="$work/stage"
check_that "nothing is left" sh -c "! find '$installed' -type f | grep ."
