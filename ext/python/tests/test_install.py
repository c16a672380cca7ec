# SPDX-License-Identifier: MIT
"""The wheel as it is installed: its files, its program, its imports, and the interpreters that import it."""
import importlib.metadata
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import textwrap
import zipfile

import pytest
import uriel_uri as uriel
import uriel_uri.__main__

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.path.join(sys.prefix, "bin", "uriel")
URL = "http://user@www.example.co.uk:8080/a?q=1#f"


def run(*arguments, stdin=""):
    return subprocess.run(arguments, input=stdin, capture_output=True, text=True, timeout=60)


def python(script, *options):
    """Runs a script in another process, which must succeed silently on standard error."""
    result = run(sys.executable, *options, "-c", textwrap.dedent(script))
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    return result.stdout


def test_version_is_one_fact():
    version = importlib.metadata.version("uriel-uri")
    assert uriel.__version__ == version
    assert f'define URIEL_VERSION "{version}"' in (ROOT / "include" / "uriel.h").read_text()
    assert run(PROGRAM, "--version").stdout.split()[1] == version


def test_the_program_is_beside_the_interpreter():
    assert uriel_uri.__main__.program() == os.path.realpath(PROGRAM)


def test_the_program_needs_libc_only():
    needed = [line.split()[-1] for line in run("objdump", "-p", PROGRAM).stdout.splitlines() if "NEEDED" in line]
    assert set(needed) <= {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}


@pytest.mark.parametrize("command", [[PROGRAM], [sys.executable, "-m", "uriel_uri"]], ids=["uriel", "python -m uriel_uri"])
def test_the_program_runs(command):
    normalized = run(*command, "normalize", "HTTP://Ex.org:80/%7Ea")
    assert (normalized.returncode, normalized.stdout) == (0, "http://ex.org/~a\n")
    assert run(*command, "check", "http://h/[").returncode == 1
    assert run(*command, "--no-such-option").returncode == 2
    assert "http://a.example/" in run(*command, "find", stdin="see http://a.example/.").stdout
    assert "http://h/b" in run(*command, "links", "--base=http://h/", "--kind=html", stdin='<a href="b">').stdout
    assert run(*command, "harvest", "-o", "/dev/null").returncode not in (0, 1)


def test_python_replaces_itself_by_the_program():
    """A signal reaches the program, and its exit status says so."""
    with subprocess.Popen([sys.executable, "-m", "uriel_uri", "normalize"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        process.stdin.write("HTTP://h\n")
        assert process.stdout.readline() == "http://h/\n"
        process.terminate()
        assert process.wait(60) == -signal.SIGTERM


@pytest.mark.parametrize("wheel", sorted([*ROOT.glob("build-python/wheel/*.whl"), *ROOT.glob("dist/*.whl")]), ids=lambda path: path.name)
def test_files_of_the_wheel(wheel):
    assert wheel.stat().st_size <= 2_500_000
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        program = next(name for name in names if name.endswith(".data/scripts/uriel"))
        assert archive.getinfo(program).external_attr >> 16 & 0o111 == 0o111
        assert b".debug_info" not in archive.read(program)
    others = [name for name in names if not name.startswith(("uriel_uri/", "uriel_uri-", "uriel_spark/"))]
    assert others == []
    assert {"uriel_spark/__init__.py", "uriel_uri/_uriel.abi3.so", "uriel_uri/py.typed", "uriel_uri/__init__.pyi"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_import_takes_nothing_from_others():
    """Only the package itself and modules that every interpreter has already imported."""
    loaded = python("""
        import sys
        before = set(sys.modules)
        import uriel_uri
        print(*sorted(set(sys.modules) - before))
    """).split()
    assert [name for name in loaded if name.partition(".")[0] not in {"uriel_uri", *sys.stdlib_module_names}] == []
    assert loaded == ["uriel_uri", "uriel_uri._uriel"]


def test_time_of_the_import():
    """Prints the time: make bench-python has the limit."""
    lines = run(sys.executable, "-I", "-X", "importtime", "-c", "import uriel_uri").stderr.splitlines()
    total = next(line.split("|")[1].strip() for line in lines if line.endswith(" uriel_uri"))
    print(f"import uriel_uri: {total} us")
    assert int(total) > 0


def test_pickles_between_processes():
    """The hash of a Reference is random for each process, as the hash of a str is."""
    blob = python(f"""
        import pickle, uriel_uri
        print(pickle.dumps(uriel_uri.parse({URL!r}, spec="iri")).hex())
    """)
    loaded = pickle.loads(bytes.fromhex(blob))
    assert (loaded, str(loaded), loaded.spec) == (uriel.parse(URL, spec="iri"), URL, "iri")
    assert len({loaded, uriel.parse(URL, spec="iri")}) == 1


IN_EACH = """
import uriel_uri
url = uriel_uri.parse("http://a.example:80/b/../c")
assert url.normalize() == "http://a.example/c", url.normalize()
assert {url: 1}[uriel_uri.parse("http://a.example/c")] == 1
assert uriel_uri.params("a?b=c")[0].name == "b"
try:
    uriel_uri.parse("http://[")
except uriel_uri.Error as error:
    assert error.code
"""
INTERPRETERS = f"""
    import sys, threading
    try:
        import _interpreters as interpreters
    except ImportError:
        import _xxsubinterpreters as interpreters
    SCRIPT = {IN_EACH!r}
    import uriel_uri
"""


def test_two_interpreters():
    """Each has its own classes, and one that ends leaves the others whole."""
    python(INTERPRETERS + """
    first, second = interpreters.create(), interpreters.create()
    for _ in range(3):
        for each in first, second:
            failed = interpreters.run_string(each, SCRIPT)
            assert failed is None, failed
    interpreters.destroy(first)
    assert interpreters.run_string(second, SCRIPT) is None
    interpreters.destroy(second)
    assert uriel_uri.parse("http://h/").host == "h"
    for _ in range(20):
        each = interpreters.create()
        assert interpreters.run_string(each, SCRIPT) is None
        interpreters.destroy(each)
    """)


def test_interpreters_in_threads():
    python(INTERPRETERS + """
    failures = []
    def work():
        each = interpreters.create()
        for _ in range(50):
            failures.append(interpreters.run_string(each, SCRIPT))
        interpreters.destroy(each)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert failures == [None] * 200, failures
    """)


def test_threads():
    python("""
        import threading, uriel_uri
        url, failures = uriel_uri.parse("http://a.example:80/b/../c"), []
        def work():
            for number in range(2000):
                text = f"http://a.example/{number}"
                if uriel_uri.normalize(text) != text or url.normalize() != "http://a.example/c" or hash(url) != hash(url):
                    failures.append(number)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        assert not failures
    """)


def test_use_while_the_interpreter_closes():
    """Objects that live until the end, in atexit, in a destructor and in a cycle of references."""
    out = python("""
        import atexit, sys, uriel_uri
        url = uriel_uri.parse("http://h:80/")
        class Last:
            def __init__(self): self.me, self.url, self.find = self, url, uriel_uri.find
            def __del__(self): print(self.url.normalize(), len(self.find("http://b.example/")))
        last = Last()
        atexit.register(lambda: print(url.normalize(), uriel_uri.params("?a=b")[0].value))
        sys.modules["kept"] = Last()
    """)
    assert out.splitlines() == ["http://h/ b", "http://h/ 1", "http://h/ 1"]


def test_import_again():
    """A module that is imported again after its removal has new classes; old objects still work."""
    python("""
        import sys, uriel_uri
        old, error = uriel_uri.parse("http://h/"), uriel_uri.Error
        for name in [name for name in sys.modules if name.startswith("uriel_uri")]:
            del sys.modules[name]
        del uriel_uri
        import gc; gc.collect()
        import uriel_uri
        assert old.host == uriel_uri.parse("http://h/").host
        assert old != uriel_uri.parse("http://h/") or type(old) is uriel_uri.Reference
        assert issubclass(error, ValueError)
    """)
