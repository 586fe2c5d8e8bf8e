#!/usr/bin/env python3
"""Checks the pages and prints each fault.

Each relative link must lead to an existing file and heading. docs/README.md must list each page of docs/. A page of docs/ outside
docs/reference/ has at most 1,500 words besides its tables. A line of prose has at most 250 columns.
"""
import os
import re
import subprocess
import sys

INDEX = "docs/README.md"
MOST_WORDS = 1500
MOST_COLUMNS = 250
LINK = re.compile(r"\]\(([^)\s]+)\)")


def without_code(text):
    """Returns the lines of the text. Lines of code are empty, so that line numbers do not change."""
    lines, fenced = [], False
    for line in text.split("\n"):
        fence = line.lstrip().startswith("```")
        lines.append("" if fenced or fence or line.startswith("    ") else line)
        fenced ^= fence
    return lines


def anchor(heading):
    """Returns the anchor that GitHub gives to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    """Returns the anchors of all headings of a page."""
    with open(path, encoding="utf-8") as file:
        return {anchor(line.lstrip("#")) for line in without_code(file.read()) if line.startswith("#")}


def link_fault(page, target):
    """Returns a text if the target of a link of the page does not exist, or None."""
    if re.match(r"[a-z]+:", target):
        return None
    path, _, heading = target.partition("#")
    path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if not os.path.exists(path):
        return f"no file {path}"
    if heading and heading not in anchors(path):
        return f"{path} has no heading #{heading}"
    return None


def page_faults(page):
    with open(page, encoding="utf-8") as file:
        lines = without_code(file.read())
    faults = []
    for number, line in enumerate(lines, 1):
        for target in LINK.findall(line):
            fault = link_fault(page, target)
            if fault:
                faults.append(f"{page}:{number}: {fault}")
        if len(line) > MOST_COLUMNS and not line.startswith("|"):
            faults.append(f"{page}:{number}: {len(line)} columns; write one sentence per line, at most {MOST_COLUMNS} columns")
    words = sum(len(line.split()) for line in lines if not line.startswith("|"))
    if page.startswith("docs/") and not page.startswith("docs/reference/") and words > MOST_WORDS:
        faults.append(f"{page}: {words} words; a page has at most {MOST_WORDS} besides its tables")
    return faults


def index_faults(pages):
    with open(INDEX, encoding="utf-8") as file:
        targets = [os.path.normpath(os.path.join("docs", t.partition("#")[0])) for t in LINK.findall(file.read())]
    return [f"{INDEX} does not list {page}" for page in pages if page.startswith("docs/") and page not in (INDEX, *targets)]


def main():
    pages = subprocess.run(["git", "ls-files", "*.md"], check=True, capture_output=True, text=True).stdout.split()
    if INDEX not in pages:
        sys.exit(f"links: git ls-files lists {len(pages)} pages without {INDEX}")
    faults = [fault for page in pages for fault in page_faults(page)] + index_faults(pages)
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
