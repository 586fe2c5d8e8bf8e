#!/usr/bin/env python3
"""Parameters of a module: their defaults, and whether the RTL takes the given values.

parameters.py TOP [NAME=VALUE ...]    prints one line and fails if the RTL refuses the values. Environment: RTL, the Verilog files
"""
import os
import re
import subprocess
import sys


def settable(top, files):
    """Returns {name: (text of the default, largest value)} of the parameters that a user may set."""
    path = next(f for f in files if os.path.basename(f) == f"{top}.sv")
    with open(path, encoding="utf-8") as file:
        head = file.read().split("\n) (")[0]
    rows = re.findall(r"^ *parameter (int|bit|logic \[(\d+):0\]) (\w+) = ([^,\n]+?),? *(//.*)?$", head, re.M)
    return {name: (default, 2 ** 31 - 1 if kind == "int" else 2 ** (int(msb or 0) + 1) - 1)
            for kind, msb, name, default, comment in rows if "derived" not in comment}


def refusal(top, files, values):
    """Returns why the RTL refuses the values, in one line, or None. The RTL names an undefined module after each reason."""
    # -Wno-lint, -Wno-fatal: only errors refuse a value; warnings are the matter of make lint.
    command = [os.environ.get("VERILATOR", "verilator"), "--lint-only", "-Wno-lint", "-Wno-fatal", "--top-module", top]
    try:
        done = subprocess.run(command + [f"-G{name}={value}" for name, value in values.items()] + files,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
    except FileNotFoundError:
        return None  # make installs Verilator later, and its build stops then
    if done.returncode == 0:
        return None
    reasons = re.findall(r"%Error: .*?:(\d+):\d+: Cannot find .*'sluice_\w*?parameter_(\w+)'", done.stdout)
    text = min(reasons, key=lambda row: int(row[0]))[1].replace("_", " ") if reasons else done.stdout.split("\n")[0]
    return f"{top} refuses {' '.join(f'{name}={value}' for name, value in values.items())}: {text}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(refusal(sys.argv[1], os.environ["RTL"].split(), dict(word.split("=") for word in sys.argv[2:])))
