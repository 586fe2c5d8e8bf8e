#!/usr/bin/env python3
"""Tests plans as files: sluice run and sluice topology read what sluice plan writes. make check T=planned repeats it."""
from program import bash, each, main, run, write

PLAN = "plan --ports 8 --classes 2 --gbps 10 --length-m 40 --buffer 1MiB --cell 64 --min-packet 512 --out p.yaml"


def runs_without_warning(line):
    result = run(line)
    assert ".yaml:" not in result.err, result.err
    return result


def test_run_reads_plans():
    """The scenario, its section, and the scenario as a source of a section describe the same run."""
    run(PLAN + " --mmu m.yaml")
    for i, mmu in enumerate(("", " --mmu m.yaml", " --mmu p.yaml")):
        runs_without_warning(f"run p.yaml{mmu} --out o{i}").printed("verdict: drained")
        bash(f"cmp o0/flows.csv o{i}/flows.csv && cmp o0/links.csv o{i}/links.csv")


def test_section_replaces_that_of_the_scenario():
    """The section of a plan replaces another one: with STATIC the same network has other pauses."""
    run(PLAN)
    bash("sed 's/alpha: 1.16/alpha: 1/' p.yaml >q.yaml && ! cmp -s p.yaml q.yaml")
    run("run p.yaml --out p")
    run("run p.yaml --mmu q.yaml --out pq")
    run("run q.yaml --out q")
    bash("cmp pq/links.csv q/links.csv && ! cmp -s p/links.csv q/links.csv")


@each(["m.yaml", "p.yaml"])
def test_topology_reads_plans(file):
    """A topology with the section of a plan has its registers, and runs."""
    run(PLAN + " --mmu m.yaml")
    run(f"topology leaf-spine --leaves 2 --spines 2 --hosts 2 --gbps 10 --cell 64 --mmu {file} --duration-us 50 --seed 0 --out t.yaml")
    bash("sed -n '/^mmu:/,/^switches:/p' t.yaml | grep -v ^switches | cmp - m.yaml")
    runs_without_warning("run t.yaml")


@each([
    ("run p.yaml --mmu typo.yaml", "typo.yaml:2: unknown key 'switch'"),
    ("run p.yaml --mmu empty.yaml", "empty.yaml"),
    ("topology fat-tree --ports 4 --mmu none.yaml", "none.yaml: the file has no section mmu"),
    ("topology fat-tree --ports 4 --mmu flow.yaml", "flow.yaml: section mmu shares its line"),
    ("topology fat-tree --ports 4 --mmu absent.yaml", "absent.yaml: cannot open"),
    ("topology fat-tree --ports 4 --mmu p.yaml --scheme SIH", "leave --classes, --lossless, --scheme, --buffer and --alpha out")])
def test_refused(line, says):
    run(PLAN)
    write("typo.yaml", "mmu: {scheme: SIH, buffer: 1MB, headroom: 1KB, alpha: 1}\nswitch: 1\n")
    write("none.yaml", "name: x\n")
    write("empty.yaml", "")
    write("flow.yaml", "{name: x, mmu: {scheme: SIH}, seed: 1}\n")
    result = run(line, 2)
    result.said(says)
    result.one_line()


main()
