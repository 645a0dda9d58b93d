# SPDX-License-Identifier: MIT
# make            build/lusoria, the libraries          make play    play a game
# make check      build and run every test              make install PREFIX=/usr/local
# make page       with the engine built into the page of `lusoria serve`
# make python     the Python module (bindings/python): build and test
# make npm        the npm package (bindings/npm): pack and test
# make deb        Debian packages of the committed tree, in build/deb
# make browser asan tsan lint fuzz mutants bench cov native wasm site pictures clean       DEPS=no      never install anything

PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
CFLAGS  ?= -O3 -g
B       ?= build
MAJOR   := 0
VERSION := $(shell sed -n 's/.define LUS_VERSION "\(.*\)"/\1/p' include/lusoria.h)
GOALS   := $(or $(MAKECMDGOALS),all)

# Installs the packages a goal needs, then runs make again: pkg-config and the compiler are
# called while the Makefile is read, before the packages are there. Without -j it uses all cores.
ifeq ($(LUSORIA_READY)$(filter clean,$(GOALS)),)

NEEDS_check := test wasm
NEEDS_cov   := test
NEEDS_mutants := test
NEEDS_asan  := test wasm
NEEDS_tsan  := test fuzz
NEEDS_lint  := lint
NEEDS_mpi   := mpi
NEEDS_python := test
NEEDS_npm   := wasm npm
NEEDS_deb   := deb
NEEDS_mpi-check := mpi
NEEDS_arm64-check := arm64
NEEDS_fuzz  := fuzz
NEEDS_wasm  := wasm
NEEDS_bench := wasm
NEEDS_page  := wasm
NEEDS_site  := wasm
NEEDS_browser := browser wasm
NEEDS_pictures := browser wasm
.PHONY: $(GOALS) ready
$(GOALS): ready ; @:
ready:
	@tools/deps build $(sort $(foreach g,$(GOALS),$(NEEDS_$g)))
	@+$(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) --no-print-directory LUSORIA_READY=1 $(GOALS)

else

GAMES := $(shell sed -n 's/^GAME(\(.*\))/\1/p' src/core/games.def)
BASE  := -std=c17 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -Itest -fPIC -ffp-contract=off -pthread \
         -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffile-prefix-map=$(CURDIR)=.
LIBS  := -lm
# Table files need zstd and xxHash; without them (or with TABLES=no) there are no tables.
TABLES ?= $(shell pkg-config --exists libzstd libxxhash && echo yes)
ifeq ($(TABLES),yes)
BASE  += -DWITH_TABLES $(shell pkg-config --cflags libzstd libxxhash)
LIBS  += $(shell pkg-config --libs libzstd libxxhash)
endif
# Games are stored in SQLite; without it (or with STORE=no) nothing is stored.
STORE ?= $(shell pkg-config --exists sqlite3 && echo yes)
ifeq ($(STORE),yes)
$B/src/store/%.o $B/test/test_store%.o: BASE += -DWITH_STORE $(shell pkg-config --cflags sqlite3)
PROGRAM_LIBS := $(shell pkg-config --libs sqlite3)
# A store that several servers share is in PostgreSQL; without libpq (or with POSTGRES=no) its URLs are refused.
POSTGRES ?= $(shell pkg-config --exists libpq && echo yes)
ifeq ($(POSTGRES),yes)
$B/src/store/%.o $B/test/test_store%.o: BASE += -DWITH_POSTGRES $(shell pkg-config --cflags libpq)
PROGRAM_LIBS += $(shell pkg-config --libs libpq)
endif
endif
STORE_UNUSED := $(if $(filter yes,$(STORE)),,src/store/store_sqlite.c) $(if $(filter yesyes,$(STORE)$(POSTGRES)),,src/store/store_postgres.c)
# `lusoria serve` needs libmicrohttpd and jansson; without them (or with SERVE=no) the command refuses.
SERVE ?= $(shell pkg-config --exists libmicrohttpd jansson && echo yes)
ifeq ($(SERVE),yes)
$B/src/serve/%.o: BASE += -DWITH_SERVE $(shell pkg-config --cflags libmicrohttpd jansson)
PROGRAM_LIBS += $(shell pkg-config --libs libmicrohttpd jansson)
endif
# Full-screen play needs ncurses; without it (or with TUI=no) games are played in line mode.
TUI ?= $(shell pkg-config --exists ncursesw && echo yes)
ifeq ($(TUI),yes)
PROGRAM_LIBS += $(shell pkg-config --libs ncursesw)
endif
# Line mode has history and Tab with libedit; without it (or with EDIT=no) lines are read plainly.
EDIT ?= $(shell pkg-config --exists libedit && echo yes)
ifeq ($(EDIT),yes)
$B/src/terminal/%.o: BASE += -DWITH_EDIT $(shell pkg-config --cflags libedit)
PROGRAM_LIBS += $(shell pkg-config --libs libedit)
endif
TUI_UNUSED := $(if $(filter yes,$(TUI)),src/tui/tui_none.c, \
              $(filter-out %/tui_none.c %/tui_grid.c %/tui_choice.c,$(wildcard src/tui/*.c)))
# The page, packed, and the engine once `make wasm` has made it.
SITE_FILES := $(shell find web -type f)
SITE_WASM  := $(wildcard build/wasm/engine.wasm build/wasm/endings.wasm build/wasm/networks.bin)

HOT   := $(wildcard src/*/*_hot.c)
CLI   := $(wildcard src/cli/*.c)
# Inner loops compiled for several instruction sets (src/solve/kernels.h).
KERNEL_FILES := $(wildcard src/solve/*_kernel.c)
CELL_KERNEL_FILES := $(wildcard src/race/*_kernel.c)
KERNELS := portable $(if $(filter x86_64%,$(shell $(CC) -dumpmachine)),avx2 avx512)
KERNEL_portable := -DKERNEL_BYTES=16
KERNEL_avx2     := -DKERNEL_BYTES=32 -mavx2 -mbmi -mbmi2
KERNEL_avx512   := -DKERNEL_BYTES=64 -mavx2 -mbmi -mbmi2 -mavx512f -mavx512vl -mavx512dq -mavx512bw
# Only in tests: the source of the kernel avx512 for machines without AVX-512.
KERNEL_wide     := -DKERNEL_BYTES=64 -Wno-psabi -include test/support/wide_vectors.h
PLAIN := $(filter-out $(HOT) $(KERNEL_FILES) $(CELL_KERNEL_FILES) $(CLI) $(TUI_UNUSED) $(STORE_UNUSED) src/mpi/% src/wasm/wasm.c,$(wildcard src/*/*.c src/games/*/*.c))
OBJ   := $(PLAIN:%.c=$B/%.o) $B/embedded.o $B/lesson_sources.o $(foreach g,$(GAMES),$(HOT:%.c=$B/%.$g.o)) \
         $(foreach k,$(KERNELS),$(KERNEL_FILES:%.c=$B/%.$k.o) \
         $(foreach c,64 32,$(CELL_KERNEL_FILES:%.c=$B/%.$k.$c.o)))
# liblusoria has what include/lusoria.h reaches; the rest is program.a. The library needs libc,
# libm and pthreads, and zstd and xxHash for tables.
LIBRARY_MODULES := core os games search solve race retro analyse text record report lib
LIBRARY := $(filter-out $(addprefix $B/src/os/,command_split.o console.o process.o process_pipes.o process_tree.o signals.o), \
           $(filter $(LIBRARY_MODULES:%=$B/src/%/%) $B/embedded.o,$(OBJ)))
PROGRAM := $(filter-out $(LIBRARY),$(OBJ))
ARCHIVES := $B/program.a $B/liblusoria.a
TESTS := $(patsubst %.c,$B/%,$(wildcard test/test_*.c))
BENCHES := $(patsubst %.c,$B/%,$(wildcard bench/bench_*.c))
NAIVE := $(patsubst %.c,$B/%.o,$(filter-out %_main.c %/target.c,$(wildcard test/naive/*.c test/support/*.c \
         test/fuzz/*.c))) $(if $(filter avx512,$(KERNELS)),$(foreach c,64 32,$(CELL_KERNEL_FILES:%.c=$B/%.wide.$c.o)))
FUZZERS := $(patsubst test/fuzz/fuzz_%.c,$B/fuzz/%,$(wildcard test/fuzz/fuzz_*.c))
MPI_CLI := cmd_match cmd_tournament match_cli options solve_cli
PAGES := $(wildcard doc/rules/*.md)
SPECS := $(wildcard test/spec/*.txt)
EMBED := $(wildcard src/report/*.css src/report/*.js)
# test/hot.sh needs the optimised build: sanitizers and coverage do not inline everything.
# test/faults.sh preloads a library, which the sanitizers refuse.  install.sh, runner.sh, tools.sh and translations.sh run
# no code of another build but `lusoria --version`.  test/mpi.sh: make mpi-check; test/arm64.sh: make arm64-check.
SCRIPTS := $(filter-out test/mpi.sh test/arm64.sh $(if $(filter build,$B),,test/hot.sh test/faults.sh test/python.sh test/npm.sh test/claims.sh test/table_reader.sh test/reproducible.sh \
           test/install.sh test/runner.sh test/tools.sh test/translations.sh),$(wildcard test/*.sh))
SO    := $B/liblusoria.so.$(VERSION)

.PHONY: all mpi mpi-check arm64-check python npm npm-pack deb deb-check play tables tables-full check browser pictures asan tsan lint fuzz fuzzers mutants wasm page site bench benches cov native install clean
.SECONDARY:

all: $B/lusoria $B/liblusoria.a $(SO)

$B/lusoria: $(CLI:%.c=$B/%.o) $B/rules_pages.o $B/site_files.o $(ARCHIVES)
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ $(LIBS) $(PROGRAM_LIBS)
# Solving and matches on several processes with Open MPI; commands are those of src/cli.
mpi: $B/lusoria-mpi
$B/src/mpi/%.o: src/mpi/%.c Makefile
	@mkdir -p $(@D)
	OMPI_CC='$(CC)' mpicc $(BASE) -Wno-pedantic $(CFLAGS) -MMD -MP -c -o $@ $<
$B/lusoria-mpi: $(patsubst %.c,$B/%.o,$(wildcard src/mpi/*.c)) $(MPI_CLI:%=$B/src/cli/%.o) $(ARCHIVES)
	OMPI_CC='$(CC)' mpicc $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ $(LIBS) $(PROGRAM_LIBS)
$B/liblusoria.a: $(LIBRARY)
$B/program.a: $(PROGRAM)
$(ARCHIVES):
	rm -f $@ && $(AR) rcsD $@ $^
$(SO): $(LIBRARY) src/lusoria.map
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -shared -Wl,-soname,liblusoria.so.$(MAJOR) \
	    -Wl,--version-script=src/lusoria.map -o $@ $(LIBRARY) $(LIBS)
$B/lusoria.3: include/lusoria.h examples/library.c tools/man3
	tools/man3 include/lusoria.h examples/library.c > $@
$B/lusoria.bash: $B/lusoria tools/completion
	tools/completion $< > $@
$B/lusoria.fish: $B/lusoria tools/completion_more
	tools/completion_more fish $< > $@
$B/_lusoria: $B/lusoria tools/completion_more
	tools/completion_more zsh $< > $@
$B/rules_pages.c: $(PAGES) tools/rules_pages
	@mkdir -p $(@D)
	tools/rules_pages $(PAGES) > $@
$B/lesson_sources.c: $(PAGES) $(SPECS) tools/rules_json
	@mkdir -p $(@D)
	tools/rules_json --c $@
$B/embedded.c: $(EMBED) tools/embed
	@mkdir -p $(@D)
	tools/embed $(EMBED) > $@
$B/site_files.c: $(SITE_FILES) $(SITE_WASM) $(PAGES) $(SPECS) tools/pack tools/rules_json tools/site_files Makefile
	@mkdir -p $(@D)
	tools/pack web $B/packed
	tools/rules_json $B/packed
	tools/site_files $@ $B/packed $(SITE_WASM)
$B/rules_pages.o $B/lesson_sources.o $B/embedded.o $B/site_files.o: $B/%.o: $B/%.c
	$(CC) $(BASE) $(CFLAGS) -c -o $@ $<
$B/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(BASE) $(CFLAGS) -MMD -MP -c -o $@ $<
define hot_rule
$B/%.$1.o: %.c Makefile
	@mkdir -p $$(@D)
	$$(CC) $$(BASE) $$(CFLAGS) $$(HOT_FLAGS) -DHOT_GAME=$1 -DHOT_HEADER='"games/$1/$1.h"' -MMD -MP -c -o $$@ $$<
endef
$(foreach g,$(GAMES),$(eval $(call hot_rule,$g)))
define kernel_rule
$B/%_kernel.$1.o: %_kernel.c Makefile
	@mkdir -p $$(@D)
	$$(CC) $$(BASE) $$(CFLAGS) -DKERNEL=$1 $$(KERNEL_$1) -MMD -MP -c -o $$@ $$<
endef
$(foreach k,$(KERNELS),$(eval $(call kernel_rule,$k)))
define cell_kernel_rule
$B/%_kernel.$1.$2.o: %_kernel.c Makefile
	@mkdir -p $$(@D)
	$$(CC) $$(BASE) $$(CFLAGS) -DKERNEL=$1 -DKERNEL_CELL=$2 $$(KERNEL_$1) -MMD -MP -c -o $$@ $$<
endef
$(foreach k,$(KERNELS) wide,$(foreach c,64 32,$(eval $(call cell_kernel_rule,$k,$c))))
$B/bench/%: $B/bench/%.o $B/test/support/reference_search.o $(ARCHIVES)
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ $(LIBS) $(PROGRAM_LIBS)
$(FUZZERS): $B/fuzz/%: test/fuzz/target.c $(filter $B/test/fuzz/%,$(NAIVE)) $(ARCHIVES)
	@mkdir -p $(@D)
	$(CC) $(BASE) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -DFUZZ_TARGET=fuzz_$* -o $@ $^ $(LIBS) $(PROGRAM_LIBS)
$B/test/test_memory: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$B/test/test_awari_team: LDFLAGS += -Wl,--wrap=work_file_write,--wrap=work_file_read,--wrap=work_file_sync
$B/test/test_row_faults: LDFLAGS += -Wl,--wrap=work_file_write,--wrap=work_file_read,--wrap=work_file_resize,--wrap=work_file_sync,--wrap=work_file_open,--wrap=work_file_share,--wrap=file_commit
$B/test/test_row_teams: LDFLAGS += -Wl,--wrap=reserved_new
$B/test/test_store_memory: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=strdup
$B/test/test_builds: LDFLAGS += -Wl,--wrap=folder_free_bytes,--wrap=memory_physical
$B/test/test_window: LDFLAGS += -Wl,--wrap=work_file_write,--wrap=work_file_read
$B/test/test_leaks $B/test/test_solve_leaks: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=free
$B/test/test_solve_leaks: LDFLAGS += -Wl,--wrap=reserved_new,--wrap=reserved_free
$B/test/faults.so: test/preload/faults.c
	@mkdir -p $(@D)
	$(CC) $(BASE) -O1 -shared -o $@ $< -ldl
$B/test/%: $B/test/%.o $(NAIVE) $(ARCHIVES)
	$(CC) $(CFLAGS) $(LDFLAGS) -pthread -o $@ $^ -lcmocka $(LIBS) $(PROGRAM_LIBS)

play: all
	@if [ -t 0 ]; then $B/lusoria; else $B/lusoria play ur --first ai --second ai; fi
# A small set of tables, in ${XDG_DATA_HOME:-~/.local/share}/lusoria/tables.
tables: all
	$B/lusoria solve ur --pieces 4
	for game in awari awari:oware; do $B/lusoria solve $$game --stones 16 || exit 1; done
	for game in senet:houses senet:blockade; do $B/lusoria solve $$game --pieces 3 || exit 1; done
# The whole games: about 35 minutes on two cores; ur:masters needs 4.2 GB, senet:blockade 11.
tables-full: all
	for game in ur ur:blitz ur:aseb ur:masters; do $B/lusoria solve $$game || exit 1; done
	for game in senet:houses senet:blockade; do $B/lusoria solve $$game --pieces 4 || exit 1; done
	$B/lusoria solve awari --stones 24
# `all` again: the program contains the page's engine if that is built. Otherwise the `make install`
# of a test would link the program while other tests use it. test/postgres.sh runs test_store_postgres.
check: all wasm $(TESTS) $B/test/faults.so
	@$(MAKE) -s --no-print-directory LUSORIA_READY=1 all
	@B=$B test/run $(filter-out %/test_store_postgres,$(TESTS)) $(SCRIPTS)
mpi-check: all mpi
	@B=$B test/run test/mpi.sh
# The library and the table builder compiled for arm64, run by qemu-user; kernel "portable" with NEON.
ARM64_TESTS := core dice games net senet awari spec iterate sweep rows checkpoints row_faults row_teams pack solve table_files table_heads
arm64-check: all
	@+$(MAKE) --no-print-directory B=build/arm64 CC='$(if $(findstring ccache,$(CC)),ccache )aarch64-linux-gnu-gcc' AR=aarch64-linux-gnu-ar \
	    TABLES=yes STORE=no SERVE=no TUI=no EDIT=no build/arm64/lusoria $(ARM64_TESTS:%=build/arm64/test/test_%)
	@B=$B EMULATOR=qemu-aarch64 test/run $(ARM64_TESTS:%=build/arm64/test/test_%) test/arm64.sh
# The module is plain Python on top of the shared library.
python: all
	@B=$B test/run test/python.sh
# The package for JavaScript: build/npm/lusoria-VERSION.tgz.
npm: all wasm
	@B=$B test/run test/npm.sh
	@ls -l build/npm/*.tgz
npm-pack:
	rm -rf build/npm
	mkdir -p build/npm/package
	cp -r bindings/npm/. LICENSE build/wasm/lusoria.wasm build/npm/package
	chmod 644 build/npm/package/lusoria.wasm
	tools/rules_json build/npm/package/rules
	cd build/npm/package && npm pack --silent --pack-destination ..
# Debian packages. deb-check installs them and runs their tests (debian/tests): as root, in a scratch system.
deb:
	@tools/deb build/deb
deb-check:
	@tools/deb --check build/deb
browser: page site
	@B=$B test/browser/run
# The pictures of doc/pictures.
pictures: all site
	@B=$B test/browser/run --install
	node $B/browser/pictures.mjs build/site "$$(command -v chromium)" doc/pictures
# Mutation testing: tools/mutants --help; MUTANTS='core --count 20' chooses.
mutants:
	@tools/mutants $(MUTANTS)
benches: $(BENCHES)
bench: $(BENCHES) wasm
	@for b in $(BENCHES); do $$b || exit 1; done
	@node bench/wasm_speed.mjs build/wasm/lusoria.wasm $B/bench/bench_api
	@LUSORIA_LIBRARY=$(abspath $(SO)) python3 bench/python_speed.py

# The engine for browsers, node and workers: no files, clock, threads or imports.
# A node of a dice game takes 17 KB of stack: 2 MB hold 64 plies. The stack is at the bottom
# of the memory, so that an overflow traps instead of overwriting data.
# Only the search is compiled for speed: with -O3 everywhere the compressed module is 8 KB larger.
WASM_FLAGS ?= -Oz -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint
wasm:
	@+$(MAKE) B=build/wasm TABLES=no STORE=no TUI=no CC='clang --target=wasm32-wasi --sysroot=/usr' CFLAGS='$(WASM_FLAGS)' HOT_FLAGS=-O3 \
	    BASE='$(filter-out -fPIC -pthread -DWITH_TABLES,$(BASE))' build/wasm/engine.wasm build/wasm/endings.wasm
WASM_MODULES := api analyse core games lib player record report search text wasm
WASM_FILES := $(filter-out src/player/agent%.c src/player/player_book.c src/player/transcript.c src/report/plot_svg.c,$(filter $(WASM_MODULES:%=src/%/%),$(PLAIN))) \
          src/player/agent_wasm.c src/os/heap.c src/os/heap_wasm.c src/os/memory.c src/os/os_wasm.c src/os/parallel.c src/retro/awari_index.c src/retro/awari_retro.c src/retro/endings_wasm.c src/solve/tables_wasm.c src/wasm/wasm.c
# The networks come first, so that they have the same addresses in both modules.
NETWORKS := $(filter src/games/%,$(foreach f,$(WASM_FILES),$(if $(filter net_%,$(notdir $f)),$f)))
ENGINE := $(NETWORKS:%.c=$B/%.o) $(patsubst %.c,$B/%.o,$(filter-out $(NETWORKS),$(WASM_FILES))) $B/embedded.o \
          $(foreach g,$(GAMES),$(patsubst %.c,$B/%.$g.o,$(wildcard src/search/*_hot.c)))
# What the page loads first has no endings: these files are compiled without them.
WITHOUT_ENDINGS := src/analyse/tablebase_values src/search/tablebase_root
$(WITHOUT_ENDINGS:%=$B/first/%.o): $B/first/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(BASE) $(CFLAGS) -DFIRST_LOAD -MMD -MP -c -o $@ $<
# Without CFLAGS: with -O, clang would run wasm-opt where it is installed, which makes the module larger.
LINK_WASM = $(CC) -nostartfiles -Wl,--no-entry,-s,--stack-first,-z,stack-size=2097152,-Map=$(@:.wasm=.map) -o $@ $^
$B/lusoria.wasm: $(ENGINE)
	$(LINK_WASM)
$B/first.wasm: $(foreach o,$(ENGINE),$(if $(filter $o,$(WITHOUT_ENDINGS:%=$B/%.o)),$(o:$B/%=$B/first/%),$o))
	$(LINK_WASM)
# For the page: each module without its networks, a third of its compressed size, and the networks.
$B/endings.wasm: $B/lusoria.wasm tools/split_wasm
	tools/split_wasm $< $B/lusoria.map $@ $B/networks.bin
$B/engine.wasm: $B/first.wasm $B/endings.wasm tools/split_wasm
	tools/split_wasm $< $B/first.map $@ $B/first.bin
	cmp $B/first.bin $B/networks.bin

# The program with the engine built into the page of `lusoria serve`.
page: wasm
	@+$(MAKE) all
# The page as static files for any web host (tools/pack).
site: wasm
	tools/pack web build/site
	tools/rules_json build/site
	cp build/wasm/engine.wasm build/wasm/endings.wasm build/wasm/networks.bin build/site/

# The same tests in other builds, each in its own folder.
asan tsan cov: export LUSORIA_POSITIONS ?= 10000
SANITIZE = -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize
asan:
	@+$(MAKE) B=build/asan CFLAGS='$(SANITIZE)=address,undefined' check
# Only multi-threaded tests run under ThreadSanitizer.
# clang, because gcc's TSan does not see the memcpy calls that gcc expands inline.
# test/agents.sh is not run: guards of agents have a memory limit, in which TSan sometimes fails.
tsan: THREADED = $(patsubst %,build/tsan/test/test_%,arena awari_table cave_table iterate net rollout search \
      rows senet_table solve sprt table_resume tablebase window)
tsan:
	@+$(MAKE) B=build/tsan CC=clang CFLAGS='$(SANITIZE)=thread' all $(THREADED)
	@B=build/tsan timeout -v 3600 test/run $(THREADED) \
	    $(addprefix test/,engine.sh store.sh tables.sh tournament.sh train.sh)
fuzz:
	@+$(MAKE) B=build/fuzz CC=clang CFLAGS='$(SANITIZE)=fuzzer-no-link,address,undefined' fuzzers
	@tools/fuzz build/fuzz/fuzz
fuzzers: $(FUZZERS)
# One test may take 15 minutes, all together 75 (COV_SECONDS).  Failed tests do not prevent the table, but the status.
# Left out: scripts that run nothing of build/cov.
COV_SECONDS ?= 4500
cov: COVERED = $(TESTS:$B/%=build/cov/%)
cov: COV_SCRIPTS = $(filter-out $(patsubst %,test/%.sh,claims faults hot install man npm python reproducible runner \
      table_reader tools translations wasm),$(SCRIPTS))
cov:
	@+$(MAKE) B=build/cov CFLAGS='-O1 -g --coverage' all $(COVERED)
	@find build/cov -name '*.gcda' -delete
	@B=build/cov TEST_SECONDS=900 timeout -v $(COV_SECONDS) test/run $(COVERED) $(COV_SCRIPTS); \
	    status=$$?; tools/coverage build/cov && exit $$status
native:
	@+$(MAKE) B=build/native CFLAGS='$(CFLAGS) -march=native' all
lint:
	@+$(MAKE) B=build/clang CC=clang CFLAGS='-O0 -Werror' all
	@+$(MAKE) B=build/gcc CC=gcc CFLAGS='-O2 -Werror' all
	@tools/lint

# Where Python looks for modules: Debian's own folder with PREFIX=/usr, else that of the version.
PYTHON_DIR ?= $(PREFIX)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(or $(shell python3 -c \
    'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null),python3))/dist-packages

install: all $B/lusoria.3 $B/lusoria.bash $B/lusoria.fish $B/_lusoria
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(LIBDIR)/pkgconfig
	install $B/lusoria $(wildcard $B/lusoria-mpi) $(DESTDIR)$(PREFIX)/bin
	install -m 644 include/lusoria.h $(DESTDIR)$(PREFIX)/include
	install -m 644 $B/liblusoria.a $(SO) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SO)) $(DESTDIR)$(LIBDIR)/liblusoria.so.$(MAJOR)
	ln -sf liblusoria.so.$(MAJOR) $(DESTDIR)$(LIBDIR)/liblusoria.so
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS)|' src/lusoria.pc.in \
	    > $(DESTDIR)$(LIBDIR)/pkgconfig/lusoria.pc
	for m in man/*.[1-8] $B/lusoria.3; do s=$${m##*.}; d=$(DESTDIR)$(PREFIX)/share/man/man$$s; \
	    install -d $$d && install -m 644 $$m $$d || exit 1; done
	install -d $(DESTDIR)$(PREFIX)/share/doc/lusoria/examples $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 644 examples/* $(DESTDIR)$(PREFIX)/share/doc/lusoria/examples
	install -d $(DESTDIR)$(PYTHON_DIR)/lusoria
	install -m 644 bindings/python/lusoria/*.py bindings/python/lusoria/py.typed $(DESTDIR)$(PYTHON_DIR)/lusoria
	install -m 644 $B/lusoria.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/lusoria
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 $B/lusoria.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/lusoria.fish
	install -m 644 $B/_lusoria $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_lusoria
	install -d $(DESTDIR)$(PREFIX)/share/applications $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps
	install -m 644 dist/lusoria.desktop $(DESTDIR)$(PREFIX)/share/applications
	install -m 644 web/icon.svg $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/lusoria.svg

clean:
	rm -rf build

-include $(shell find $B -path $B/deb -prune -o -name '*.d' -type f -print 2>/dev/null)

endif
