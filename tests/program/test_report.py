#!/usr/bin/env python3
"""sluice report: what a page holds, taken from it by jq. What a browser makes of it: tests/program/report.sh. make check T=report repeats it."""
import json
import os

from pages import knows, write_sums
from program import CASE2, RUN_FILES, bash, each, main, run, write


def write_results(**more):
    """A directory o with a results.json of these keys."""
    os.mkdir("o")
    write("o/results.json", json.dumps({"scenario": "x", "command": "x", "registers": {}} | more) + "\n")


def test_report_of_a_deadlock():
    run(f"run {CASE2} --quiet --out o")
    assert run("report o").out.startswith("o/report.html")
    knows("o/report.html", 'length == 1 and .[0].results.verdict == "deadlocked"',
          '.[0].results.files[0].text | startswith("# Case 2")',
          # As many pauses as the links counted, and the seven that end with the run lead to it.
          "(.[0].pauses.shown | map(.pauses) | add) == (.[0].results.links | map(.pauses_in_all) | add)",
          ".[0] as $r | [.[0].pauses.shown[].bars[] | select(.[1] == $r.results.end_ns)] | length == 7",
          ".[0] as $r | .[0].pauses.shown | all(.bars as $b | range(1; $b | length) | $b[.][0] >= $b[. - 1][1])",
          '[.[0].occupancy.shown[] | select(.queue | endswith("/0")).bytes | max] == [52000, 52000, 46000, 52000]')


def test_report_of_many_runs():
    run(f"run {CASE2} --quiet --out a")
    run(f"run {CASE2} --quiet --mmu tb/examples/scenarios/mmu_gfc.yaml --out b")
    run("report a b --out both.html")
    knows("both.html", 'map(.results.verdict) == ["deadlocked", "drained"]', "map(.results.files | length) == [1, 2]")
    assert run("report a b --json").out.startswith('[{"dir":"')
    run("report a --out both.html")  # a page may be replaced
    run("report a --out a/results.json", 2).said("a/results.json: the file does not hold a page; give --out another file")
    run("report a --out /dev/null", 2)
    run("report a --json --out x", 2).said("--json writes no page; remove --out")
    run("report a --out no/x.html", 1).said("no/x.html: cannot write: No such file or directory")


def test_report_of_pauses():
    """A pause that nobody refreshes ends by itself: 100 quanta of 512 bits at 40 Gb/s are 1,280 ns."""
    write_results(scenario="</script>", end_ns=5000, links=[{"name": "L", "gbps": 40}])
    write("o/pauses.csv", "time_ns,link,direction,class,event,level\n100,L,A>B,0,pause,100\n600,L,A>B,0,refresh,100\n"
          "3000,L,A>B,0,pause,100\n3500,L,A>B,0,resume,0\n4000,L,A>B,port,pause,100\n4900,L,A>B,0,pause,65535\n")
    write("o/occupancy.csv", "time_ns,switch,link,class,bytes,xoff\n0,A,L,0,0,10\n1,A,L,0,7,10\n2,A,L,0,7,10\n")
    write_sums("o")
    run("report o")
    knows("o/report.html", '.[0].results.scenario == "</script>"',
          '.[0].pauses.shown == [{link: "L", direction: "A>B", class: "0", pauses: 3, paused_ns: 2380, merged: 0, merged_ns: 0, '
          'bars: [[100, 1880, 100, 1], [3000, 3500, 100, 1], [4900, 5000, 65535, 1]]}, {link: "L", direction: "A>B", '
          'class: "port", pauses: 1, paused_ns: 1000, merged: 0, merged_ns: 0, bars: [[4000, 5000, 100, 1]]}]',
          '.[0].occupancy.shown == [{queue: "A:L/0", t: [0, 1, 2], bytes: [0, 7, 7], xoff: [10, 10, 10]}]')


@each([
    # The level of GFC is the rate; only a level after full rate is one of the pauses.
    ("100,level,1 300,level,3 500,level,0 600,level,0 700,level,2", 2, 4700, "[100, 300, 1, 1], [300, 500, 3, 0], [700, 5000, 2, 1]"),
    # CBFC: without credits until they return
    ("100,empty,5 200,empty,4 400,refill,50 900,refill,60 1000,empty,3", 2, 4300, "[100, 400, 5, 1], [1000, 5000, 3, 1]"),
    # What a watchdog does neither ends nor begins a pause.
    ("100,pause,100 500,storm,0 600,resume,0 700,restored,0 800,storm,1", 1, 500, "[100, 600, 100, 1]")])
def test_report_of_messages(messages, pauses, paused, bars):
    """The bars of each kind of feedback: begin, end, level, and whether they began a pause."""
    write_results(end_ns=5000, links=[{"name": "L", "gbps": 40}])
    write("o/pauses.csv", "time_ns,link,direction,class,event,level\n" +
          "".join(f"{t},L,A>B,0,{event},{level}\n" for t, event, level in (m.split(",") for m in messages.split())))
    write("o/occupancy.csv", "time_ns,switch,link,class,bytes\n0,A,L,0,1\n")
    write_sums("o")
    run("report o")
    knows("o/report.html", f'.[0].pauses.shown == [{{link: "L", direction: "A>B", class: "0", pauses: {pauses}, paused_ns: {paused}, merged: 0, merged_ns: 0, '
          f"bars: [{bars}]}}]")


def test_plots_of_a_deadlock():
    """A bar for each of the 43 pauses, the instant, the thresholds of four queues in the plots for a paper."""
    run(f"run {CASE2} --quiet --out o")
    bash("""SLUICE=$sluice $root/tb/studies/plots/plot.sh o && test "$(grep -c '<polygon' o/pauses.svg)" = 43 &&
         grep -q 'deadlocked since 105.9 us' o/pauses.svg && test "$(grep -c 'rgb(179,   0,  27)' o/occupancy.svg)" = 12 &&
         test "$(grep -c 'rgb( 27, 127,  75)' o/occupancy.svg)" = 8 && test -s o/occupancy.png""")
    assert len(os.listdir("o")) == RUN_FILES + 4


@each([
    ("o/results.json", "{\n\"scenario\": 1,,\n}", "o/results.json:2: not JSON"),
    ("o/results.json", "{\"scenario\": \"x\"}", "o/results.json:1: there is no \"command\""),
    ("o/pauses.csv", "", "o/pauses.csv:1: there is no line of column names"),
    ("o/pauses.csv", "time_ns,link\n", "o/pauses.csv:1: there is no column direction"),
    ("o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L9,A>B,0,pause,1\n", "o/pauses.csv:2: results.json has no link L9"),
    ("o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L1,A>B,0,pause\n", "o/pauses.csv:2: 5 fields, but 6 columns"),
    ("o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L1,A>B,0,paused,1\n", "o/pauses.csv:2: there is no event 'paused'"),
    ("o/pauses.csv", "time_ns,link,direction,class,event,level\n1,L1,A>B,0,pause,65", "o/pauses.csv:2: the file ends"),
    ("o/occupancy.csv", "time_ns,switch,bytes\n1,A,many\n", "o/occupancy.csv:2: bytes 'many' is not a number"),
    ("o/occupancy.csv", "time_ns,switch,bytes\n1,A,1e999\n", "o/occupancy.csv:2: bytes '1e999' is not a number"),
    ("o/occupancy.csv", "time_ns,switch,bytes\n2,A,1\n1,A,2\n", "o/occupancy.csv:3: time_ns 1 is before that of the line above"),
    ("o/occupancy.csv", "time_ns,switch,by", "o/occupancy.csv:1: the file ends")])
def test_report_of_damaged_files(file, text, says):
    run(f"run {CASE2} --quiet --out o")
    write(file, text)
    result = run("report o", 2)
    result.said(file)
    result.said(": the file is damaged or of another run, see line ")
    write_sums("o")
    run("report o", 2).said(says)
    assert len(os.listdir("o")) == RUN_FILES  # no page


def test_sums_of_large_files():
    """The checksums of files of several blocks are those of the command cksum."""
    write("s.yaml", "name: s\nduration_us: 100\ngbps: 40\nmmu: {scheme: DSH, buffer: 1MB, headroom: 16KB, alpha: 1/8, ports: 4}\n"
          "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n"
          "trace: {series: [{queues: [all], what: [ingress], every_ns: 100}]}\n")
    run("run s.yaml --quiet --out o")
    bash("cd o; test $(wc -c <series.csv) -gt 200000 && cksum *.csv results.json | sort -k 3 | cmp - <(sort -k 3 run.cksum)")
    run("report o")


@each([
    ("rm run.cksum", "o/run.cksum: cannot open: No such file or directory; give a directory that sluice run --out or sluice sweep wrote"),
    ("rm links.csv", "o/links.csv: cannot open: No such file or directory; let sluice run --out write"),
    ("rm links.csv; mkfifo links.csv", "o/links.csv: cannot open: not a regular file"),
    ("mv queues.csv x; ln -s x queues.csv; echo >>x", "o/queues.csv: the file is damaged or of another run"),
    ("sed -i 5d pauses.csv", "o/pauses.csv: the file is damaged or of another run, see line 1 of run.cksum; "),
    ("tail -1 pauses.csv >>pauses.csv", "o/pauses.csv: the file is damaged or of another run"),
    ("sed -i '/ flows.csv/d' run.cksum", "o/flows.csv: the file is of another run, run.cksum does not list it"),
    ("cp links.csv queues.csv", "o/queues.csv: the file is damaged or of another run"),
    ("sed -i s/deadlocked/drained/ results.json", "o/results.json: the file is damaged or of another run")])
def test_report_of_a_mixture(command, says):
    """Files of two runs, or files that another program has changed"""
    run(f"run {CASE2} --quiet --out o")
    bash(f"cd o && {command}")
    result = run("report o", 2)
    result.said(says)
    result.one_line()
    assert not os.path.exists("o/report.html")


def test_report_of_thresholds():
    """Thresholds that move: those of series.csv in each sample, private cells and DELTA_Q in bytes."""
    write_results(cell_bytes=64, links=[], flows=[], end_ns=9, registers={"A": {"scheme": "DSH", "PRIVATE": 10, "DELTA_Q": 3}})
    write("o/occupancy.csv", "time_ns,switch,link,class,bytes\n1,A,L,0,64\n1,B,L,0,64\n2,A,L,0,64\n3,A,L,0,64\n4,A,L,0,64\n")
    write("o/series.csv", "time_ns,switch,link,class,what,value\n2,A,,,threshold,6400\n2,A,,,port_threshold,1\n3,A,L,0,state,1\n"
          "4,A,,,threshold,128\n")
    write_sums("o")
    run("report o")
    knows("o/report.html", ".[0].occupancy.shown[0] | .t == [1, 2, 4] and .bytes == [64, 64, 64]",
          ".[0].occupancy.shown[0] | .xoff_bytes == [null, 7040, 768] and .xon_bytes == [null, 6848, 640]",
          ".[0].occupancy.shown[1] | .xoff_bytes == [null]")
    write("o/series.csv", "time_ns,switch,link,class,what,value\n2,A,,,threshold,much\n")
    write_sums("o")
    run("report o", 2).said("o/series.csv:2: value 'much' is not a number")


def test_report_of_shared_buffers():
    """The shared buffer: its own rows as they are, else from thresholds, T = alpha (Bs - S): under SIH Xqoff = T, under DSH Xqoff = T - eta. STATIC
    has constant thresholds, which say nothing."""
    dsh = {"scheme": "DSH", "SHARED": 100, "HEADROOM": 5, "ALPHA": -1}
    write_results(cell_bytes=10, links=[], flows=[], end_ns=9, registers={"A": dsh, "B": dsh | {"scheme": "SIH"}, "C": {"scheme": "STATIC"}, "D": dsh})
    write("o/series.csv", "time_ns,switch,link,class,what,value\n0,A,,,threshold,450\n0,B,,,threshold,500\n0,C,,,threshold,40\n"
          "0,D,,,shared,0\n0,D,,,threshold,450\n5,A,,,threshold,350\n5,B,,,threshold,100\n5,D,,,shared,70\n5,D,,,threshold,400\n")
    write_sums("o")
    run("report o")
    knows("o/report.html",
          '.[0].shared == {total: 3, thinned: 0, shown: [{switch: "B", t: [0, 5], bytes: [0, 800], derived: true}, '
          '{switch: "A", t: [0, 5], bytes: [0, 200], derived: true}, {switch: "D", t: [0, 5], bytes: [0, 70], derived: false}]}')


@each([("--set trace.queues=[A:L4/0,B:L1/0]", '["A:L4/3", "B:L1/2", "B:L1/4"]'), ("", "[]")])
def test_report_of_classes_that_are_not_traced(option, missing):
    """Classes that hold packets and are not traced are named, so that nobody takes class 0 for the port. With the scenario's own trace none is
    missing."""
    run(f"run {CASE2} --quiet --mmu tb/examples/scenarios/mmu_ttl.yaml {option} --out o")
    run("report o")
    knows("o/report.html", f".[0].occupancy.missing == {missing}")


def test_report_of_much():
    """More than a picture holds: what is left says how many there were, and keeps the highest."""
    write_results(end_ns=1e6, links=[{"name": "L", "gbps": 1}],
                  flows=[{"name": f"f{i}", "completion_ns": 1 + i * 7 % 3000} for i in range(3000)])
    write("o/occupancy.csv", "time_ns,switch,link,class,bytes\n" + "".join(f"0,A,L,{q},{q}\n" for q in range(2, 40)) +
          "".join(f"{t},A,L,{q},{999 if t == 12345 else t * 31 % 100}\n" for t in range(50000) for q in range(2)))
    write("o/pauses.csv", "time_ns,link,direction,class,event,level\n" +
          "".join(f"{i * 40 + (i % 20 == 19) * 20},L,A>B,0,{'resume,0' if i % 2 else 'pause,65535'}\n" for i in range(20000)))
    write_sums("o")
    run("report o")
    knows("o/report.html", ".[0].flows == 3000 and (.[0].results.flows | length) == 200",
          ".[0].completion_ns | .count == 3000 and .mean == 1500.5 and (.values | length) == 1000 and .values[0] == 1 and .values[-1] == 3000",
          "[.[0].results.flows[].completion_ns] | min == 2801 and max == 3000",
          ".[0].occupancy | .total == 40 and .thinned == 2 and (.shown | length) == 24",
          '.[0].occupancy.shown[0] | .queue == "A:L/0" and (.bytes | length) <= 4000 and (.bytes | max) == 999 and '
          "(.bytes | index(999)) as $i | .t[$i] == 12345",
          ".[0].occupancy.shown[0] | .t == (.t | sort) and .t[-1] >= 49990",
          ".[0].pauses.shown[0] | .pauses == 10000 and (.bars | length) == 2000 and ([.bars[][3]] | add) == 10000 and "
          ".merged == 8000 and .merged_ns == 40 and .paused_ns == 420000")


@each([2000, 2001, 2005])
def test_merged_pauses(n):
    """Above 2,000 pauses the closest ones become one bar, and no more of them than needed. Pause i lasts 10 ns, and the gap after it is 5,000 - i ns,
    so the last n - 1,999 pauses are one bar; the longest of their gaps is 5,000 - 1,999. A bar has the highest level of its pauses."""
    write_results(end_ns=1e8, links=[{"name": "L", "gbps": 1}], flows=[])
    write("o/occupancy.csv", "time_ns,switch,link,class,bytes\n0,A,L,0,1\n")
    starts = [sum(10 + 5000 - k for k in range(i)) for i in range(n)]
    write("o/pauses.csv", "time_ns,link,direction,class,event,level\n" +
          "".join(f"{t},L,A>B,0,pause,{60000 if i == n - 2 else 50000}\n{t + 10},L,A>B,0,resume,0\n" for i, t in enumerate(starts)))
    write_sums("o")
    run("report o")
    last = n - 1999
    knows("o/report.html",
          f".[0].pauses.shown[0] | .pauses == {n} and .paused_ns == {10 * n} and .merged == {n - 2000} and .merged_ns == {5000 - 1999 if last > 1 else 0} and "
          f"(.bars | length) == 2000 and .bars[1998][3] == 1 and .bars[1999] == [{starts[1999]}, {starts[-1] + 10}, {60000 if last > 1 else 50000}, {last}]")


@each([2001, 3000, 7999, 8001])
def test_merged_levels(n):
    """Above 2,000 levels of GFC, which follow each other without a gap, there are 2,000 bars: they cover the same time, each but the first and the last
    is about as many levels as the others, and a bar has the highest one of them. Only the first level is a pause."""
    write_results(end_ns=1e8, links=[{"name": "L", "gbps": 1}], flows=[])
    write("o/occupancy.csv", "time_ns,switch,link,class,bytes\n0,A,L,0,1\n")
    starts, levels = [100 * i + i % 7 for i in range(n)], [1 + i * 5 % 7 for i in range(n)]
    write("o/pauses.csv", "time_ns,link,direction,class,event,level\n" + "".join(f"{t},L,A>B,0,level,{k}\n" for t, k in zip(starts, levels)) +
          f"{100 * n},L,A>B,0,level,0\n")
    write_sums("o")
    lane = json.loads(run("report o --json").out)[0]["pauses"]["shown"][0]
    bars = lane["bars"]
    assert (lane["pauses"], lane["paused_ns"], lane["merged"], lane["merged_ns"], len(bars)) == (1, 100 * n, n - 2000, 0, 2000), lane
    assert [b[0] for b in bars[1:]] == [b[1] for b in bars[:-1]] and bars[0][0] == 0 and bars[-1][1] == 100 * n
    first = [starts.index(b[0]) for b in bars] + [n]
    for b, here, after in zip(bars, first, first[1:]):
        least = (n - 1) // 1999 if 0 < here and after < n else 1
        assert least <= after - here <= (n - 1) // 1999 + 1 and b[2] == max(levels[here:after]) and b[3] == (here == 0), (b, here, after)


main()
