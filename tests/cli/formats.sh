# What other tools read: SARIF, JUnit, the commands of GitHub's workflows, witnesses of SV-COMP.
. "$(dirname "$0")/lib"
tools=$root/tests/cli/formats

# The schema, and what validates against it, by npm; kept in the folder of the build.  Where npm or the network is missing
# the structure is still checked.
packages=$root/build/npm
have_packages() {
    [ -f "$packages/done" ] && return
    command -v npm >/dev/null || return
    mkdir -p "$packages" && cd "$packages" || return
    timeout 120 npm install --silent --no-audit --no-fund --ignore-scripts --no-package-lock --no-save --prefix . \
        ajv@6.12.6 &&
        timeout 120 npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 &&
        mkdir -p node_modules/@microsoft/jest-sarif && # npm removes what it does not know
        tar xzf microsoft-jest-sarif-*.tgz -C node_modules/@microsoft/jest-sarif --strip-components 1 && touch done
}
if (have_packages) >/dev/null 2>&1 && [ -f "$packages/done" ]; then
    schema="node $tools/schema.js $packages"
else
    echo "formats.sh: npm gives no validator: SARIF is checked for its structure alone"
    schema=true
fi

valid() { # FILE...: has the form that it must have
    check_that "the structure of $*" node "$tools/structure.js" "$@"
    for file; do
        case $file in
        *.sarif) check_that "the schema of SARIF, $file" $schema "$file" ;;
        esac
    done
}

mkdir "a folder" && cp "$root/examples/account.c" "a folder/account.c"
expect 1 'FAILED: assertion' "$heddle" check "a folder/account.c" --sarif account.sarif --junit account.xml \
    --witness account.yml
valid account.sarif account.xml
check_that "blanks in names" grep -qF '"uri": "a%20folder/account.c", "uriBaseId": "%SRCROOT%"' account.sarif
check_that "a flow for each thread" sh -c "grep -qF '\"id\": \"T0\"' account.sarif && grep -qF '\"id\": \"T1\"' account.sarif"
check_that "what a thread did" grep -qF '"message": {"text": "balance is 40 (written at step 6)"' account.sarif
check_that "the summary" grep -qF 'T1 wrote it between them' account.sarif
check_that "a failure of JUnit" grep -qF '<failure type="assertion" message="a folder/account.c:16: assertion failed: balance &gt;= 0"' account.xml
hash=$(sha256sum "a folder/account.c" | cut -c 1-64)
check_that "the hash of the file" grep -qF "\"a folder/account.c\": \"$hash\"" account.yml
for line in 'entry_type: violation_sequence' 'format_version: "2.0"' 'specification: "G ! call(reach_error())"' \
    'type: target' 'line: 16' 'data_model: LP64'; do
    check_that "the witness has $line" grep -qF "$line" account.yml
done
expect 0 VERIFIED "$heddle" check -DFIXED "a folder/account.c" --sarif right.sarif --junit right.xml --witness right.yml
valid right.sarif right.xml
check_that "no results" grep -qF '"results": []' right.sarif
check_that "no failure" sh -c '! grep -qE "<(failure|error)" right.xml'
check_that "a proof" grep -qF 'entry_type: invariant_set' right.yml
expect 2 UNKNOWN "$heddle" check "$root/examples/philosophers.c" --max-states 5 --allow-deadlock --sarif cut.sarif \
    --junit cut.xml --witness cut.yml --annotations github
valid cut.sarif cut.xml
check_that "no verdict is no success" grep -qF '<error type="unknown" message="the limit of 5 states' cut.xml
check_that "a warning" grep -qF '"level": "warning", "message": {"text": "UNKNOWN:' cut.sarif
check_that "an empty witness" grep -qx '\[\]' cut.yml
expect 2 '::warning title=heddle%3A ' "$heddle" check -q "$root/examples/philosophers.c" --max-states 5 --allow-deadlock \
    --annotations github

# Values of nondeterministic calls, and the call of reach_error.
cat >nondet.c <<'END'
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { __builtin_trap(); }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        reach_error();
}
END
expect 1 FAILED "$heddle" check -q nondet.c --nondet-range -1..5 --witness nondet.yml -m32
check_that "the value" grep -qF 'value: "\\result == 3"' nondet.yml
check_that "its place" grep -qF 'line: 5' nondet.yml
check_that "the call" sh -c "tail -n 2 nondet.yml | grep -qF 'line: 7'"
check_that "32 bits" grep -qF 'data_model: ILP32' nondet.yml

# Text that means something to XML, JSON and the runner.
cat >hostile.c <<'END'
#include <assert.h>
#include <stdio.h>
int main(void)
{
    printf("</failure>]]>&lt;\x01\xff\xef\xbf\xbf\xc3\xa9%%0A\n");
    assert(0 && "100% <b>,:\n::error::x");
}
END
expect 1 '::error file=hostile.c,line=6,title=heddle%3A assertion::assertion failed: 0 && "100%25 <b>,:' "$heddle" check \
    hostile.c --colour always --sarif hostile.sarif --junit hostile.xml --annotations github
valid hostile.sarif hostile.xml
check_that "no colours" sh -c '! grep -q "\[3" hostile.xml'

# Other commands.
awk '!/je wait/ || done++ {print}' "$root/examples/asm/token_chain.casm" >hasty.casm
expect 1 '::error file=hasty.casm,line=1,title=heddle%3A invariant::an observer is not ok with 0 components' \
    "$heddle" asm hasty.casm --induction token --sizes 2 --sarif family.sarif --junit family.xml --json family.json --annotations github
check_that "a family for tools" node "$root/tests/cli/formats/structure.js" family.sarif family.xml
check_that "a family as JSON" node -e '
    const j = JSON.parse(require("fs").readFileSync("family.json"));
    process.exit(j.verdict === "FAILED" && j.engine === "induction" && j.error.file === "hasty.casm" && j.states > 0 ? 0 : 1)'
run "$heddle" asm "$root/examples/asm/arbiter_clients.casm" --json - --junit modules.xml
check_that "modules as JSON" sh -c '"$0" asm "$1" --json - 2>said | node -e "
    process.exit(JSON.parse(require(\"fs\").readFileSync(0)).verdict === \"VERIFIED\" ? 0 : 1)" && grep -q "the system: holds" said' \
    "$heddle" "$root/examples/asm/arbiter_clients.casm"
expect 1 FAILED "$heddle" asm "$root/examples/asm/mutex_broken.casm" --sarif asm.sarif --junit asm.xml
valid asm.sarif asm.xml
expect 1 FAILED "$heddle" promela --check "a folder/account.c" --sarif promela.sarif --junit promela.xml
valid promela.sarif promela.xml
cc -g -o phil "$root/examples/native/phil.c" -lpthread
expect 1 FAILED "$heddle" native --sarif native.sarif --junit native.xml --annotations github -- ./phil
valid native.sarif native.xml

cat >lasso.c <<'END'
#include <pthread.h>
int x;
void *f(void *a) { for (;;) x = !x; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) x = !x; }
END
expect 1 FAILED "$heddle" check lasso.c --ltl 'F G "x == 1"' --sarif lasso.sarif --witness lasso.yml
valid lasso.sarif
check_that "what repeats" grep -qF '"repeats": true' lasso.sarif

# What cannot be written is refused before the search, or told.
for option in --sarif --junit --witness; do
    expect 64 "$option needs a file that can be written" "$heddle" check lasso.c $option cannot/be/written
    expect 74 'cannot be written to /dev/full' "$heddle" check -q nondet.c --nondet-range 0..1 $option /dev/full
done
expect 64 'it takes one of none|github' "$heddle" check nondet.c --annotations gitlab
