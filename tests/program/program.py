"""Runs the program `sluice` as users do, for the tests in Python of this folder.

A test is a function test_NAME of a file test_FILE.py. It runs in a new directory; each(VALUES) runs it once for each value. make test T=FILE CASE=NAME
runs one of them. main() runs the tests of a file and prints the last line that tests/run.sh reads.
"""
import inspect
import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CASE2 = "tb/examples/scenarios/case2.yaml"
PROGRAM = os.path.abspath(os.environ.get("SLUICE", "build/sluice"))
HAS_RTL = os.environ.get("SLUICE_RTL") == "1"
RUN_FILES = 10      # that sluice run --out writes, the checksums included
LONGEST_S = 1200    # a test hangs


class Result:
    """code: the exit status, or 128 + signal as a shell says. out, err: the texts."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code if code >= 0 else 128 - code, out, err

    def said(self, text):
        """Expects the text in standard error."""
        assert text in self.err, f"no '{text}' in: {self.err}"

    def printed(self, text):
        """Expects the text in standard output."""
        assert text in self.out, f"no '{text}' in: {self.out}"

    def one_line(self, start=""):
        """Expects one line in standard error, with this start."""
        assert self.err.startswith(start), f"expected {start}, got {self.err}"
        assert self.err.find("\n") == len(self.err) - 1 >= 0, f"expected one line, got {self.err}"


def start(line, largest=None, out=subprocess.PIPE, **more):
    """Starts the program with the words of a line, or of a list; those that begin with tb/ are paths of the repository. largest: most bytes of a file;
    out: standard output, None: closed."""
    words = [os.path.join(ROOT, word) if word.startswith("tb/") else word for word in (line.split() if isinstance(line, str) else line)]

    def limits():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)  # a shell may ignore them
        if largest:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
        if out is None:
            os.close(1)
    words = [word.encode(errors="surrogateescape") for word in words]
    return subprocess.Popen([PROGRAM] + words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, preexec_fn=limits, **more)


def finish(child):
    out, err = child.communicate(timeout=LONGEST_S)
    return Result(child.returncode, (out or b"").decode(errors="replace"), (err or b"").decode(errors="replace"))


def run(line, code=0, **more):
    """Runs the program, and expects its exit status."""
    result = finish(start(line, **more))
    assert result.code == code, f"sluice {line}: expected exit status {code}, got {result.code}: {result.err}{result.out[-500:]}"
    return result


def bash(command, code=0):
    """Runs a command of bash, in which $sluice is the program and $root the repository, and returns its output."""
    set_up = f"sluice={shlex.quote(PROGRAM)}\nroot={shlex.quote(ROOT)}\n"
    done = subprocess.run(["bash", "-c", (set_up + command).encode(errors="surrogateescape")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == code, f"{command}: expected exit status {code}, got {done.returncode}: {done.stdout.decode(errors='replace')}"
    return done.stdout.decode(errors="replace")


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read()


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def rows(path):
    """The rows of a CSV file without quotes, each a map of column to text."""
    names, *lines = [line.split(",") for line in read(path).splitlines()]
    return [dict(zip(names, line)) for line in lines]


def wait_for(path):
    for _ in range(2000):
        if os.path.lexists(path):
            return
        time.sleep(0.005)
    raise AssertionError(f"no {path}")


def each(values):
    """A test runs once for each value, which it gets as its arguments."""
    def mark(test):
        test.values = [value if isinstance(value, tuple) else (value,) for value in values]
        return test
    return mark


def with_rtl(test):
    """A test runs only in a build with RTL."""
    test.needs_rtl = True
    return test


def run_test(name, test, values):
    """Runs a test in a new directory. Returns whether it passed."""
    where = tempfile.mkdtemp(prefix="sluice_test.")
    os.chdir(where)
    try:
        test(*values)
        return True
    except Exception as fault:  # any fault of a test is its failure, and the next one runs
        place = [f"line {frame.lineno}: {frame.line}" for frame in traceback.extract_tb(fault.__traceback__) if frame.name == name]
        print(f"failed: {name}{values if values else ''}, {''.join(place)}\n{type(fault).__name__}: {fault}", flush=True)
        return False
    finally:
        os.chdir(ROOT)
        shutil.rmtree(where, ignore_errors=True)


def main():
    """Runs the tests of the program that calls it, or those that CK_RUN_CASE names."""
    module, case = sys.modules["__main__"], os.environ.get("CK_RUN_CASE")
    tests = [(n, t) for n, t in vars(module).items() if n.startswith("test_") and inspect.isfunction(t) and case in (None, "", n, n[len("test_"):])]
    tests = [(n, t) for n, t in tests if HAS_RTL or not hasattr(t, "needs_rtl")]
    results = [run_test(name, test, values) for name, test in tests for values in getattr(test, "values", [()])]
    for name, test in tests:
        if getattr(test, "values", None) == []:
            print(f"failed: {name} has no values")
            results.append(False)
    failed = results.count(False)
    print(f"{100 * (len(results) - failed) // len(results) if results else 0}%: Checks: {len(results)}, Failures: {failed}, Errors: 0")
    sys.exit(failed > 0 or not results)
