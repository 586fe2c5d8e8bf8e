#!/usr/bin/env python3
"""life_of_a_frame.py WAVES: prints each row of docs/hardware/switch-timing.md whose signal does not change in the cycles of the row.

The signals are those of tb/examples/waves/life.gtkw. Cycle 0 is the first one with a word at port 3. A signal without a bit changes if any bit does.
"""
import re
import subprocess
import sys

PAGE, SAVED = "docs/hardware/switch-timing.md", "tb/examples/waves/life.gtkw"
LAST = 200  # cycles


def rows():
    """Yields cycles, signal, bit or None of each row."""
    with open(PAGE, encoding="utf-8") as file:
        for line in file:
            m = re.match(r"\| ([\d, ]+) \| `(\w+)(?:\[(\d+)\])?` \|", line)
            if m:
                yield [int(c) for c in m.group(1).split(",")], m.group(2), m.group(3)


def changes(waves, shown):
    """Returns the values of each shown signal as (time, text of bits), until LAST cycles after cycle 0; and the times of cycle 0 and 1."""
    names, scope, values, now, start, clock = {}, [], {name: [] for name in shown}, 0, None, []
    with subprocess.Popen(["fst2vcd", waves], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as vcd:
        for line in vcd.stdout:
            words = line.split()
            if line.startswith("$scope"):
                scope.append(words[2])
            elif line.startswith("$upscope"):
                scope.pop()
            elif line.startswith("$var"):
                names.setdefault(words[3], []).append(".".join(scope + [words[4]]).partition("[")[0])
            elif line[0] == "#":
                now = int(line[1:])
                if start is not None and len(clock) > 1 and now > start + LAST * (clock[1] - clock[0]):
                    vcd.kill()
                    break
            elif line[0] in "01b":
                text, code = (words[0][1:], words[1]) if line[0] == "b" else (line[0], line[1:].strip())
                for name in names.get(code, []):
                    if name in values:
                        values[name].append((now, text))
                    if name == "sluice_lossless_switch.clk" and text == "1" and len(clock) < 2:
                        clock.append(now)
                    if name == "sluice_lossless_switch.s_axis_tvalid" and start is None and int(text, 2) >> 3:
                        start = now
    return values, start, clock[1] - clock[0]


def main():
    with open(SAVED, encoding="utf-8") as file:
        shown = dict.fromkeys(re.findall(r"(sluice_lossless_switch\.[\w.]+)", file.read()))
    values, start, period = changes(sys.argv[1], shown)
    count = 0
    for cycles, signal, bit in rows():
        count += 1
        name = next((n for n in shown if n.endswith("." + signal)), None)
        seen, before = [], None
        for now, text in values.get(name, []):
            value = int(text, 2) >> int(bit or 0) & (1 if bit else -1)
            if value != before:
                seen.append((now - start) // period)
            before = value
        if not set(cycles) <= set(seen):
            print(f"{PAGE}: {signal} in cycles {cycles}: it changes in {[c for c in seen if 0 <= c]}")
    if count == 0:
        print(f"{PAGE} has no row")


main()
