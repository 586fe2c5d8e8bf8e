"""Finds the tests that run a line, with gcov, so that a mutant runs only these tests."""
import glob
import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor


def counted(build, name, command, environment):
    """Runs a test built with --coverage. Returns path -> (lines that ran, other lines with code, functions: first line, last line, whether it ran)."""
    data = os.path.abspath(os.path.join(build, "reach", name))
    shutil.rmtree(data, ignore_errors=True)
    subprocess.run(command, env=dict(environment, GCOV_PREFIX=data, CK_FORK="no", BUILD=build), capture_output=True, check=False)
    ran, code, functions = {}, {}, {}
    counts = glob.glob(data + "/**/*.gcda", recursive=True)
    for path in counts:  # gcov looks for the notes beside the counts
        notes = path[len(data):-len("gcda")] + "gcno"
        os.symlink(notes, path[:-len("gcda")] + "gcno")
    for part in range(0, len(counts), 50):
        text = subprocess.run(["gcov", "-j", "-t"] + counts[part:part + 50], capture_output=True, text=True, check=True).stdout
        for file in (file for line in text.splitlines() for file in json.loads(line)["files"]):
            path = os.path.normpath(file["file"])
            if not path.startswith(("cmodel/", "tb/")):
                continue
            code.setdefault(path, set()).update(line["line_number"] for line in file["lines"])
            ran.setdefault(path, set()).update(line["line_number"] for line in file["lines"] if line["count"] > 0)
            functions.setdefault(path, set()).update((f["start_line"], f["end_line"], f["execution_count"] > 0) for f in file["functions"])
    shutil.rmtree(data, ignore_errors=True)  # a test that runs no C code leaves none
    return {path: [sorted(ran[path]), sorted(code[path] - ran[path]), sorted(functions[path])] for path in code}


class Reach:
    """Which tests run a line. The lines of a test are kept until the test is built again."""

    def __init__(self, build, commands, environment, jobs):
        """commands: name of a test -> its command"""
        self.build, self.commands, self.environment = build, commands, environment
        with ThreadPoolExecutor(jobs) as pool:
            self.table = dict(zip(commands, pool.map(self.kept, commands)))

    def kept(self, name):
        path, built = os.path.join(self.build, "reach-%s.json" % name), [os.path.join(self.build, name), os.path.join(self.build, "sluice")]
        if not os.path.exists(path) or any(os.path.exists(b) and os.path.getmtime(path) < os.path.getmtime(b) for b in built):
            found = counted(self.build, name, self.commands[name], self.environment)
            with open(path, "w", encoding="ascii") as to:
                json.dump(found, to)
        with open(path, encoding="ascii") as text:
            return json.load(text)

    def tests(self, path, line):
        """The tests that run a line; if gcov counts no code in it, those that run its function; outside of functions, all tests."""
        here = {test: files[path] for test, files in self.table.items() if path in files}
        if any(line in ran or line in rest for ran, rest, _ in here.values()):
            return {test for test, (ran, _, _) in here.items() if line in ran}
        around = {test: [ran for first, last, ran in functions if first <= line <= last] for test, (_, _, functions) in here.items()}
        return {test for test, ran in around.items() if any(ran)} if any(around.values()) else set(self.table)
