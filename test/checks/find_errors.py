# SPDX-License-Identifier: MIT
"""Each check of tools/ on small trees: it passes a good tree, and names the error of each bad one."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).parents[2] / "tools"
LICENCE = "/* SPDX-License-Identifier: MIT */\n"


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("src/text/view.h", "#include <stddef.h>\n")
        self.write("src/uri/parse.h", '#include "text/view.h"\n')
        self.write("include/uriel.h", "#include <stdint.h>\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LICENCE + text)

    def check(self, tool, *arguments):
        return subprocess.run([TOOLS / tool, *arguments, self.root], capture_output=True, text=True)

    def passes(self, tool, *arguments):
        result = self.check(tool, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def fails(self, tool, words, *arguments):
        result = self.check(tool, *arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(words, result.stderr)


class Recipes(Tree):
    """test/checks/recipes.py on a small tree, with recipes that build nothing."""
    GOOD = "@limit 1 1\n@after src/uri/parse.h #include\nint x;\n@create src/uri/new.c\nint y;\n@run\ngrep int src/uri/parse.h\n@output\nint x;\n"

    def recipe(self, text):
        path = self.root / "toy.txt"
        path.write_text(text)
        return subprocess.run([pathlib.Path(__file__).with_name("recipes.py"), "--root", self.root, path], capture_output=True, text=True)

    def test_good(self):
        result = self.recipe(self.GOOD)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("toy: 1 lines in 1 files, and src/uri/new.c of 1 lines; the limit is 1 in 1", result.stdout)

    def test_bad(self):
        for old, new, words in (("@limit 1 1", "@limit 0 1", "more than its limit: src/uri/parse.h 1"),
                                ("@limit 1 1", "@limit 1 0", "more than its limit"), ("@limit 1 1\n", "", "it has no @limit"),
                                ("#include\n", "#include x\n", "in 0 lines, not in one"), ("parse.h #include", "parse.h e", "in 2 lines, not in one"),
                                ("new.c", "parse.h", "src/uri/parse.h exists"), ("@create", "@make", "no such section: @make"),
                                ("@output\nint x", "@output\nint z", "expected\nint z;\nbut it printed\nint x;"), ("grep", "exit 3; grep", "status 3")):
            with self.subTest(new):
                self.assertIn(old, self.GOOD)
                result = self.recipe(self.GOOD.replace(old, new, 1))
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertIn(words, result.stderr)


class Layers(Tree):
    def test_good(self):
        self.write("cli/uriel/main.c", '#include <stdio.h>\n#include "uriel.h"\n#include "harvest/harvest.h"\n')
        self.write("harvest/harvest.h", '#include "uriel.h"\n')
        self.write("src/text/bytes.h", "#include <string.h>\n")
        self.passes("check-layers")

    def test_layer_below(self):
        self.write("src/text/view.c", '#include "uri/parse.h"\n')
        self.fails("check-layers", "src/text/view.c: src/text may not use src/uri/parse.h")

    def test_beside(self):
        self.write("cli/uriel/main.c", '#include "../../src/text/view.h"\n')
        self.fails("check-layers", "cli/uriel/main.c: cli may not use src/text/view.h")

    def test_program_of_harvest(self):
        self.write("cli/cli.h", "")
        self.write("harvest/walk.c", '#include "cli/cli.h"\n')
        self.fails("check-layers", "harvest may not use cli/cli.h")

    def test_grammar(self):
        self.write("src/grammar/rfc3986.re", '#include "uri/parse.h"\n')
        self.fails("check-layers", "src/grammar may not use src/uri/parse.h")

    def test_libc(self):
        self.write("src/uri/parse.c", "#include <string.h>\n")
        self.fails("check-layers", "the core may not use <string.h>")

    def test_unknown(self):
        self.write("src/uri/parse.c", '#include "nowhere.h"\n')
        self.fails("check-layers", '"nowhere.h" is in no folder of the project')

    def test_outside(self):
        for place in ("/" + "work/main", "../" + "shared/data"):
            self.write("README.md", f"see {place}\n")
            self.fails("check-layers", "README.md:2: names a place outside the project")


class Words(Tree):
    """tools/check-words, on the files and folders that it covers."""

    def test_good(self):
        self.write("README.md", "uriel reads `what is behind` a colon.\n\n```console\n$ echo but for this\n```\n")
        self.write("doc/man/uriel.1", "The server behind a proxy must\n.Cm stand alone .\n.Bd -literal\nwhat is behind\n.Ed\n")
        self.write("data/parse.c", "/* What is behind the colon: a folder that is not covered. */\n")
        self.passes("check-words")

    def test_comment(self):
        self.write("src/uri/parse.c", "/* What is behind the colon. */\n")
        self.fails("check-words", 'src/uri/parse.c:2: "behind"')

    def test_phrase(self):
        for text, words, rewrite in (("It shall end.", "shall", '"must" or "will"'), ("The text behind it.", "behind", '"after"'),
                                     ("That is none.", "is none", '"does not exist"'), ("All but for one.", "but for", '"except"'),
                                     ("For this alone.", "alone", '"only"'), ("An error is told.", "is told", '"is reported"')):
            with self.subTest(text):
                self.write("README.md", "\n" + text + "\n")
                self.fails("check-words", f'README.md:3: "{words}": write {rewrite}')

    def test_habit(self):
        for text, words, rewrite in (("Its size is that of the text.", "that of", "repeat the noun"), ("A name is no link.", "is no ", "negate the verb"),
                                     ("If it has none, it stays.", "has none", '"has no"'), ("A list that is built in.", "that is built in", '"the built-in'),
                                     ("The file stays as it is.", "as it is", '"unchanged"'), ("Reading goes on.", "goes on", '"continue"'),
                                     ("It is valid by RFC 3986.", "by RFC", '"under"'), ("It does not count.", "does not count", '"is ignored"'),
                                     ("The buffer has room.", "room", '"space"'), ("A note tells where.", "tells", '"report"')):
            with self.subTest(text):
                self.write("README.md", "\n" + text + "\n")
                self.fails("check-words", f'README.md:3: "{words.strip()}": write {rewrite}')

    def test_not_a_habit(self):
        self.write("README.md", "There is no base. It is no longer valid. It is defined by RFC 3986, and read as it is written.\n")
        self.passes("check-words")

    def test_docstring(self):
        self.write("tools/make.py", '"""Makes what is\nthere, "but for" one."""\nx = "what is"\n')
        self.fails("check-words", 'tools/make.py:2: "what is"')

    def test_across_lines(self):
        self.write("README.md", "It prints what\nis there.\n")
        self.fails("check-words", 'README.md:2: "what is": write name the thing')

    def test_manual(self):
        self.write("doc/man/uriel.1", ".Nd what is there\n")
        self.fails("check-words", 'doc/man/uriel.1:2: "what is"')
        self.write("doc/man/uriel.1", ".Sh OPTIONS\nIt shall.\n.Sh EXIT STATUS\nIt shall.\n")
        self.fails("check-words", 'doc/man/uriel.1:5: "shall"')

    def test_comments_of_scripts(self):
        self.write("Makefile", "what is = behind\n# what is\n")
        self.fails("check-words", 'Makefile:3: "what is"')


@unittest.skipUnless(shutil.which("cc") and shutil.which("nm"), "needs cc and nm")
class Symbols(Tree):
    """tools/check-layers --objects, which does not read sources."""

    def compiled(self, **sources):
        objects = []
        for name, text in sources.items():
            path = self.root / "objects" / name.replace("_", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cc", "-fno-builtin", "-x", "c", "-c", "-o", path, "-"], input=text, text=True, check=True)
            objects.append(path)
        return objects

    def verdict(self, **sources):
        result = subprocess.run([TOOLS / "check-layers", "--objects", *self.compiled(**sources)], capture_output=True, text=True)
        return result.returncode, result.stderr

    def test_good(self):
        self.assertEqual(self.verdict(text_a="void *memcpy(); void uriel_f(void) { memcpy(); }",
                                      uri_b="void uriel_f(void); void uriel_g(void) { uriel_f(); }"), (0, ""))

    def test_layer_below(self):
        self.assertEqual(self.verdict(uri_b="void uriel_f(void); void uriel_g(void) { uriel_f(); }", api_a="void uriel_f(void) {}"),
                         (1, "src/uri/b: src/uri may not use uriel_f of src/api\n"))

    def test_grammar(self):
        code, words = self.verdict(rfc3986="void uriel_f(void); void uriel_g(void) { uriel_f(); }", scan_a="void uriel_f(void) {}")
        self.assertEqual((code, words), (1, "src/grammar/rfc3986: src/grammar may not use uriel_f of src/scan\n"))

    def test_libc(self):
        code, words = self.verdict(text_a="int strlen(); int uriel_f(void) { return strlen(); }")
        self.assertEqual(code, 1)
        self.assertIn("src/text/a: refers to strlen: the core calls only memchr", words)

    def test_prefix(self):
        self.assertEqual(self.verdict(html_a="int tag_end(void) { return 0; }"),
                         (1, "src/html/a: tag_end: linked names of the core begin with uriel_\n"))


@unittest.skipUnless(shutil.which("ctags"), "needs ctags")
class Sizes(Tree):
    def function(self, lines):
        self.write("src/uri/parse.c", "int f(void)\n{\n" + "  ;\n" * (lines - 4) + "  return 0;\n}\n")

    def test_good(self):
        self.function(80)
        self.passes("check-sizes")

    def test_long(self):
        self.function(81)
        self.fails("check-sizes", "src/uri/parse.c:2: f is 81 lines, over 80")

    def test_licence(self):
        (self.root / "src/uri/parse.c").write_text("int f;\n")
        self.fails("check-sizes", "src/uri/parse.c: its first lines hold no SPDX")

    def test_licence_of_script(self):
        (self.root / "run").write_text("#!/bin/sh\nexit 0\n")
        self.fails("check-sizes", "run: its first lines hold no SPDX")


class House(Tree):
    """tools/check-house, with the limits of a small tree."""

    LIMITS = ("files src 3", "lines src 20", "files cli 1", "lines cli 20", "files include 1", "lines include 4", "files product 5",
              "lines product 44", "header include/uriel.h 4", "functions public 1", "statics short-used-once 0")

    def setUp(self):
        super().setUp()
        self.write("include/uriel.h", "#define URIEL_API\nURIEL_API int uriel_given(void);\n")
        self.program("")
        self.limits()

    def program(self, text):
        self.write("cli/main.c", text)

    def limits(self, *more):
        rows = [limit.split(" ") + ["-", "-"] for limit in self.LIMITS] + [limit.split("|") for limit in more]
        (self.root / "tools").mkdir(exist_ok=True)
        (self.root / "tools/house.tsv").write_text("# limits\n" + "".join("\t".join(row) + "\n" for row in rows))

    def function(self, name, *lines):
        return f"static int {name}(const char *text)\n{{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"

    def test_good(self):
        self.program(self.function("some", "return *text;"))
        self.passes("check-house")

    def test_files_and_lines(self):
        self.write("cli/other.c", "\n" * 25)
        self.fails("check-house", "files cli: 2, over 1: ")
        self.fails("check-house", "lines cli: 27, over 20: make it smaller, or raise the limit in tools/house.tsv with a reason\n"
                   "    most lines:\n    cli/other.c: 26 lines\n")

    def test_generated(self):
        self.write("cli/table.h", "/* Made by tools/make. Do not edit. */\n" + "\n" * 25)
        self.passes("check-house")

    def test_new_folder(self):
        self.write("base/glob.c", "")
        self.fails("check-house", "files base: 1, and tools/house.tsv has no row for it")

    def test_header(self):
        self.write("include/uriel.h", "URIEL_API int uriel_given(void);\n\n\n\nURIEL_API uriel_text\n  uriel_other(const char *a,\n int b);\n")
        self.fails("check-house", "header include/uriel.h: 8, over 4")
        self.fails("check-house", "functions public: 2, over 1")

    def test_short_function(self):
        used = self.function("main", "return some(text);")
        self.program("/* some() */\n" + self.function("some", *["text++;"] * 5) + used)
        self.fails("check-house", "statics short-used-once: 1, over 0")
        self.program(self.function("some", *["text++;"] * 5) + used.replace(";", " + some(text);"))
        self.passes("check-house")
        self.program(self.function("some", *["text++;"] * 6) + used)
        self.passes("check-house")

    def test_kinds(self):
        for kind, name, line in (("glob", "a", "return fnmatch(text, text, 0);"), ("glob", "b", "return *text == '*' || *text == '?';"),
                                 ("hash", "c", "return (hash ^ *text) * 0x9E3779B97F4A7C15U;"), ("decimal", "d", "return 10 * n + *text - '0';"),
                                 ("decimal", "e", "return strtoul(text);"), ("hash-table", "f", "at = (at + 1) & (t->capacity - 1), t->slots[at];"),
                                 ("hex", "g", "return n << 4 | hex_value(*text);"), ("escape", "h", 'return "0123456789abcdef"[*text & 15];'),
                                 ("escape", "i", 'return "\\\\u00";')):
            with self.subTest(name):
                self.program(self.function(name, "/* 10 * '0' fnmatch() */", line))
                self.limits()
                self.fails("check-house", f"cli/main.c:2: {name} is another {kind}: ")
                self.limits(f"{kind}|{name}|yes|-|the only one")
                self.passes("check-house")
                self.limits(f"{kind}|{name}|no|-|-")
                self.fails("check-house", f'"no" needs its reason: what {name} does instead')

    def test_bad_row(self):
        self.limits("files|cli|few|-|-")
        self.fails("check-house", "tools/house.tsv:13: is not KIND, NAME, LIMIT")
        self.limits("files|cli|2|-|-")
        self.fails("check-house", "tools/house.tsv:13: files cli is there twice")

    def test_lower(self):
        self.limits("glob|gone|yes|-|-")
        self.assertIn("limits can be lowered", self.check("check-house").stdout)
        self.passes("check-house", "--lower")
        text = (self.root / "tools/house.tsv").read_text()
        self.assertIn("lines\tcli\t1\t-\t-\n", text)
        self.assertNotIn("gone", text)

    @unittest.skipUnless(shutil.which("git"), "needs git")
    def test_raised(self):
        def git(*words):
            subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@b.example", *words], check=True, capture_output=True)
        git("init")
        git("add", ".")
        git("commit", "-m", "limits")
        self.passes("check-house")
        table = self.root / "tools/house.tsv"
        table.write_text(table.read_text().replace("lines\tcli\t20\t-\t-", "lines\tcli\t21\t-\t-"))
        self.fails("check-house", "lines cli rose from 20 to 21: give the reason in its row")
        git("commit", "-am", "more")
        self.fails("check-house", "lines cli rose from 20 to 21")
        table.write_text(table.read_text().replace("lines\tcli\t21\t-\t-", "lines\tcli\t21\t-\tprograms for Python"))
        git("commit", "--amend", "-am", "more")
        self.passes("check-house")


@unittest.skipUnless(shutil.which("valgrind"), "needs valgrind")
class Programs(Tree):
    """tools/compare-programs, on scripts in place of programs."""

    SCRIPT = '#!/bin/sh\ncase "$*" in\n%s\n*) n=20000 ;;\nesac\nwhile [ $n -gt 0 ]; do n=$((n - 1)); done\necho %s\n'

    def build(self, name, other, output):
        path = self.root / name / "uriel"
        path.parent.mkdir()
        path.write_text(self.SCRIPT % (other, output))
        path.chmod(0o755)

    def compare(self, *options):
        (self.root / "list").write_text("http://a.example/\n")
        words = [TOOLS / "compare-programs", *(self.root / name for name in ("old", "new", "list")), *options]
        return subprocess.run(words, capture_output=True, text=True)

    def test_instructions(self):
        self.build("old", "*check*) n=1000 ;;", "a")
        self.build("new", "*check*) n=1200 ;;\n*normalize*) n=19000 ;;", "b")
        self.assertEqual(self.compare("--only", "normalize").returncode, 0)
        result = self.compare("--only", "check|normalize")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, r"uriel check -q LIST   \(they print different things\)   TOO MANY\n")
        self.assertIn("1 of 2 commands take over 3% more instructions", result.stderr)

    def test_times(self):
        self.build("old", "*site*) n=20000 ;;", "")
        self.build("new", "*site*) n=400000 ;;", "")
        result = self.compare("--times", "--only", "by=site")
        self.assertRegex(result.stdout, "count --by=site LIST   TOO SLOW\n")
        self.assertEqual((result.returncode, result.stderr), (1, "compare-programs: 1 of 1 commands take more user time than allowed\n"))

    def test_no_build(self):
        self.assertIn("has a program uriel", self.compare().stderr)


@unittest.skipUnless(shutil.which("clang") and shutil.which("llvm-nm"), "needs clang and llvm-nm")
class Freestanding(Tree):
    def setUp(self):
        super().setUp()
        self.generated = self.root / "generated"
        self.generated.mkdir()

    def test_good(self):
        self.write("src/uri/a.c", "#include <stddef.h>\nvoid *memchr(const void *, int, size_t);\n"
                   "int g(void);\nconst void *f(const char *t);\n"
                   "const void *f(const char *t)\n{\n  return memchr(t, g(), 9);\n}\n")
        self.write("src/uri/b.c", "int g(void);\nint g(void)\n{\n  return 1;\n}\n")
        self.passes("check-freestanding", self.generated)

    def test_libc_function(self):
        self.write("src/uri/a.c", "unsigned long strlen(const char *);\nint f(const char *t);\n"
                   "int f(const char *t)\n{\n  return strlen(t) > 3;\n}\n")
        self.fails("check-freestanding", "native: the core needs strlen", self.generated)

    def test_libc_header(self):
        self.write("src/uri/a.c", "#include <stdlib.h>\nint f;\n")
        result = self.check("check-freestanding", self.generated)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("stdlib.h", result.stderr)

    def test_generated(self):
        (self.generated / "grammar.c").write_text("void abort(void);\nvoid f(void);\nvoid f(void)\n{\n  abort();\n}\n")
        self.fails("check-freestanding", "native: the core needs abort", self.generated)


class Fuzz(Tree):
    GOOD = "set(targets parse find)\nlist(APPEND targets spec)\nforeach(name ${targets})\n  add_executable(fuzz_${name} fuzz_${name}.c)\n" \
           "endforeach()\nadd_executable(fuzz_links fuzz_links.c)\n"

    def setUp(self):
        super().setUp()
        for name in ("parse", "find", "spec", "links"):
            self.write(f"fuzz/fuzz_{name}.c", "")
        self.write("fuzz/fuzz.c", "")

    def lists(self, text):
        (self.root / "fuzz" / "CMakeLists.txt").write_text(text)

    def test_good(self):
        self.lists(self.GOOD)
        self.passes("check-fuzz")

    def test_not_listed(self):
        self.lists(self.GOOD.replace(" find", ""))
        self.fails("check-fuzz", "fuzz/fuzz_find.c: fuzz/CMakeLists.txt does not build it")

    def test_list_replaced(self):
        self.lists(self.GOOD.replace("list(", "set(targets parse)\nlist("))
        self.fails("check-fuzz", "fuzz/fuzz_find.c: fuzz/CMakeLists.txt does not build it")

    def test_no_source(self):
        self.lists(self.GOOD.replace(" find", " find sight"))
        self.fails("check-fuzz", "fuzz/CMakeLists.txt: fuzz_sight has no source")


class Headers(Tree):
    """tools/check-headers."""
    GOOD = ("bool uriel_move(uriel_text *rest, int *kind, const char *text, size_t len, unsigned options, char *out,\n"
            "                size_t capacity, uriel_error *error)")

    def header(self, declaration, name="uriel.h"):
        self.write(f"include/{name}", f"#include <stdint.h>\nURIEL_API {declaration};\n#endif\n")

    def test_good(self):
        self.header(self.GOOD)
        self.passes("check-headers")

    def test_order(self):
        for old, new, words in (("uriel_text *rest, int *kind, const char *text, size_t len,", "const char *text, size_t len, int *kind,",
                                 'uriel_move: "int *kind", what it fills or moves, comes after "size_t len", an input'),
                                ("unsigned options, char *out,\n                size_t capacity", "char *out, size_t capacity, unsigned options",
                                 '"unsigned options", options, comes after "size_t capacity", output'),
                                ("const char *text, size_t len, unsigned options", "unsigned options, const char *text, size_t len",
                                 '"const char *text", an input, comes after "unsigned options", options'),
                                ("uriel_error *error", "uriel_error *error, int level", "an input, comes after \"uriel_error *error\", the error"),
                                ("size_t len, unsigned", "unsigned", 'no length follows "const char *text"')):
            with self.subTest(new):
                self.assertIn(old, self.GOOD)
                self.header(self.GOOD.replace(old, new))
                self.fails("check-headers", words)

    def test_codes(self):
        self.header("int uriel_one(void)")
        for text, words in (("URIEL_ERROR_A = 100", "uriel.h: URIEL_ERROR_A: 100 is not in the range"),
                            ("URIEL_ERROR_A = 7, URIEL_ERROR_B = 7", "URIEL_ERROR_B: 7 is URIEL_ERROR_A")):
            with self.subTest(text):
                self.header(f"int uriel_one(void);\nenum {{ {text} }}")
                self.fails("check-headers", words)


class OneFile(Tree):
    """tools/check-one-file, which knows only the tree it is in."""

    def setUp(self):
        super().setUp()
        (self.root / "tools").mkdir()
        for tool in ("amalgamate", "check-one-file"):
            shutil.copy(TOOLS / tool, self.root / "tools")
        (self.root / "LICENSE").write_text("MIT\n")
        (self.root / "generated").mkdir()
        (self.root / "src/CMakeLists.txt").write_text("set(URIEL_CORE_SOURCES\n  uri/given.c\n  uri/inner.c)\n")
        self.write("include/uriel.h", '#define URIEL_API\n#define URIEL_VERSION "1"\n#ifdef __cplusplus\nextern "C"\n'
                   "#endif\nURIEL_API int uriel_given(void);\n")
        for module in ("query", "idna", "url", "iri", "urn", "registry", "spec", "scheme", "http", "plan", "find", "encoding", "html", "batch", "site", "regex", "agree", "guard", "function"):
            self.write(f"include/uriel_{module}.h", '#include "uriel.h"\n')
        self.write("src/uri/inner.h", "extern const int uriel_number;\nint uriel_inner(void);\n")
        self.write("src/uri/given.c", '#include "uriel.h"\n#include "uri/inner.h"\n'
                   "int uriel_given(void)\n{\n  return uriel_inner() + uriel_number;\n}\n")
        self.inner("")

    def inner(self, text):
        self.write("src/uri/inner.c", '#include "uri/inner.h"\nconst int uriel_number = 1;\n'
                   "int uriel_inner(void)\n{\n  return 1;\n}\n" + text)

    def check(self, tool):
        return subprocess.run([self.root / "tools" / tool, self.root / "generated", "cc"], capture_output=True, text=True)

    def test_good(self):
        self.passes("check-one-file")

    def test_name_for_others(self):
        self.inner("#define OF(name) int name(void)\nOF(uriel_seen);\nOF(uriel_seen)\n{\n  return 2;\n}\n")
        self.fails("check-one-file", "not private, and uriel.h does not declare it:\nuriel_seen\n")

    def test_too_long(self):
        self.inner("/*\n" + ".\n" * 15000 + "*/\n")
        self.fails("check-one-file", "lines, over 15000")

    def test_libc(self):
        self.inner("int strlen_of(void);\nint puts(const char *);\nint uriel_other(void);\n"
                   "int uriel_other(void)\n{\n  return puts(\"\");\n}\n#define URIEL_USED uriel_other\n")
        self.write("src/uri/given.c", '#include "uriel.h"\n#include "uri/inner.h"\nint uriel_other(void);\n'
                   "int uriel_given(void)\n{\n  return uriel_other();\n}\n")
        self.fails("check-one-file", "the core may not call:\nputs\n")

    def test_name_of_two(self):
        self.write("src/uri/given.c", '#include "uriel.h"\nstatic const int own = 1;\n'
                   "int uriel_given(void)\n{\n  return own;\n}\n")
        self.inner("static const int own = 2;\nint uriel_inner(void);\n")
        self.fails("check-one-file", "own")


class Tables(Tree):
    """tools/make-tables, on test data."""

    SCHEME = "http\tHypertext\tRFC 9110\t80\ttcp\tyes\tno\t/\tregistered\tauthority\n"
    NETWORKS = "10.1.0.0/16\tprivate\tno\tA\n::/3\treserved\tno\tB\n10.0.0.0/8\tprivate\tyes\tC\n"
    HTTPS = "https\tHypertext\tRFC 9110\t443\ttls\tyes\tno\t/\tregistered\tauthority\n"

    def setUp(self):
        super().setUp()
        for folder in ("data", "src/api", "src/scheme", "src/uri", "src/urn", "src/find", "src/encoding", "src/query", "src/site", "src/agree", "cli/uriel"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        self.lint_rules("warning")
        self.tracking("utm_*\t-\t-")
        self.countries("рф\txn--p1ai\tru\n")
        self.encodings(128)
        (self.root / "data/encoding-indexes.tsv").write_text("big5\t\u4e00.\U00020021\ngb18030-ranges\t0=80\n", encoding="utf-8")
        (self.root / "data/top-domains.tsv").write_text("org\tplain\n")
        (self.root / "data/redact.tsv").write_text("parameter\tapikey\t-\t-\tA\npath\ts/!\t-\t-\tB\ntoken\tghp_*\t-\t20\tC\n")
        self.schemes(self.SCHEME + self.HTTPS)
        self.networks(self.NETWORKS)
        self.bad_ports("1\ttcpmux\n22\tssh\n")
        self.errors("core")
        (self.root / "data/byte-sets.tsv").write_text("rfc3986\tunwise\t-\tnone\n")
        (self.root / "data/error-rules.tsv").write_text("url-1993\tpercent\tescape\tBNF syntax\n")

    def errors(self, module):
        (self.root / "data/errors.tsv").write_text(f"{module}\tNONE\tnone\tnone\tno error\t-\t-\n")

    def lint_rules(self, severity):
        (self.root / "data/lint-rules.tsv").write_text(f"syntax\terror\tRFC 3986, A\t-\tno reference\nlong\t{severity}\tRFC 9110, 4.1\thttp://a/\tit is long\n")

    def tracking(self, row):
        (self.root / "data/tracking.tsv").write_text(f"{row}\tall\tthe campaign\tnotes\n")

    def schemes(self, rows):
        (self.root / "data/schemes.tsv").write_text(rows)

    def networks(self, rows):
        (self.root / "data/networks.tsv").write_text(rows)

    def bad_ports(self, rows):
        (self.root / "data/bad-ports.tsv").write_text(rows)

    def countries(self, rows):
        (self.root / "data/idn-countries.tsv").write_text(rows, encoding="utf-8")

    def encodings(self, count):
        (self.root / "data/encodings.tsv").write_text("l1\tl1 latin1\t" + " ".join(["00E9"] * count) + "\n")

    def test_networks(self):
        self.passes("make-tables")
        made = (self.root / "src/site/network_table.h").read_text()
        self.assertIn('{"private", "C", {{0x0a, 0x00, 0x00, 0x00}, 4}, 8, true},\n    {"private", "A",', made)
        self.assertIn("network_wider[] = {\n    0, 1, 0,\n};", made)
        for row, words in (("10.0.0.1/8\tshared\tno\tA\n", "has host bits set"), ("1.0.0.0/8\tA1\tno\tA\n", '"A1" is not a word'),
                           ("1.0.0.0/8\tshared\tmaybe\tA\n", '"maybe" is not one of no, yes'), ("::/3\tshared\tno\tA\n", "is there twice")):
            with self.subTest(row=row):
                self.networks(self.NETWORKS + row)
                self.fails("make-tables", "data/networks.tsv:4: ")
                self.fails("make-tables", words)

    def test_bad_ports(self):
        for rows in ("22\tssh\n1\ttcpmux\n", "1\ttcpmux\n65536\tx\n"):
            with self.subTest(rows=rows):
                self.bad_ports(rows)
                self.fails("make-tables", "data/bad-ports.tsv: the ports are not in order")

    def test_sets(self):
        rows = "iri\tsafe\t2\t$-\niri\tmark\t2\talphanum safe SP without -\n"
        (self.root / "data/byte-sets.tsv").write_text(rows)
        self.passes("make-tables")
        self.assertIn('{"mark", "2", {0x00000000u, 0x03ff0011u, 0x07fffffeu, 0x07fffffeu}},', (self.root / "src/api/byte_set_table.h").read_text())
        (self.root / "data/byte-sets.tsv").write_text(rows.replace("safe SP", "sure SP"))
        self.fails("make-tables", 'data/byte-sets.tsv: "sure" is not a set')
        (self.root / "data/byte-sets.tsv").write_text(rows + rows)
        self.fails("make-tables", 'is there twice')

    def test_few_characters(self):
        self.encodings(127)
        self.fails("make-tables", 'data/encodings.tsv:1: "l1" has not 128 characters')

    def test_good(self):
        self.passes("make-tables")
        self.passes("make-tables", "--check")
        made = (self.root / "src/encoding/index_table.h").read_text()
        self.assertIn("index_big5[] = {\n    19968, 0, 33,\n};", made)
        self.assertIn("index_big5_plane_2[] = {\n    0x4,\n};", made)

    def test_lint_rules(self):
        self.passes("make-tables")
        made = (self.root / "cli/uriel/lint_table.h").read_text()
        self.assertLess(made.index('LINT(SYNTAX, "syntax", LINT_ERROR, "RFC 3986, A", NULL,'), made.index("LINT(LONG,"), "rules stay in their order")
        self.lint_rules("severe")
        self.fails("make-tables", 'data/lint-rules.tsv:2: "severe" is not one of error, note, warning')

    def test_errors(self):
        self.errors("heart")
        self.fails("make-tables", 'data/errors.tsv:1: "heart" is not one of core, ')

    def test_tracking_names(self):
        for name in ("UTM_*", "x", "*", "a-b", "a**", "a" * 32):
            with self.subTest(name=name):
                self.tracking(f"{name}\t-\t-")
                self.fails("make-tables", f'data/tracking.tsv:1: "{name}" is not two to 31 of the bytes')

    def test_other_ascii_form(self):
        self.countries("рф\txn--p1ac\tru\n")
        self.fails("make-tables", 'data/idn-countries.tsv:1: "рф" is not "xn--p1ac" in the DNS')

    def test_stale(self):
        self.passes("make-tables")
        self.schemes(self.SCHEME.replace("80", "81") + self.HTTPS)
        self.fails("make-tables", "src/scheme/registry_table.h is not what data/schemes.tsv makes", "--check")

    def test_missing(self):
        self.fails("make-tables", "src/find/idn_table.h is not what", "--check")

    def test_bad_rows(self):
        for row, words in ((self.SCHEME, '"http" is there twice'), ("Foo" + self.SCHEME[4:], "not in lower case"),
                           ("foo" + self.SCHEME[4:].replace("tcp", "sctp"), '"sctp" is not one of'),
                           ("foo" + self.SCHEME[4:].replace("80", "70000"), "70000 is not a port"), ("foo\tbar\n", "3: ")):
            with self.subTest(row=row):
                self.schemes(self.SCHEME + self.HTTPS + row)
                self.fails("make-tables", words)


class Spoof(Tree):
    """tools/make-spoof, on a copy of the data."""

    def test_stale(self):
        shutil.copytree(TOOLS.parent / "data/unicode", self.root / "data/unicode")
        shutil.copy(TOOLS.parent / "data/display.tsv", self.root / "data")
        (self.root / "src/iri").mkdir()
        self.passes("make-spoof")
        self.passes("make-spoof", "--check")
        with (self.root / "data/unicode/confusable-ascii.tsv").open("a") as file:
            file.write("1FFFE\t0061\n")
        self.fails("make-spoof", "src/iri/spoof_table.h is not what data makes", "--check")


class HeadingTables(Tree):
    """tools/make-headings, on test data."""

    def test_stale(self):
        for folder in ("links", "data/unicode"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        for name, row in (("category", "00C0\t00D6\tLu\n"), ("lower-case", "00C0\t00D6\t1\t32\n"), ("case-fold", "00DF\t0073 0073\n")):
            (self.root / f"data/unicode/{name}.tsv").write_text(row)
        self.fails("make-headings", "links/heading_table.h is not what data makes", "--check")
        self.passes("make-headings")
        self.passes("make-headings", "--check")
        (self.root / "data/unicode/lower-case.tsv").write_text("00C0\t00C0\t1\t32\n")
        self.fails("make-headings", "links/heading_table.h is not what data makes", "--check")


class Suffixes(Tree):
    """tools/make-suffixes, on a test list."""

    def test_stale(self):
        (self.root / "data/psl").mkdir(parents=True)
        (self.root / "src/site").mkdir()
        rules = self.root / "data/psl/public_suffix_list.dat"
        rules.write_text("com\n")
        self.passes("make-suffixes")
        self.passes("make-suffixes", "--check")
        rules.write_text("com\nnet\n")
        self.fails("make-suffixes", "src/site/suffix_table.h is not what data/psl/public_suffix_list.dat makes", "--check")
        rules.write_text("com\na..b\n")
        self.fails("make-suffixes", "data/psl/public_suffix_list.dat:2: a rule has an empty label")


class IdnaTables(Tree):
    """tools/make-idna, on test data: "B" maps to "b", and U+00E0 is "a" and U+0300."""

    def setUp(self):
        super().setUp()
        for folder in ("src/idna", "src/agree"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        (self.root / "data/unicode").mkdir(parents=True, exist_ok=True)
        self.mapping("0041\t0042\tmapped\t0061\n0061\t0062\tvalid\n")
        self.decomposition("00E0\t0061 0300\tyes\n00E1\t00E0\tno\n")
        for name, row in (("bidi-class", "05D0\t05D0\tR\n"), ("joining-type", "0300\t0300\tT\n"), ("category", "0300\t0300\tMn\n"),
                          ("combining-class", "0300\t0300\t230\n"), ("nfc-quick-check", "0300\t0300\tM\n"), ("age", "0000\t01F5\t1.1\n"),
                          ("lower-case", "0041\t005A\t1\t32\n"), ("case", "0041\t005A\tcased\n"),
                          ("default-ignorable", "00AD\t00AD\n"), ("compatibility", "00AA\t0061\n"), ("script", "0041\t005A\tLatn\tLatn\n")):
            (self.root / f"data/unicode/{name}.tsv").write_text(row)

    def mapping(self, rows):
        (self.root / "data/idna-mapping.tsv").write_text(rows)

    def decomposition(self, rows):
        (self.root / "data/unicode/decomposition.tsv").write_text(rows)

    def test_good(self):
        self.passes("make-idna")
        self.passes("make-idna", "--check")

    def test_stale(self):
        self.fails("make-idna", "src/idna/unicode_table.h is not what data makes", "--check")
        self.passes("make-idna")
        self.mapping("0041\t0041\tmapped\t0061\n")
        self.fails("make-idna", "src/idna/unicode_table.h is not what data makes", "--check")

    def test_bad_row(self):
        self.mapping("0041\tx\tvalid\n")
        self.fails("make-idna", "data/idna-mapping.tsv:1: ")

    def test_second_decomposes(self):
        self.decomposition("00E0\t0061 0300\tyes\n00E2\t0061 00E0\tyes\n")
        self.fails("make-idna", "the second code point of a decomposition has one itself")


unittest.main()
