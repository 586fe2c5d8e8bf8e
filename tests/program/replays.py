"""Runs sluice replay with the captures of captures.py, for its tests. tshark reads the captures that leave."""
import subprocess

from program import HAS_RTL, bash, run

SCENARIO = "tb/examples/scenarios/replay.yaml"
PORTS, FRAMES = 4, 300
BEST = "both" if HAS_RTL else "model"   # engines
COLUMNS = ("port", "in", "entered", "out", "pauses_in", "pauses_out", "refused")


def make_captures(options=""):
    bash(f"$root/tb/cli/replay/captures.py ./ {options}")


def tshark(capture, options):
    """The lines that tshark prints of a capture"""
    command = f"tshark -r {capture} {options}"
    return subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.splitlines()


def frames(capture, condition):
    """Number of frames in a capture that match a filter of tshark."""
    return len(tshark(capture, f"-Y '{condition}' -T fields -e frame.number"))


class Table(list):
    """The numbers of the table that a replay has printed: table[port]["out"]. result: of the program."""

    def __init__(self, result):
        self.result = result
        for port, line in enumerate(result.out.splitlines()[1:]):
            words = line.split()
            if len(words) < len(COLUMNS) or words[0] != str(port):
                break
            self.append(dict(zip(COLUMNS, map(int, words))))


def replay(options, scenario=SCENARIO, out="out"):
    """Runs a replay, which must succeed."""
    return Table(run(f"replay {scenario} {options} --out {out}"))
