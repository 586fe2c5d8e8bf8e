#!/usr/bin/env python3
"""The ledger of evidence on a repository of its own. make check T=evidence repeats it."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest.mock

from program import ROOT, each, main, write

ROWS = """[groups]
all = ["rtl/**"]
[[rows]]
name = "one"
each = "echo a b"
command = "echo Checks: 7, Failures: 0 of {}; cat rtl/sluice_{}.sv; echo ran >>ran"
result = '(Checks: \\d+)'
inputs = ["module {}"]
seconds = 1
page = "docs/page.md"
[[rows]]
name = "two"
command = "echo ran >>ran; exit 3"
inputs = ["$all"]
seconds = 1
page = "docs/page.md"
[[rows]]
name = "dear"
command = "sleep 100"
inputs = ["$all"]
seconds = 99
page = "docs/page.md"
"""
MODULE = "module sluice_{0};\n  wire x;\n{1}endmodule\n"


class Ledger:
    def __init__(self):
        os.makedirs("tests/evidence")
        os.makedirs("rtl")
        os.makedirs("docs")
        shutil.copy(ROOT + "/tests/evidence/evidence.py", "tests/evidence")
        write("tests/evidence/rows.toml", ROWS)
        write("rtl/sluice_a.sv", MODULE.format("a", "  sluice_part part ();\n"))
        write("rtl/sluice_b.sv", MODULE.format("b", ""))
        write("rtl/sluice_part.sv", MODULE.format("part", ""))
        write("docs/page.md", "# Page\n\n<!-- evidence: one * -->\n\nend\n")
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], check=True, capture_output=True)

    def commit(self):
        self.git("add", "rtl", "docs", "tests")
        self.git("commit", "-qm", "x")

    def __call__(self, *words):
        self.last = subprocess.run([sys.executable, "tests/evidence/evidence.py", *words], capture_output=True, text=True)
        return self.last

    def runs(self):
        """Commands that ran since the last call."""
        try:
            count = len(open("ran").read().split())
            os.remove("ran")
            return count
        except FileNotFoundError:
            return 0

    def counts(self):
        """fresh, stale, failed, none of each family"""
        lines = [x.split() for x in self("status").stdout.splitlines()]
        return {x[0]: [int(n) for n in x[1:5]] for x in lines if x[0] in ("one", "two", "dear")}


def test_states():
    ledger = Ledger()
    assert ledger.counts() == {"one": [0, 0, 0, 2], "two": [0, 0, 0, 1], "dear": [0, 0, 0, 1]}
    assert ledger("run", "--budget", "50").returncode == 1  # a row fails
    assert "1 failed; 1 rows left" in ledger.last.stdout, ledger.last.stdout
    assert ledger.runs() == 3
    assert ledger.counts() == {"one": [2, 0, 0, 0], "two": [0, 0, 1, 0], "dear": [0, 0, 0, 1]}
    assert ledger.last.returncode == 1
    assert ledger("run", "--budget", "50").returncode == 0 and ledger.runs() == 0  # nothing is due
    # A comment and white space leave all fresh.
    write("rtl/sluice_part.sv", "// why\n\n" + MODULE.format("part", "").replace("  wire", "    wire") + "/* end\n */\n")
    assert ledger.counts()["one"] == [2, 0, 0, 0]
    # The module inside is an input of a, not of b.
    write("rtl/sluice_part.sv", MODULE.format("part", "  wire y;\n"))
    assert ledger.counts()["one"] == [1, 1, 0, 0] and ledger.counts()["two"] == [0, 1, 0, 0]
    # Inputs must be committed.
    assert "one a: commit its inputs first: rtl/sluice_part.sv" in ledger("run", "one*").stderr and ledger.runs() == 0
    ledger.commit()
    assert ledger("run", "--budget", "50", "one*").returncode == 0 and ledger.runs() == 2  # named rows run, fresh or not
    assert ledger.counts()["one"] == [2, 0, 0, 0]


def test_result_is_missing():
    ledger = Ledger()
    write("tests/evidence/rows.toml", ROWS.replace("Checks: 7", "no number"))
    with tempfile.TemporaryDirectory() as build, unittest.mock.patch.dict(os.environ, BUILD=build):
        assert ledger("run", "one a").returncode == 1
        assert f"the whole output is in {os.path.relpath(build)}/evidence/one-a.log" in ledger.last.stderr, ledger.last.stderr
    assert ledger.counts()["one"] == [0, 0, 1, 1]


def test_killed():
    ledger = Ledger()
    write("tests/evidence/rows.toml", ROWS.replace("exit 3", "kill -9 $$"))
    assert "two: killed by signal 9; nothing is stored" in ledger("run", "two").stderr
    assert ledger.counts()["two"] == [0, 0, 0, 1]


@each((signal.SIGINT, signal.SIGTERM))
def test_stopped(number):
    ledger = Ledger()
    ledger("run", "one a")
    process = subprocess.Popen([sys.executable, "tests/evidence/evidence.py", "run", "dear"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.send_signal(number)
    _, err = process.communicate()
    assert process.returncode == 1 and "stopped; the results so far are stored" in err, err
    assert ledger.counts() == {"one": [1, 0, 0, 1], "two": [0, 0, 0, 1], "dear": [0, 0, 0, 1]}


def test_pages():
    ledger = Ledger()
    assert ledger("pages", "--check").returncode == 1
    assert ledger("pages").returncode == 0 and "0 of 2 rows are fresh. Without a result: `one a`, `one b`." in open("docs/page.md").read()
    assert ledger("pages", "--check").returncode == 0
    ledger("run", "one*")
    ledger("pages")
    text = open("docs/page.md").read()
    assert "2 of 2 rows are fresh, measured at `" in text and text.endswith("\nend\n"), text
    write("rtl/sluice_b.sv", MODULE.format("b", "  wire y;\n"))
    assert "docs/page.md: a line after" in ledger("pages", "--check").stderr
    ledger("pages")
    assert "**Stale**, because inputs changed since: `one b`." in open("docs/page.md").read()


def test_today():
    ledger = Ledger()
    assert ledger("today", "--budget", "50").returncode in (0, 1) and ledger.runs() == 1
    assert not os.path.exists("tests/evidence/results.tsv")


def test_today_ends():
    ledger = Ledger()
    write("tests/evidence/rows.toml", ROWS[ROWS.index('[[rows]]\nname = "dear"'):].replace("seconds = 99", "seconds = 1").replace('"$all"', '"rtl/**"') + "[groups]\n")
    assert ledger("today", "--budget", "1").returncode == 0 and "dear: no result in 0.0 hours; its cost in the ledger is too low" in ledger.last.stdout


def test_bad_words():
    ledger = Ledger()
    assert "no row nosuch; make evidence-status lists the rows" in ledger("run", "nosuch").stderr
    assert '"soon": expected a time such as 2h, 40m or 600' in ledger("run", "--budget", "soon").stderr
    write("tests/evidence/rows.toml", ROWS.replace('"$all"', '"rtl/nosuch*"'))
    assert "row two: no file matches rtl/nosuch*" in ledger("run", "two").stderr
    write("tests/evidence/rows.toml", ROWS.replace("echo a b", "echo nosuch"))
    assert "no module sluice_nosuch" in ledger("run", "one*").stderr


main()
