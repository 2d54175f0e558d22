# Every run that a document shows is done again: the blocks fenced as `console`, whose lines `$ command` are followed
# by what it prints.  `make golden` writes the documents anew.
. "$(dirname "$0")/lib"

ln -s "$root/examples" examples
ln -s "$root/tests" tests
ln -s "$heddle" heddle
PATH=$PWD:$PATH
export PATH

# The document with the output of each command in place of what stands there.
rerun() {
    awk '
        /^```/ { open = !open && /^```console/; old = 0; print; next }
        open && /^\$ / {
            print
            command = "exec 2>&1; " substr($0, 3)
            while ((command | getline line) > 0) print line
            close(command)
            old = 1
            next
        }
        open && old { next }
        { print }' "$1"
}

figures() {
    sed -E '/not looked for to the end: heddle check --races error/d; /^(VERIFIED|FAILED|UNKNOWN): /{s/[0-9.]+ s\b/N s/; s/[0-9.]+ (kB|MB|GB)\b/N B/}'
}

documents=$(cd "$root" && grep -l '^```console' README.md docs/*.md docs/papers/*.md)
for document in $documents; do
    rerun "$root/$document" >again.md
    figures <again.md >again
    figures <"$root/$document" >there
    if [ "${GOLDEN-}" = write ] && ! cmp -s there again; then
        cp again.md "$root/$document"
        cp again there
    fi
    check_that "$document shows runs as they are" diff -u there again
done

# A run that stands elsewhere would not be done again.
elsewhere() {
    (cd "$root" && awk '/^```/ { open = !open && /^```console/; next } !open && /^ *\$ / { print FILENAME ": " $0; bad = 1 } END { exit bad }' \
        README.md docs/*.md docs/papers/*.md)
}
elsewhere >apart
check_that "runs stand in console blocks" diff /dev/null apart

# The walk of docs/architecture.md names functions with their files.
walk() {
    sed -nE 's/^\| `(src\/[^`]*\.c)` \| (`[^|]*) \|.*/\1 \2/p' "$root/docs/architecture.md" | tr -d '`,' |
        while read -r file functions; do
            for function in $functions; do
                grep -qE "^[a-z][^;]*\b$function\(" "$root/$file" || echo "$file has no $function"
            done
        done
}
walk >missing
check_that "docs/architecture.md names functions that are there" diff /dev/null missing
