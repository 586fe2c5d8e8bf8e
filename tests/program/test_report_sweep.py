#!/usr/bin/env python3
"""The page of a sweep. make check T=report_sweep repeats it."""
import os

from pages import knows
from program import bash, each, main, run, write
from sweeps import write_scenario


def sweep_of(columns="", options=""):
    write_scenario(200)
    write("a.yaml", f"scenario: two.yaml\nover:\n  mmu.scheme: [SIH, DSH]\n  mmu.alpha: [1/16, 0.25]\n  seed: 1..3\n{columns}")
    run(f"sweep a.yaml --quiet --out o {options}")


def test_report_of_a_sweep():
    """The page has the rows of sweep.csv: numbers, texts, and null for a result that a point does not have."""
    sweep_of()
    run("report o").printed("o/report.html\n")
    knows("o/report.html",
          "length == 1 and (.[0].sweep | .points == 12 and .completed == 12 and .lost == 0 and .chosen == false and (.rows | length) == 12)",
          '.[0].sweep.keys == [{key: "mmu.scheme", values: ["SIH", "DSH"]}, {key: "mmu.alpha", values: ["1/16", "0.25"]}, '
          '{key: "seed", values: ["1", "2", "3"]}]',
          '.[0].sweep.rows[4][0:5] == [5, "SIH", 0.25, 2, 0]',
          '.[0].sweep | (.columns | index("verdict")) as $v | .rows | all(.[$v] == "drained")')
    bash("""$sluice report o --json | jq -r '.[0].sweep | .columns, .rows[] | map(. // "") | join(",")' | cut -d, -f1-4 >seen &&
         cut -d, -f1-4 o/sweep.csv | cmp - seen""")


def test_report_of_a_moved_sweep():
    """The directory alone is enough: neither the sweep file nor the scenario is read."""
    sweep_of("columns: [verdict, flows.g.completion_ns]\n")
    bash("rm a.yaml two.yaml o/sweep.csv && mv o p && cd p && $sluice report . >/dev/null")
    knows("p/report.html", '.[0].sweep | .chosen and (.columns | index("flows.g.completion_ns")) == 6 and all(.rows[]; .[6] > 20000)')


def test_report_of_a_part():
    """Only some points have run. A sweep without a point has no page."""
    sweep_of(options="--point 3")
    run("sweep a.yaml --quiet --out o --point 8")
    run("report o --out page.html")
    knows("page.html", ".[0].sweep | .points == 12 and .completed == 2 and (.rows | map(.[0])) == [3, 8]")
    bash("rm o/points/*")
    result = run(f"report {os.getcwd()}/o", 2)
    result.said("/o: no point of this sweep has run; let sluice sweep --out run some\n")
    result.one_line()


@each([
    (":", "o o", "/o: a sweep; give it alone, because a page is about runs or about one sweep\n"),
    (":", "run o", "/o: a sweep; give it alone, because a page is about runs or about one sweep\n"),
    ("mkdir empty", "empty",
     "/empty/run.cksum: cannot open: No such file or directory; give a directory that sluice run --out or sluice sweep wrote\n"),
    ("sed -i s/drained/deadlocked/ o/points/5", "o",
     "/o/points/5:7: the lines above are not those that were written; remove the file, and its point runs again\n"),
    ("echo >o/inputs.txt", "o", "/o/inputs.txt:1: no sweep file; remove the directory, and run the sweep again\n"),
    ("truncate -s 100 o/inputs.txt", "o", "/o/inputs.txt:1: no sweep file; remove the directory, and run the sweep again\n"),
    ("echo x >o/report.html", "o", "/o/report.html: the file does not hold a page; give --out another file\n")])
def test_refused_directories(command, directories, says):
    sweep_of("columns: [verdict]\n")
    run("run two.yaml --quiet --out run")
    bash(command)
    where = " ".join(f"{os.getcwd()}/{name}" for name in directories.split())
    result = run(f"report {where} --out {'o/report.html' if 'report.html' in says else 'page.html'}", 2)
    result.said(says if "report.html" not in says else says[1:])
    result.one_line()
    assert not os.path.exists("page.html")


main()
