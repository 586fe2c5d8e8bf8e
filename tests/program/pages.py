"""Checks of the pages of sluice report: what a page holds, by filters of jq."""
import re
import subprocess

from program import bash, read, run, write


def holds(text, condition):
    """Expects that a filter of jq is true of a text of JSON."""
    done = subprocess.run(["jq", "-es", f"length == 1 and (.[0] | {condition})"], input=text, text=True, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, f"not so: {condition}"


def knows(page, *conditions):
    """Expects that filters are true of what the page knows."""
    text = re.search(r'<script type="application/json" id="runs">(.*)</script>$', read(page), re.M)[1]
    for condition in conditions:
        holds(text, condition)


def page_of(file):
    """Runs a scenario file into directory o, and makes the page of this run."""
    run(f"run {file} --quiet --out o")
    run("report o")


def page_of_text(scenario):
    page_of(write("scenario.yaml", scenario))


def write_sums(directory):
    """Writes the checksums of a directory whose files the test has written."""
    bash(f"cd {directory} && cksum *.csv results.json >run.cksum")
