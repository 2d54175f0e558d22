# heddle.  `make` builds build/heddle; `make demo` and `make test` install what is missing first.
VERSION  = 0.1.0
CC       = gcc
LLVM     = llvm-config-19
CLANG    = clang-19
BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
WARN     = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
CFLAGS  ?= -O2 -g
CSTD     = -std=gnu17
# Other builds of the same sources, in folders of their own: MODE=asan has the sanitizers, MODE=switch
# a switch where the interpreter jumps through a table and is else the ordinary build, MODE=mutant defects that tests must find,
# MODE=coverage counts lines (make coverage).
ifeq ($(MODE),asan)
BUILD    = build-asan
CFLAGS   = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover -fno-omit-frame-pointer
WARN    += -Wno-format-truncation
endif
ifeq ($(MODE),switch)
BUILD    = build-switch
CFLAGS   = -O2 -g -DHEDDLE_SWITCH
endif
ifeq ($(MODE),coverage)
BUILD    = build-coverage
CFLAGS   = -O1 -g --coverage -fprofile-update=atomic
endif
ifeq ($(MODE),mutant)
BUILD    = build-mutant
CFLAGS   = -O2 -g -DHEDDLE_MUTANTS
endif
# What tests compile is kept with the build.
export HEDDLE_CACHE ?= $(abspath $(BUILD))/cache
# `make V=1` shows the commands.
Q        = $(if $(V),,@)
INCLUDES = -Isrc
SOURCES  = $(filter-out src/embed/% src/mpi/%,$(wildcard src/*.c src/*/*.c))
OBJECTS  = $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
ifeq ($(MODE),switch)
OBJECTS  = $(patsubst src/%.c,build/obj/%.o,$(filter-out src/vm/interp.c,$(SOURCES))) $(BUILD)/obj/vm/interp.o
endif
# The library that heddle loads with --mpi, where Open MPI is there.
MPICC    = mpicc
MPI      = $(if $(shell command -v $(MPICC)),$(BUILD)/heddle-mpi.so)
# What SPIN's pan is linked with: the machine, without front end and searches.
EMBEDDED = $(wildcard src/base/*.c src/program/*.c src/store/*.c src/vm/*.c src/wrap/*.c src/embed/*.c) \
           src/system.c src/event.c
LIBRARY  = $(EMBEDDED:src/%.c=$(BUILD)/obj/%.o)
LLVM_C   = $(shell $(LLVM) --includedir)
PARTS    = core irreader bitreader bitwriter linker analysis target passes
LIBS     = $(shell $(LLVM) --ldflags --libs $(PARTS)) -lstdc++ -ledit -lncursesw -ltinfo -lm
# heddle itself has LLVM inside where its archives are there: loading all of LLVM as a shared library
# takes longer than anything else that happens before the search.
LLVM_IN  = $(LIBS)
ifneq ($(MODE),asan)
ifneq ($(wildcard $(shell $(LLVM) --libdir 2>/dev/null)/libLLVMPasses.a),)
LLVM_IN  = $(shell $(LLVM) --link-static --ldflags --libs $(PARTS)) \
           -Wl,--gc-sections -Wl,--as-needed -l:libz.so.1 -l:libzstd.so.1 -lstdc++ -ledit -lncursesw -ltinfo -lm
endif
endif

# What is the same in every mode is built once, in build/.
RUNTIMES = runtime64.bc runtime32.bc runtimecxx64.bc
SAME     = $(RUNTIMES) libheddle-native.so cc/libtsan.a cc/heddle-pass.so $(notdir $(MPI))
ifeq ($(MODE),switch)
all: $(addprefix $(BUILD)/,heddle $(RUNTIMES))
else
all: $(addprefix $(BUILD)/,heddle heddle-cc heddle-c++ libheddle.a $(SAME))
endif
ifneq ($(BUILD),build)
$(addprefix $(BUILD)/,$(SAME)): $(BUILD)/%: same
	@mkdir -p $(@D) && cp -u build/$* $@
same:
	@$(MAKE) --no-print-directory -s MODE= $(addprefix build/,$(SAME))
endif

$(BUILD)/heddle: $(OBJECTS)
	@echo "link    $@"
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LLVM_IN)

# Names that builds take for compilers (-DCMAKE_C_COMPILER=heddle-cc).
$(BUILD)/heddle-cc $(BUILD)/heddle-c++: $(BUILD)/heddle
	$(Q)ln -sf heddle $@

# One object, in which only heddle_... is global: whoever links it may use every other name.
$(BUILD)/libheddle.a: $(LIBRARY)
	@echo "archive $@"
	$(Q)ld -r -o $(@:.a=.o) $^
	$(Q)objcopy --wildcard --keep-global-symbol='heddle_*' $(@:.a=.o)
	$(Q)rm -f $@ && ar rcs $@ $(@:.a=.o)

$(BUILD)/obj/report/page.o: src/report/page.html
# The loop of the interpreter takes minutes to optimise with the sanitizers inside.
ifeq ($(MODE),asan)
$(BUILD)/obj/vm/interp.o: CFLAGS += -O0
endif
$(BUILD)/obj/embed/%.o: INCLUDES += -Iinclude
$(BUILD)/obj/front/%.o: INCLUDES += -isystem $(LLVM_C)
$(BUILD)/obj/promela/%.o: INCLUDES += -isystem $(LLVM_C) -DHEDDLE_CLANG_RESOURCES='"$(shell $(LLVM) --libdir)/clang/19"'
$(BUILD)/obj/cmd/%.o $(BUILD)/obj/session/%.o: INCLUDES += -DHEDDLE_VERSION='"$(VERSION)"'
$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "compile $<"
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARN) $(INCLUDES) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d) $(LIBRARY:.o=.d)

ifeq ($(BUILD),build)
# The library that `heddle native` preloads into programs.
PRELOAD  = $(wildcard src/native/preload/*.c) src/native/rows.c
$(BUILD)/libheddle-native.so: $(PRELOAD) $(wildcard src/native/preload/*.h src/native/preload/*.def src/native/*.def) $(wildcard src/native/*.h)
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) $(INCLUDES) -fPIC -fvisibility=hidden -ftls-model=initial-exec -fno-builtin -fno-stack-protector -shared -o $@ $(PRELOAD) -ldl

# What `heddle cc` links in the place of the sanitizer's run time, under the name that compilers look for.
CC_FLAGS = $(CSTD) -O2 -g $(WARN) $(INCLUDES) -fPIC -mcx16 -fno-omit-frame-pointer -fno-stack-protector
FIXED    = -ffixed-rbx -ffixed-r12 -ffixed-r13 -ffixed-r14 -ffixed-r15
$(BUILD)/cc/libtsan.a: $(wildcard src/native/cc/*.[ch]) src/native/accesses.h
	@mkdir -p $(@D)
	@echo "archive $@"
	$(Q)$(CC) $(CC_FLAGS) $(FIXED) -c -o $(@D)/tsan.o src/native/cc/tsan.c
	$(Q)$(CC) $(CC_FLAGS) $(FIXED) -c -o $(@D)/library.o src/native/cc/library.c
	$(Q)$(CC) $(CC_FLAGS) -c -o $(@D)/wide.o src/native/cc/wide.c
	$(Q)$(CC) $(CC_FLAGS) -fno-builtin -c -o $(@D)/strings.o src/native/cc/strings.c
	$(Q)$(CC) $(CC_FLAGS) -c -o $(@D)/choose.o src/native/cc/choose.c
	$(Q)rm -f $@ && ar rcs $@ $(@D)/tsan.o $(@D)/library.o $(@D)/wide.o $(@D)/strings.o $(@D)/choose.o

# The pass that `heddle cc` adds to clang.
$(BUILD)/cc/heddle-pass.so: src/native/cc/pass.cc
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CXX) $(shell $(LLVM) --cxxflags | sed 's/-I/-isystem/g') -std=c++17 -O2 -fPIC -fno-rtti -Wall -Wextra -Werror -shared -o $@ $<

$(BUILD)/heddle-mpi.so: src/mpi/mpi.c src/search/transport.h src/base/base.h
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)OMPI_CC=$(CC) $(MPICC) $(CSTD) -O2 -g $(filter-out -Wconversion,$(WARN)) $(INCLUDES) -fPIC -fvisibility=hidden -shared -o $@ $<

# The runtime, linked into each checked program as bitcode.
RUNTIME  = $(wildcard runtime/*.c)
RT_HEADERS = $(wildcard runtime/*.h runtime/*.def include/*.h) src/errors.def
RT_FLAGS = -O2 -fno-pic -gline-tables-only -std=gnu17 -ffreestanding -fno-builtin -fno-vectorize -fno-slp-vectorize \
           -fno-unroll-loops -Wall -Wextra -Wshadow -Werror -D_GNU_SOURCE -Iruntime -Iinclude \
           -U_FORTIFY_SOURCE -emit-llvm -c

$(BUILD)/rt64/%.bc: runtime/%.c $(RT_HEADERS)
	@mkdir -p $(@D)
	@echo "compile $<"
	$(Q)$(CLANG) $(RT_FLAGS) -o $@ $<
$(BUILD)/rt32/%.bc: runtime/%.c $(RT_HEADERS)
	@mkdir -p $(@D)
	@echo "compile $< (32 bits)"
	$(Q)$(CLANG) -m32 $(RT_FLAGS) -o $@ $<
# The same for C++, against the headers of libstdc++ that programs are compiled with.  Nothing in it may need a
# constructor: all of it would be linked into every program.
RT_CXX   = $(wildcard runtime/cxx/*.cc)
RT_CXX_FLAGS = -O2 -fno-pic -gline-tables-only -std=gnu++17 -fno-builtin -fno-vectorize -fno-slp-vectorize \
           -fno-unroll-loops -Wall -Wextra -Werror -D_GNU_SOURCE -D_GLIBCXX_TSAN=1 -U_FORTIFY_SOURCE -emit-llvm -c
# Before C++20 the header has instantiations of string that could not be specialised, and string streams lack
# constructors that programs of C++20 leave to the library.
$(BUILD)/rtcxx/strings.bc $(BUILD)/rtcxx/streams.bc $(BUILD)/rtcxx/wide.bc: RT_CXX_FLAGS += -std=gnu++20
# The optimiser subtracts addresses of two objects where the source looks first whether it may.
$(BUILD)/rtcxx/streams.bc $(BUILD)/rtcxx/wide.bc: RT_CXX_FLAGS += -O1 -Xclang -disable-llvm-passes
$(BUILD)/rtcxx/%.bc: runtime/cxx/%.cc $(RT_HEADERS) $(wildcard runtime/cxx/*.h)
	@mkdir -p $(@D)
	@echo "compile $<"
	$(Q)$(CLANG) $(RT_CXX_FLAGS) -o $@ $<
$(BUILD)/runtime64.bc: $(RUNTIME:runtime/%.c=$(BUILD)/rt64/%.bc)
	@echo "link    $@"
	$(Q)llvm-link-19 -o $@ $^
$(BUILD)/runtime32.bc: $(RUNTIME:runtime/%.c=$(BUILD)/rt32/%.bc)
	@echo "link    $@"
	$(Q)llvm-link-19 -o $@ $^
$(BUILD)/runtimecxx64.bc: $(RT_CXX:runtime/cxx/%.cc=$(BUILD)/rtcxx/%.bc)
	@echo "link    $@"
	$(Q)llvm-link-19 -o $@ $^
	$(Q)! llvm-nm-19 $@ | grep -q ' _GLOBAL__sub_I'
endif

asan mutant:
	@$(MAKE) MODE=$@ all
switch: all
	@$(MAKE) MODE=$@ all

# All objects but the command line's main: whoever links them takes those that it needs.
ARCHIVE = $(BUILD)/heddle-objects.a
$(ARCHIVE): $(filter-out %/cmd/main.o,$(OBJECTS))
	$(Q)rm -f $@ && ar rcsT $@ $^

# Unit tests: every tests/unit/test_*.c is a program of its own.
UNITS    = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))
$(BUILD)/unit/%: tests/unit/%.c $(ARCHIVE) $(wildcard tests/unit/*.h)
	@mkdir -p $(@D)
	@echo "unit    $<"
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARN) $(INCLUDES) -isystem $(LLVM_C) -Itests/unit -o $@ $(filter-out %.h,$^) $(LIBS) -lcmocka
units: $(UNITS)

# The SMV models of assembly systems, read and explored by an evaluator of their own.
$(BUILD)/smv-compare: tests/asm/smv_compare.c tests/asm/smv_model.c tests/asm/smv_model.h $(ARCHIVE)
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARN) $(INCLUDES) -isystem $(LLVM_C) -Itests/asm -o $@ $(filter-out %.h,$^) $(LIBS)
smv-compare: $(BUILD)/smv-compare

# The generator of the concurrent fuzzer.
$(BUILD)/fuzz-gen: $(addprefix tests/fuzz/,gen.c print.c gen.h kinds.def names.def flavours.def)
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $(filter %.c,$^)
fuzz-gen: $(BUILD)/fuzz-gen

# Litmus tests, and their executions by the definition of RC11.
$(BUILD)/litmus-gen: tests/litmus/gen.c $(wildcard tests/litmus/*.inc)
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
$(BUILD)/litmus-sync: tests/litmus/sync.c
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
litmus-gen: $(BUILD)/litmus-gen $(BUILD)/litmus-sync

# The generator of C++ programs with class hierarchies and exceptions.
$(BUILD)/cxx-gen: tests/cxx/gen.c
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
cxx-gen: $(BUILD)/cxx-gen

# Compiles once what a test checks many times.
$(BUILD)/once: tests/once.c
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
once: $(BUILD)/once

# The generator of programs inside the subset of heddle promela.
$(BUILD)/promela-gen: tests/promela/gen.c
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
# Small programs, and their outcomes by the definition of the memory model.
$(BUILD)/promela-litmus: tests/promela/litmus.c
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
promela-gen: $(BUILD)/promela-gen $(BUILD)/promela-litmus
# Small programs, and their outcomes by the axioms of the memory models.
$(BUILD)/memory-litmus: tests/memory/litmus.c
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
memory-litmus: $(BUILD)/memory-litmus

# The comparison of automata with a direct evaluator and with spin's.
$(BUILD)/ltl-compare: tests/ltl/compare.c $(filter $(BUILD)/obj/ltl/% $(BUILD)/obj/base/%,$(OBJECTS)) \
    $(wildcard tests/ltl/*.h)
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARN) $(INCLUDES) -o $@ $(filter-out %.h,$^)
ltl-compare: $(BUILD)/ltl-compare

# Programs that may run for ever, and the comparison of searches on them.
$(BUILD)/live-gen: tests/live/gen.c tests/live/kinds.def
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) -O2 -g $(WARN) -o $@ $<
$(BUILD)/live-compare: tests/live/compare.c tests/live/evaluate.c tests/live/oracle.c $(wildcard tests/live/*.h) tests/ltl/words.h $(ARCHIVE)
	@mkdir -p $(@D)
	@echo "link    $@"
	$(Q)$(CC) $(CSTD) $(CFLAGS) $(WARN) $(INCLUDES) -Itests/ltl -Itests/live -isystem $(LLVM_C) -o $@ $(filter-out %.h,$^) $(LIBS)
live-tools: $(BUILD)/live-gen $(BUILD)/live-compare

setup:
	@scripts/setup
demo: setup
	@$(MAKE) --no-print-directory -s all
	@scripts/demo
test: setup
	@tests/all test
quick: setup
	@tests/all quick
soak: setup
	@tests/all soak
test-mutants: setup
	@$(MAKE) --no-print-directory -s MODE=mutant all build-mutant/unit/test_ranks \
	    build-mutant/unit/test_places build-mutant/unit/test_canon \
	    build-mutant/unit/test_portfolio
	@tests/mutants
bench: setup
	@$(MAKE) --no-print-directory all
	@bench/run
bench-papers: setup
	@$(MAKE) --no-print-directory all
	@bench/papers/run
layers:
	@scripts/layers
golden: all
	@GOLDEN=write tests/cli/run

# What is installed: share/heddle is found from the binary's own place.
DOCS     = $(BUILD)/heddle.1 $(BUILD)/heddle.bash $(BUILD)/_heddle
INSTALL  = install -m 644 -D
DEST     = $(DESTDIR)$(PREFIX)
$(DOCS): docs/heddle.1.in scripts/generate $(BUILD)/heddle
	scripts/generate $(BUILD)/heddle $(VERSION) $(@F) >$@.new
	mv $@.new $@
docs: $(DOCS)
install: all docs
	install -D $(BUILD)/heddle $(DEST)/bin/heddle
	ln -sf heddle $(DEST)/bin/heddle-cc
	ln -sf heddle $(DEST)/bin/heddle-c++
	$(INSTALL) -t $(DEST)/share/heddle $(BUILD)/runtime64.bc $(BUILD)/runtime32.bc $(BUILD)/runtimecxx64.bc $(BUILD)/libheddle-native.so $(MPI)
	$(INSTALL) -t $(DEST)/share/heddle/cc $(BUILD)/cc/libtsan.a $(BUILD)/cc/heddle-pass.so
	$(INSTALL) -t $(DEST)/share/heddle/include include/heddle.h include/verisoft.h
	$(INSTALL) -t $(DEST)/share/heddle/include/heddle include/heddle/pan.h
	$(INSTALL) -t $(DEST)/share/heddle/cmake cmake/heddle.cmake
	$(INSTALL) -t $(DEST)/share/doc/heddle README.md CHANGELOG.md LICENSE
	for file in $$(find docs examples -type f ! -name '*.in' ! -name '*.trace'); do \
	    $(INSTALL) $$file $(DEST)/share/doc/heddle/$$file || exit; done
	$(INSTALL) -t $(DEST)/include include/heddle.h include/verisoft.h
	$(INSTALL) -t $(DEST)/include/heddle include/heddle/pan.h
	$(INSTALL) -t $(DEST)/lib $(BUILD)/libheddle.a
	$(INSTALL) $(BUILD)/heddle.1 $(DEST)/share/man/man1/heddle.1
	$(INSTALL) $(BUILD)/heddle.bash $(DEST)/share/bash-completion/completions/heddle
	$(INSTALL) $(BUILD)/_heddle $(DEST)/share/zsh/site-functions/_heddle
uninstall:
	rm -rf $(DEST)/share/heddle $(DEST)/share/doc/heddle
	rm -f $(DEST)/bin/heddle $(DEST)/bin/heddle-cc $(DEST)/bin/heddle-c++ $(DEST)/lib/libheddle.a $(DEST)/include/heddle.h $(DEST)/include/verisoft.h \
	    $(DEST)/include/heddle/pan.h $(DEST)/share/man/man1/heddle.1 \
	    $(DEST)/share/bash-completion/completions/heddle $(DEST)/share/zsh/site-functions/_heddle

FORMATTED = $(wildcard src/*.[ch] src/*/*.[ch] src/native/preload/*.[ch] src/native/cc/*.[ch] runtime/*.[ch] runtime/cxx/*.h runtime/cxx/*.cc include/*.h include/*/*.h tests/*.c tests/unit/*.[ch] tests/fuzz/*.[ch] tests/ltl/*.[ch] tests/live/*.[ch] tests/asm/*.[ch] tests/promela/*.c tests/cli/*.c tests/cxx/*.c)
format: setup
	clang-format-19 -i $(FORMATTED)
format-check:
	@clang-format-19 --dry-run -Werror $(FORMATTED)
lint:
	@scripts/setup lint
	@scripts/lint $(LLVM_C)
coverage: setup
	@scripts/coverage

clean:
	rm -rf build build-asan build-switch build-mutant build-coverage
.PHONY: cxx-gen all asan switch mutant units smv-compare fuzz-gen promela-gen memory-litmus litmus-gen once ltl-compare live-tools setup demo test quick soak test-mutants bench bench-papers \
        layers golden docs install uninstall format format-check lint coverage clean
