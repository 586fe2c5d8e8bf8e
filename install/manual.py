#!/usr/bin/env python3
"""manual.py PROGRAM TEMPLATE VERSION: writes the manual page of sluice to standard output.

The template has the text; its lines @SYNOPSIS@ and @OPTIONS@ become the usage and the options of each command, as the program's --help
prints them. So the page lists every command, kind and option, and no other."""
import os
import re
import sys

import completion


def quoted(text):
    """Text without a meaning for troff."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))


def synopsis(program, commands):
    for command in commands:
        for form in re.findall(r"^ *(?:Usage:|or:) +(sluice .*)$", completion.output(program, command, "--help"), re.MULTILINE):
            yield f".B {quoted(form)}"
            yield ".br"
    yield ".B sluice help\n[COMMAND]"
    yield ".br"
    yield ".B sluice \\-\\-version"


def options(program, commands):
    for command in commands:
        yield f".SH OPTIONS OF {command.upper()}"
        for option in completion.options(program, command):
            if option.name != "help":
                short = f'"\\-{option.short}" ", " ' if option.short else ""
                value = f' "=\\fI{quoted(option.value)}\\fR"' if option.value else ""
                yield ".TP"
                yield f'.BR {short}"\\-\\-{quoted(option.name)}"{value}'
                yield quoted(option.text)


def main():
    program, template, version = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    commands = [c for c in completion.commands(program) if c != "help"]
    parts = {"@SYNOPSIS@": synopsis, "@OPTIONS@": options}
    with open(template, encoding="utf-8") as file:
        for line in file:
            part = parts.get(line.strip())
            print("\n".join(part(program, commands)) if part else line.replace("@VERSION@", version).rstrip("\n"))


main()
