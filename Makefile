# heddle.  `make` builds build/heddle; `make demo` and `make test` install what is missing first.
CC       = gcc
LLVM     = llvm-config-19
CLANG    = clang-19
BUILD   ?= build
WARN     = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
CFLAGS  ?= -O2 -g
CSTD     = -std=gnu17
INCLUDES = -Isrc
SOURCES  = $(wildcard src/*.c src/*/*.c)
OBJECTS  = $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LLVM_C   = $(shell $(LLVM) --includedir)
LIBS     = $(shell $(LLVM) --ldflags --libs core irreader bitreader linker analysis) -lm

all: $(BUILD)/heddle $(BUILD)/runtime64.bc $(BUILD)/runtime32.bc

$(BUILD)/heddle: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/obj/front/%.o: INCLUDES += -isystem $(LLVM_C)
$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(CFLAGS) $(WARN) $(INCLUDES) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)

RUNTIME  = $(wildcard runtime/*.c)
RT_FLAGS = -O2 -g -std=gnu17 -ffreestanding -fno-builtin -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -Wall -Wextra -Wshadow -Werror -D_GNU_SOURCE -Iruntime -Iinclude -U_FORTIFY_SOURCE -emit-llvm -c

$(BUILD)/rt64/%.bc: runtime/%.c $(wildcard runtime/*.h include/*.h)
	@mkdir -p $(@D)
	$(CLANG) $(RT_FLAGS) -o $@ $<
$(BUILD)/rt32/%.bc: runtime/%.c $(wildcard runtime/*.h include/*.h)
	@mkdir -p $(@D)
	$(CLANG) -m32 $(RT_FLAGS) -o $@ $<
$(BUILD)/runtime64.bc: $(RUNTIME:runtime/%.c=$(BUILD)/rt64/%.bc)
	llvm-link-19 -o $@ $^
$(BUILD)/runtime32.bc: $(RUNTIME:runtime/%.c=$(BUILD)/rt32/%.bc)
	llvm-link-19 -o $@ $^

clean:
	rm -rf $(BUILD)
.PHONY: all clean
