# SPDX-License-Identifier: MIT
# A short front for CMake and Ninja. Plain make installs nothing: it lists the packages that are missing and prints the command
# that installs them. Every other target first runs tools/setup, which installs the packages that the target needs.
#
#   make            build/uriel and the programs that it runs, build/liburiel.a and build/liburiel.so
#   make demo       harvest doc and DOCS (/usr/share/doc) into DB (demo.db); print a summary and the answers of three queries
#   make check      build, and test the library, the program, links and harvest; T=PATTERN runs only tests whose name matches
#   make check-all  also run the tests that need more packages or more time: instruction counts, other machines, clients and
#                   servers, a browser, zsh, the libraries compared with; L=all runs only the tests that make check omits
#   make check-release  run the tests that take hours, before a release: every test with all inputs, also under the sanitizers;
#                   large documents; every state of the analyser; long fuzzing; make prove; links beside LYCHEE, by default lychee
#                   from PATH, otherwise installed into build-setup with cargo
#   make check-python  build the Python wheel, install it into a new virtual environment and test it; T=PATTERN; PYTHON is the
#                   interpreter (python3)
#   make check-python-asan  run these tests with the extension under the sanitizers, and look for references that they leave
#   make check-spark  build and install the wheel, and test it on local Spark and on a cluster of processes; T=PATTERN
#   make check-wheels  build the source distribution and the wheels for x86-64 and 64-bit ARM, glibc and musl, and try each
#   make check-root  run make demo and make check-all in new Debian roots, and check that no unit is enabled (as root)
#   make install    header, libraries, program, manual, completions, documents under PREFIX (/usr/local); uses DESTDIR
#   make bench      ns per URL, compared with other libraries; URLS="FILE..." has the URLs, ARGS=--json prints JSON; ADA is
#                   a folder with ada.h and ada.cpp of ada, which Debian does not package
#   make bench-programs  uriel's subcommands on SIZE of URLs, compared with wc, cat, libcurl, sort and polars; URLS; ARGS: see
#                   bench/programs/streams
#   make bench-growth  time and memory as inputs grow, up to MAX (1e8) URLs or bytes; ARGS: see bench/programs/growth
#   make performance  measure all of this on URLS (some hours), and write the tables and charts of doc/performance.md and doc/spark.md
#   make instructions  measure again the baseline of instruction counts with which the tests compare
#   make bench-find  uriel find compared with grep and ripgrep, on SIZE (256M) each of text, mail and HTML made from DOCS
#   make bench-links  the references of the HTML pages in HTML (the API of openjdk-17-doc): uriel links and harvest, built by cc and
#                   clang, compared with Gumbo, libxml2, lxml, lynx and, if LEXBOR is a folder with its sources, lexbor; one page of up
#                   to GROWTH (100M) bytes; PEERS is a folder with parse5 and others; ARGS: see bench/programs/links
#   make bench-file  uriel get file: beside cat, on 1 GiB
#   make bench-online  uriel links --check --online, on 10,000 pages with links to a server that takes 20 ms for each answer, compared
#                   with LYCHEE, the program lychee; ARGS: see bench/programs/online
#   make bench-python  the Python package compared with other packages, on the distinct lines of URLS (FILE); ARGS: see
#                   bench/programs/python
#   make bench-spark  the package for Spark: its functions beside other UDFs; its jobs beside uriel clean, harvest and links, up to MAX
#                   (1e6) URLs and SIZE (100M) of a crawl; CC_PYSPARK is a folder with cc-pyspark; ARGS: see bench/programs/spark
#   make asan       run the tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   make sizes      the size of the library with and without the generations before RFC 3986 (URIEL_HISTORIC), and of each kernel
#   make prove      check each parser against its document with every text of up to five symbols, and three more after each
#                   state; takes some minutes
#   make compare-idna  compare domain names with Node and libidn2, if they are installed, on COUNT (1000000) names
#   make compare-sites  compare the sites of COUNT (1000000) hosts, also of those in URLS (FILE...), with libpsl and publicsuffix2;
#                   PEERS is a Python that has that package
#   make compare-urls  compare COUNT (100000) mutated URLs, setters and search parameters with Node and, if PEERS is a folder with
#                   it (npm install whatwg-url), whatwg-url
#   make compare-readers  compare what the readers of COUNT (1000000) texts read with the programs of the machine and, if PEERS is a
#                   folder with packages of registries (npm install, pip install --target PEERS/python, jars in PEERS/java,
#                   the program of test/readers/Cargo.toml in PEERS/rust), with these
#   make readers-matrix  on how many of COUNT (100000) texts each pair of readers sees different hosts or ports
#   make compare-html  compare the references of COUNT (100000) mutated pages, and of all HTML in CORPUS (FOLDER,...), with headless
#                   Chromium, Gumbo and, if PEERS is a folder with it (npm install parse5), parse5
#   make compare-markdown  compare the links of CommonMark's examples, and of COUNT (100000) mutated documents, with the links that
#                   commonmark.js finds; PEERS is a folder with it (npm install commonmark commonmark-spec)
#   make fuzz-html  read COUNT (2000000) mutated pages with the sanitizers, whole and cut, and compare them with Gumbo and Chromium
#   make fuzz       run each fuzz target for FUZZ_SECONDS (60) from FUZZ_SEED (0: random); F=PATTERN runs only matching targets
#   make coverage   lines and branches that the tests reach; the page is build-coverage/html/index.html
#   make lint       clang with warnings as errors, clang-tidy, format, layers, sizes, numbers of the tree, words, scripts
#   make format     format every C file according to .clang-format
#   make dist       dist/uriel-VERSION.tar.gz, and the core as uriel.c and uriel.h in dist/uriel-amalgamation-VERSION.tar.gz;
#                   then build and test the packed files
#   make clean      remove every build folder
#   make help       this list
#
# WERROR=ON makes warnings errors. HARVEST=OFF builds without the libraries that links and harvest need, GET=OFF without the libraries
# that get needs, HISTORIC=OFF without the generations before RFC 3986. JOBS is the number of parallel jobs.

PREFIX ?= /usr/local
DOCS ?= /usr/share/doc
DB ?= demo.db
SIZE ?= 256M
MAX ?= 1e8
GROWTH ?= 100M
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 0
FUZZ_RUNS ?= -1
HARVEST ?= ON
ifeq ($(origin GET),default) # make has its own
GET = ON
endif
HISTORIC ?= ON
WERROR ?= $(if $(CI),ON,OFF)
JOBS ?= $(shell nproc)
T ?= .
F ?= .

SETUP = tools/setup $(if $(filter-out build,$(MAKECMDGOALS)),,--check) $(if $(filter ON,$(HARVEST)),harvest) $(if $(filter ON,$(GET)),get)
FLAGS = -DCMAKE_INSTALL_PREFIX=$(abspath $(PREFIX)) -DURIEL_HARVEST=$(HARVEST) -DURIEL_GET=$(GET) -DURIEL_HISTORIC=$(HISTORIC) \
  -DURIEL_WERROR=$(WERROR)
CONFIGURE = cmake --log-level=NOTICE $(FLAGS) --preset
BUILD = cmake --build --parallel $(JOBS) --preset
# Tests of the sources or of other programs: they run no sanitized code.
SOURCES = layers|sizes|house|words|bytes|freestanding|checks-.*|tables|one-file|setup|package|linear.*|readers-.*|prove.*|bench-scripts|clients-.*
# Also the tests that run each vector in its own process, as the API's tests cover the vectors: make check-release runs these.
NOT_SANITIZED = ^($(SOURCES)|api-null-clang|tool-(vectors|completions.*|manual)|harvest-browser)$$
# One job more than JOBS: some tests wait for a clock or for another program.
CTEST = ctest --output-on-failure -j $$(($(JOBS) + 1)) -R '$(T)' --no-tests=error --test-dir

.PHONY: build demo check check-all check-python check-python-asan check-spark check-wheels check-release check-root install bench bench-build bench-programs bench-growth performance instructions bench-find bench-links bench-online bench-file bench-python bench-spark asan sizes prove compare-idna compare-sites compare-urls compare-readers readers-matrix compare-html compare-markdown fuzz-html fuzz coverage lint format dist clean help
.NOTPARALLEL:

build:
	$(SETUP) build $(WANTED)
	$(CONFIGURE) build
	$(BUILD) build

demo: WANTED = demo
demo: build
	build/uriel harvest -o $(DB) doc $(if $(filter file,$(origin DOCS)),$(wildcard $(DOCS)),$(DOCS))
	tools/demo-queries $(DB) 2 3 4

check:
	$(SETUP) test
	$(CONFIGURE) check
	$(BUILD) check
	$(CTEST) build -LE '^all$$'

check-all:
	$(SETUP) all
	$(CONFIGURE) check -DURIEL_BENCH=ON
	$(BUILD) check
	$(CTEST) build $(if $(L),-L '^$(L)$$')

check-python:
	tools/setup python
	WERROR=$(WERROR) tools/check-python $(if $(filter file,$(origin T)),,-k '$(T)')

check-python-asan:
	tools/setup python wheels
	tools/check-python-memory

check-spark:
	tools/setup python spark
	WERROR=$(WERROR) tools/check-spark $(if $(filter file,$(origin T)),,-k '$(T)')

check-wheels:
	tools/setup python wheels
	tools/wheels
	tools/check-wheels

# Debian has no package of lychee.
LYCHEE ?= $(or $(shell command -v lychee),$(CURDIR)/build-setup/bin/lychee)
$(CURDIR)/build-setup/bin/lychee:
	cargo install --locked --root build-setup lychee@0.24.2

check-release: export URIEL_LARGE = 1
check-release: export LYCHEE := $(LYCHEE)
check-release: $(LYCHEE)
	$(MAKE) lint
	$(MAKE) asan NOT_SANITIZED='^($(SOURCES))$$'
	$(MAKE) fuzz FUZZ_SECONDS=600
	$(MAKE) prove
	$(MAKE) dist
	$(MAKE) check-python-asan
	$(MAKE) check-spark
	$(MAKE) check-wheels
	$(MAKE) check-all

check-root:
	tools/check-root $(ROOT)

install: build
	DESTDIR=$(DESTDIR) cmake --install build
	case "$(DESTDIR)$(PREFIX)" in /usr | /usr/local) [ "$$(id -u)" != 0 ] || ldconfig ;; esac

bench-build:
	$(SETUP) bench
	$(CONFIGURE) bench -DURIEL_ADA=$(abspath $(ADA)) -DURIEL_LEXBOR=$(abspath $(LEXBOR))
	$(BUILD) bench

bench: bench-build
	build/bench/uriel-bench $(ARGS) $(or $(URLS),bench/urls.txt)

bench-programs: bench-build
	bench/programs/streams --size $(SIZE) $(ARGS) $(URLS)

bench-growth: bench-build
	bench/programs/growth --max $(MAX) $(ARGS) $(URLS)

performance: bench-build
	tools/setup python spark
	tools/check-python --bench-spark
	bench/performance --size $(if $(filter file,$(origin SIZE)),1G,$(SIZE)) --max $(MAX) \
	  "--spark=--max 1e7 --bytes 2G $(if $(CC_PYSPARK),--cc-pyspark $(abspath $(CC_PYSPARK)))" \
	  "--links=--growth $(GROWTH) $(if $(PEERS),--peers $(abspath $(PEERS))) $(HTML)" $(ARGS) $(URLS)

instructions:
	$(SETUP) test count
	$(CONFIGURE) check
	$(BUILD) check --target instructions

bench-find: build
	tools/setup bench-programs
	bench/programs/find --size $(SIZE) $(ARGS) $(filter-out /usr/share/doc,$(DOCS))

bench-links: bench-build
	tools/setup bench-programs
	! command -v clang || { $(CONFIGURE) bench -DCMAKE_C_COMPILER=clang -B build-bench-clang && cmake --build build-bench-clang --parallel $(JOBS); }
	bench/programs/links --growth $(GROWTH) --build build $(if $(shell command -v clang),--build build-bench-clang) \
	  $(if $(PEERS),--peers $(abspath $(PEERS))) $(ARGS) $(HTML)

bench-online: bench-build
	LYCHEE=$(wildcard $(LYCHEE)) bench/programs/online $(ARGS)

bench-file: bench-build
	bench/programs/file

bench-python: bench-build
	tools/setup python
	tools/check-python --bench
	build-python/venv/bin/python bench/programs/python --wheel build-python/wheel/*.whl $(ARGS) $(URLS)

bench-spark: bench-build
	tools/setup python spark
	tools/check-python --bench-spark
	build-python/venv/bin/python bench/programs/spark --max $(if $(filter file,$(origin MAX)),1e6,$(MAX)) \
	  --bytes $(if $(filter file,$(origin SIZE)),100M,$(SIZE)) $(if $(CC_PYSPARK),--cc-pyspark $(abspath $(CC_PYSPARK))) $(ARGS) $(URLS)

asan:
	$(SETUP) test
	$(CONFIGURE) asan
	$(BUILD) asan
	$(CTEST) build-asan -E '$(NOT_SANITIZED)'

sizes:
	$(SETUP) build
	tools/sizes $(JOBS)

prove:
	$(SETUP) test
	$(CONFIGURE) check
	$(BUILD) check --target prove

compare-idna:
	$(SETUP) test
	$(CONFIGURE) check
	$(BUILD) check --target uriel_shared
	python3 -B test/idna/compare.py . build/liburiel.so $(COUNT)

compare-sites:
	$(SETUP) test
	$(CONFIGURE) check
	$(BUILD) check --target uriel_shared
	$(PEERS) -B test/site/compare.py build/liburiel.so $(COUNT) $(URLS)

compare-readers:
	$(SETUP) test readers
	$(CONFIGURE) check
	$(BUILD) check --target reader_answers readers_asks
	python3 -B test/readers/compare.py build/test/reader_answers --asks build/test --count $(or $(COUNT),1000000) \
	  $(if $(PEERS),--peers $(abspath $(PEERS))) $(if $(READERS),--readers $(READERS))

readers-matrix:
	$(SETUP) test
	$(CONFIGURE) check
	$(BUILD) check --target reader_matrix
	python3 -B test/readers/strings.py $(or $(COUNT),100000) | build/test/reader_matrix

compare-urls:
	$(SETUP) test node
	$(CONFIGURE) check
	$(BUILD) check --target url_answers
	for operation in parse setters params query; do node test/url/compare.mjs build/test/url_answers --operation $$operation \
	  --count $(or $(COUNT),100000) $(if $(PEERS),--peers $(abspath $(PEERS))) || exit; done

# The programs of test/browser that read HTML.
HTML_READERS = html_list html_gumbo html_pages html_against_gumbo
COMPARE_HTML = node test/browser/compare.mjs build/test $(if $(PEERS),--peers $(abspath $(PEERS)))

compare-html:
	$(SETUP) test html
	$(CONFIGURE) check
	$(BUILD) check --target $(HTML_READERS)
	$(COMPARE_HTML) --count $(or $(COUNT),100000) --navigate 300 $(if $(CORPUS),--corpus $(CORPUS))

compare-markdown:
	$(SETUP) test node
	$(CONFIGURE) check
	$(BUILD) check --target list_markdown
	node test/links/compare_markdown.mjs build/test/list_markdown --peers $(abspath $(PEERS)) --count $(or $(COUNT),100000)

# Gumbo differs from the newest standard in every 20th page; Chromium decides about these.
fuzz-html:
	$(SETUP) test html
	$(CONFIGURE) check
	$(BUILD) check --target $(HTML_READERS)
	$(CONFIGURE) asan
	$(BUILD) asan --target html_against_gumbo
	ASAN_OPTIONS=detect_leaks=0 build-asan/test/html_against_gumbo $(or $(COUNT),2000000) 1 > build/test/html-pages
	$(COMPARE_HTML) --pages build/test/html-pages

fuzz:
	$(SETUP) fuzz
	$(CONFIGURE) fuzz
	$(BUILD) fuzz
	tools/fuzz -j $(JOBS) -s $(FUZZ_SECONDS) -n $(FUZZ_RUNS) -r $(FUZZ_SEED) '$(F)'

coverage:
	$(SETUP) all lint
	$(CONFIGURE) coverage
	$(BUILD) coverage
	tools/coverage build-coverage $(JOBS)

lint:
	$(SETUP) test lint python
	$(CONFIGURE) clang
	$(CONFIGURE) fuzz
	cmake --log-level=NOTICE -G Ninja -S ext/python -B build-clang/python -DCMAKE_C_COMPILER=clang -DURIEL_WERROR=ON \
	  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DSKBUILD_SABI_VERSION=3.11
	$(BUILD) clang --target uriel_grammars
	tools/lint build-clang $(JOBS)

format:
	tools/setup lint
	git ls-files -z '*.c' '*.h' | xargs -0 clang-format -i

dist:
	$(SETUP) build test
	tools/dist

clean:
	rm -rf build build-* dist

help:
	@sed -n '5,/^$$/s/^# \{0,1\}//p' $(lastword $(MAKEFILE_LIST))
