"""Finds the tests that run a function, with gcov, so that a mutant runs only these tests."""
import glob
import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor


def functions(build, test, environment):
    """Runs a test built with --coverage. Returns its functions: (path, first line, last line, whether it ran)."""
    data = os.path.abspath(os.path.join(build, "reach", os.path.basename(test)))
    shutil.rmtree(data, ignore_errors=True)
    subprocess.run([test], env=dict(environment, GCOV_PREFIX=data, CK_FORK="no"), capture_output=True, check=False)
    found = set()
    counts = glob.glob(data + "/**/*.gcda", recursive=True)
    for path in counts:  # gcov looks for the notes beside the counts
        notes = path[len(data):-len("gcda")] + "gcno"
        os.symlink(notes, path[:-len("gcda")] + "gcno")
    for part in range(0, len(counts), 50):
        text = subprocess.run(["gcov", "-j", "-t"] + counts[part:part + 50], capture_output=True, text=True, check=True).stdout
        for line in text.splitlines():
            for file in json.loads(line)["files"]:
                found.update((os.path.normpath(file["file"]), f["start_line"], f["end_line"], f["execution_count"] > 0) for f in file["functions"])
    shutil.rmtree(data)
    return found


class Reach:
    """Which tests run a line's function. The functions of a test are kept until the test is built again."""

    def __init__(self, build, names, environment, jobs):
        self.build, self.environment = build, environment
        with ThreadPoolExecutor(jobs) as pool:
            self.table = dict(zip(names, pool.map(self.kept, names)))

    def kept(self, name):
        test, path = os.path.join(self.build, name), os.path.join(self.build, "reach-%s.json" % name)
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(test):
            found = sorted(functions(self.build, test, self.environment))
            with open(path, "w", encoding="ascii") as to:
                json.dump(found, to)
        with open(path, encoding="ascii") as text:
            return json.load(text)

    def tests(self, path, line):
        """The tests that run the function of a line; all tests for a line outside of functions."""
        here = {test: [f[3] for f in functions if f[0] == path and f[1] <= line <= f[2]] for test, functions in self.table.items()}
        inside = any(here.values())
        return {test for test, ran in here.items() if any(ran) or not inside}
