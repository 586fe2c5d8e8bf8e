#!/usr/bin/env python3
"""The ledger of evidence: results of claims that take longer than a test, and which of them are stale.

usage: evidence.py status                  prints each family of rows: fresh, stale, failed, without a result, and what a round costs
       evidence.py run [--budget 2h] [ROW..]    runs rows that are not fresh, cheap and important ones first; ROW: a name or a pattern, also a fresh one
       evidence.py today --budget 40m      runs one row, another one every day; the result is not stored
       evidence.py pages [--check]         writes the lines after `<!-- evidence: PATTERN -->` in docs/; --check: fails if one differs

A result is fresh while the hash of its inputs is that of the run. Inputs are the command, the versions of its tools, and the files of the row without
comments. Of a package, the row of a module has only the names that the module uses.
Inputs must be committed, so that the commit of a result is the one measured. Each result is stored when its row ends: stop the run at any time.
"""
import argparse
import collections
import datetime
import fnmatch
import functools
import hashlib
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
RESULTS = HERE / "results.tsv"
VERSIONS = {"yosys": "yosys -V", "yosys-abc": "yosys-abc -q version", "cadical": "cadical --version", "verilator": "verilator --version", "iverilog": "iverilog -V",
            "cc": "cc --version"}
MOST_NAMES = 3  # in a line of a page
C_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.S)
C_LIKE = {".c", ".h", ".cpp", ".sv", ".svh", ".v"}
HASH_LIKE = {".py", ".sh", ".mk", ".toml", ".yaml", ".ys", ".tcl", ".core"}

Result = collections.namedtuple("Result", "row state files versions commit date seconds text")


class Row:
    """A row, with {} replaced."""

    def __init__(self, family, word):
        put = lambda text: text.replace("{}", word)
        self.family = family["name"]
        self.name = f"{self.family} {word}" if word else self.family
        self.command = put(family["command"])
        self.result = family.get("result", "").replace("{}", re.escape(word))
        self.inputs = [put(i) for i in family["inputs"]]
        self.tools = family.get("tools", [])
        self.exact = family.get("exact", False)
        self.estimate = family["seconds"]
        self.weight = family.get("weight", 1)
        self.page = family["page"]


@functools.cache
def tracked():
    return subprocess.run(["git", "ls-files", "-z"], cwd=TOP, check=True, capture_output=True, text=True).stdout.split("\0")[:-1]


def ledger():
    """The rows of rows.toml."""
    data = tomllib.loads((HERE / "rows.toml").read_text())
    rows = []
    for family in data["rows"]:
        words = [""]
        if "each" in family:
            words = subprocess.run(family["each"], shell=True, cwd=TOP, check=True, capture_output=True, text=True).stdout.split()
        family["inputs"] = [p for i in family["inputs"] for p in (data["groups"][i[1:]] if i.startswith("$") else [i])]
        rows += [Row(family, w) for w in words]
    return rows


@functools.cache
def content(path, exact):
    """The text of a file; without comments, blanks around lines and empty lines, unless exact."""
    text = (TOP / path).read_bytes()
    suffix = pathlib.Path(path).suffix
    if exact or suffix not in C_LIKE | HASH_LIKE and pathlib.Path(path).name not in ("Makefile", "list"):
        return text
    text = text.decode()
    if suffix in C_LIKE:
        text = C_COMMENT.sub(lambda m: m[1] or " ", text)
    lines = [line.strip() for line in text.split("\n")] if suffix in C_LIKE else [line.rstrip() for line in text.split("\n")]
    return "\n".join(x for x in lines if x and not (suffix not in C_LIKE and x.lstrip().startswith("#"))).encode()


@functools.cache
def modules():
    """The file of each module of the RTL and of the proofs, and the files without a module."""
    of, others = {}, []
    for path in tracked():
        if path.endswith(".sv") and path.startswith(("rtl/", "tests/formal/")):
            names = re.findall(r"^\s*module\s+(\w+)", content(path, False).decode(), re.M)
            of.update((n, path) for n in names)
            others += [] if names else [path]
    return of, others


def module_files(name):
    """The files that define a module and the modules inside it, packages and types, and the assertions of the module."""
    of, others = modules()
    top = f"sluice_{name}"
    assertions = [p for p in tracked() if p.endswith(f"/{top}.svh")]
    if top not in of:
        sys.exit(f"evidence: {HERE.name}/rows.toml: no module {top}")
    found, wanted = set(others) | set(assertions), [of[top]] + assertions
    while wanted:
        path = wanted.pop()
        found.add(path)
        wanted += {of[n] for n in re.findall(r"\bsluice_\w+", content(path, False).decode()) if n in of} - found
    return sorted(found)


def parts_used(path, others):
    """Of a package or a file of structs: the declarations that the other files, or used declarations, name."""
    text = content(path, False).decode()
    parts = {}
    for part in re.findall(r"localparam[^;]*;|(?s:function\b.*?endfunction)|`define(?:.*\\\n)*.*", text):
        name = re.search(r"`define (\w+)|(\w+)\s*=|function[^(;]*?(\w+)\s*[(;]", part)
        parts[next(g for g in name.groups() if g)] = part
    words = {w for o in others for w in re.findall(r"\w+", content(o, False).decode())}
    used, wanted = set(), parts.keys() & words
    while wanted:
        used |= wanted
        wanted = {w for p in wanted for w in re.findall(r"\w+", parts[p])} & parts.keys() - used
    return "\n".join(parts[p] for p in parts if p in used).encode()


@functools.cache
def matching(pattern):
    regex = re.compile("".join({"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}.get(p, re.escape(p)) for p in re.split(r"(\*\*/|\*\*|\*)", pattern)) + r"\Z")
    return [p for p in tracked() if regex.match(p)]


def files_of(row):
    """The files of a row, and the text of its `lines`."""
    files, lines = set(), []
    for i in row.inputs:
        words = i.split()
        if words[0] == "module":
            files.update(module_files(words[1]))
        elif words[0] == "lines":
            # The first column is text for readers.
            columns = [x.split(" | ", 1)[1] for x in (TOP / words[1]).read_text().splitlines() if " | " in x and not x.startswith("#")]
            lines += [x for x in columns if re.match(rf"{re.escape(words[2])}(\+\w+)? \|", x)]
        elif not matching(i):
            sys.exit(f"evidence: rows.toml: row {row.name}: no file matches {i}")
        else:
            files.update(matching(i))
    # The ledger is no input of itself.
    return sorted(f for f in files if not f.startswith("tests/evidence/")), lines


def files_hash(row):
    h = hashlib.sha256(row.command.encode())
    files, lines = files_of(row)
    modules_only = any(i.startswith("module ") for i in row.inputs)
    shared = [f for f in files if modules_only and f.endswith(("_pkg.sv", "_structs.sv", "_types.sv"))]
    for f in files:
        text = parts_used(f, [o for o in files if o not in shared]) if f in shared else content(f, row.exact)
        h.update(f.encode() + b"\0" + text + b"\0")
    h.update("\n".join(lines).encode())
    return h.hexdigest()[:12]


@functools.cache
def version(tool):
    try:
        lines = subprocess.run(shlex.split(VERSIONS[tool]), capture_output=True, text=True).stdout.strip().splitlines()
    except FileNotFoundError:
        lines = []
    return re.sub(r"[\s,]+", "-", f"{tool} {(re.findall(r'[0-9]+[.][0-9][0-9.+]*', lines[0]) or lines[0].split()[-1:])[0]}" if lines else f"{tool} none")


def versions(row):
    return ",".join(version(t) for t in row.tools) or "-"


def read_results():
    if not RESULTS.exists():
        return {}
    lines = [x.split("\t") for x in RESULTS.read_text().splitlines()[1:]]
    return {x[0]: Result(*x) for x in lines}


def write_results(results):
    part = RESULTS.with_suffix(".part")
    part.write_text("\n".join(["\t".join(Result._fields)] + ["\t".join(results[n]) for n in sorted(results)]) + "\n")
    part.replace(RESULTS)


def state(row, results, with_versions=True):
    """fresh, stale, FAILED or none."""
    r = results.get(row.name)
    if r is None:
        return "none"
    if r.files != files_hash(row) or (with_versions and r.versions != versions(row)):
        return "stale"
    return "fresh" if r.state == "ok" else "FAILED"


def cost(row, results):
    return int(results[row.name].seconds) if row.name in results else row.estimate


def duration(text):
    m = re.fullmatch(r"([0-9]+)(h|m|s|min)?", text)
    if not m:
        raise argparse.ArgumentTypeError(f'"{text}": expected a time such as 2h, 40m or 600')
    return int(m[1]) * {"h": 3600, "m": 60, "min": 60, "s": 1, None: 1}[m[2]]


def hours(seconds):
    return f"{seconds / 3600:.1f}"


def measure(row, longest=None):
    """Runs a row. Returns its result. longest: seconds until subprocess.TimeoutExpired"""
    changed = subprocess.run(["git", "status", "--porcelain", "--", *files_of(row)[0]], cwd=TOP, check=True, capture_output=True, text=True).stdout
    if changed:
        sys.exit(f"evidence: {row.name}: commit its inputs first: {changed.split()[1]}")
    commit = subprocess.run(["git", "rev-parse", "--short=9", "HEAD"], cwd=TOP, check=True, capture_output=True, text=True).stdout.strip()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    hashed, used = files_hash(row), versions(row)
    log = TOP / os.environ.get("BUILD", "build") / "evidence" / (re.sub(r"[ /]", "-", row.name) + ".log")
    log.parent.mkdir(parents=True, exist_ok=True)
    print(f"evidence: {row.name}: {row.command}", flush=True)
    with log.open("w") as file:
        p = subprocess.Popen(row.command, shell=True, executable="/bin/bash", cwd=TOP, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            p.wait(longest)
        except BaseException:
            os.killpg(p.pid, signal.SIGTERM)
            p.wait()
            raise
    if p.returncode < 0:
        sys.exit(f"evidence: {row.name}: killed by signal {-p.returncode}; nothing is stored")
    output = log.read_text(errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = [m for m in (re.search(row.result, x) for x in output.splitlines()) if m] if row.result else []
    text = " ".join(" ".join(g.split()) for g in found[-1].groups()).replace("\t", " ") if found else f"exit status {p.returncode}" + (", no line with the result" if row.result else "")
    passed = p.returncode == 0 and (found or not row.result)
    if not passed:
        print("\n".join(output.splitlines()[-15:]) + f"\nevidence: {row.name}: the whole output is in {os.path.relpath(log, TOP)}", file=sys.stderr)
    date = datetime.date.today().isoformat()
    print(f"evidence: {row.name}: {'ok' if passed else 'FAILED'}, {seconds:.0f} CPU s, {text}", flush=True)
    return Result(row.name, "ok" if passed else "FAILED", hashed, used, commit, date, f"{seconds:.0f}", text)


def run(rows, budget, names):
    end = time.time() + budget
    results = read_results()
    chosen = [r for r in rows if any(fnmatch.fnmatch(r.name, n) for n in names)] if names else [r for r in rows if state(r, results) in ("stale", "none")]
    if names and not chosen:
        sys.exit(f"evidence: no row {' '.join(names)}; make evidence-status lists the rows")
    failed = 0
    for row in sorted(chosen, key=lambda r: cost(r, results) / r.weight):
        if cost(row, results) > end - time.time():
            continue
        r = measure(row)
        failed += r.state != "ok"
        results = {**read_results(), row.name: r}
        write_results(results)
    left = [r for r in chosen if state(r, results) in ("stale", "none")]
    print(f"evidence: {failed} failed; {len(left)} rows left, about {hours(sum(cost(r, results) for r in left))} CPU hours")
    return failed


def today(rows, budget):
    """Another row every day: of the rows that are not fresh, or of all."""
    results = read_results()
    affordable = sorted((r for r in rows if cost(r, results) <= budget), key=lambda r: r.name)
    chosen = [r for r in affordable if state(r, results, False) != "fresh"] or affordable
    row = chosen[datetime.date.today().toordinal() % len(chosen)]
    try:
        return measure(row, budget).state != "ok"
    except subprocess.TimeoutExpired:
        print(f"evidence: {row.name}: no result in {hours(budget)} hours; its cost in the ledger is too low")
        return 0


def status(rows):
    results = read_results()
    families = collections.defaultdict(list)
    for r in rows:
        families[r.family].append(r)
    print(f"{'rows':24} {'fresh':>6} {'stale':>6} {'failed':>6} {'none':>6}  {'CPU hours of a round':>20} {'now':>6}")
    total = now = failed = 0
    for family, members in families.items():
        states = [state(r, results) for r in members]
        costs = [cost(r, results) for r in members]
        due = sum(c for c, s in zip(costs, states) if s != "fresh")
        print(f"{family:24} {states.count('fresh'):6} {states.count('stale'):6} {states.count('FAILED'):6} {states.count('none'):6}  {hours(sum(costs)):>20} {hours(due):>6}")
        total, now, failed = total + sum(costs), now + due, failed + states.count("FAILED")
        for r, s in zip(members, states):
            if s in ("stale", "FAILED"):
                print(f"  {s:6} {r.name}: {results[r.name].text}, at {results[r.name].commit} on {results[r.name].date}")
    print(f"A whole round costs {hours(total)} CPU hours, the rows that are not fresh {hours(now)}.")
    return failed


def line_of(pattern, rows, results):
    """The line of a page: how many rows are fresh, at which commits they were measured, and which are stale."""
    chosen = [r for r in rows if fnmatch.fnmatch(r.name, pattern)]
    if not chosen:
        sys.exit(f"evidence: no row {pattern}")
    states = {r.name: state(r, results, False) for r in chosen}
    measured = sorted((results[r.name].date, results[r.name].commit) for r in chosen if r.name in results)
    text = f"Evidence `{pattern}`: {list(states.values()).count('fresh')} of {len(chosen)} rows are fresh"
    if measured:
        commits = list(dict.fromkeys(c for _, c in measured))
        text += ", measured at " + ", ".join(f"`{c}`" for c in commits[:MOST_NAMES]) + (" and others" if len(commits) > MOST_NAMES else "")
        text += f", the oldest on {measured[0][0]}"
    text += "."
    for s, words in (("stale", "**Stale**, because inputs changed since"), ("FAILED", "**Failed**"), ("none", "Without a result")):
        names = [f"`{n}`" for n in states if states[n] == s]
        if names:
            text += f" {words}: {', '.join(names) if len(names) <= MOST_NAMES else f'{len(names)} rows'}."
    return text


def pages(rows, check):
    results, wrong = read_results(), 0
    for path in (p for p in tracked() if p.startswith("docs/") and p.endswith(".md")):
        text = (TOP / path).read_text()
        new = re.sub(r"(<!-- evidence: (.+?) -->\n)[^\n]*\n", lambda m: m[1] + line_of(m[2], rows, results) + "\n", text)
        if new != text and check:
            print(f"{path}: a line after <!-- evidence: --> is not that of the ledger: make evidence-pages", file=sys.stderr)
            wrong += 1
        elif new != text:
            (TOP / path).write_text(new)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("status", "run", "today", "pages"))
    parser.add_argument("--budget", type=duration, default=duration("2h"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="ROW")
    a = parser.parse_intermixed_args()
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell that runs this in the background lets it ignore SIGINT
        signal.signal(number, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # status | head
    rows = ledger()
    try:
        bad = {"status": lambda: status(rows), "run": lambda: run(rows, a.budget, a.names), "today": lambda: today(rows, a.budget),
               "pages": lambda: pages(rows, a.check)}[a.action]()
    except KeyboardInterrupt:
        sys.exit("evidence: stopped; the results so far are stored")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
