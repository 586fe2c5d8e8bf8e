#!/usr/bin/env python3
"""completion.py PROGRAM DIRECTORY: writes the completion of sluice for bash (sluice), zsh (_sluice) and fish (sluice.fish).

Commands and options are those that the program's --help prints; the values of an option are those that the program itself
proposes for a wrong one. So the three differ neither from each other nor from the program."""
import os
import pathlib
import re
import subprocess
import sys

FILES = {"run": "*.yaml", "sweep": "*.yaml", "analyze": "*.yaml", "replay": "*.yaml", "report": "DIR", "regs": "FILE"}  # of the argument
WORDS = {"topology", "import"}  # the first argument is one of some words
ANY_FILES = {"import"}  # the arguments behind it are files


class Option:
    def __init__(self, short, name, value, text):
        self.short, self.name, self.value, self.text = short, name, value, text
        self.values = []


def output(program, *arguments):
    environment = {**os.environ, "ARGP_HELP_FMT": "rmargin=1000", "COLUMNS": "1000"}
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment, check=False)
    return done.stdout + done.stderr


def proposed(program, *arguments):
    """What the program proposes for a word that is none."""
    found = re.search(r"'no such'.*; use (.*)$", output(program, *arguments).strip())
    return re.split(r", | or ", found.group(1)) if found else []


def commands(program):
    """Maps each command to its description."""
    return dict(re.findall(r"^  ([a-z]+) +(?:FILE|DIR|KIND|--ports|\[COMMAND)\S*(?: \S+)*?  +(.*)$", output(program, "help"), re.MULTILINE))


def options(program, command):
    lines = re.findall(r"^ +(?:-(.), )?--([a-z-]+)(?:=(\S+))?\s*(.*)$", output(program, command, "--help"), re.MULTILINE)
    result = [Option(*line) for line in lines if line[1] != "usage"]
    for option in result:
        if option.value not in ("", "FILE", "DIR", "N", "X", "BYTES", "ADDRESS"):
            option.values = proposed(program, command, "--" + option.name, "no such")
        if option.name == "help":
            option.short, option.text = "", "list all options"
    return result


def bash(all_options, words):
    def values(options):
        for kind in ("DIR", "FILE"):
            names = "|".join(n for o in options if o.value == kind for n in ([f"-{o.short}"] if o.short else []) + [f"--{o.name}"])
            if names:
                yield f"    {names}) files={'-d' if kind == 'DIR' else '-f'} ;;"
        for o in options:
            if o.value not in ("", "DIR", "FILE"):
                names = "|".join(([f"-{o.short}"] if o.short else []) + [f"--{o.name}"])
                yield f'    {names}) words="{" ".join(o.values)}" ;;'

    def one(command, options):
        names = " ".join("--" + o.name for o in options)
        other = {"*.yaml": "files=yaml", "DIR": "files=-d", "FILE": "files=-f"}.get(FILES.get(command), f'words="{" ".join(words.get(command, []))}"')
        if command == "plan":
            other = f'words="{names}"'
        if command in ANY_FILES:
            other = f'if [ "$COMP_CWORD" = 2 ]; then {other}; else files=-f; fi'
        yield f"  {command})"
        yield '    case "$before" in'
        yield from ("  " + line for line in values(options))
        yield f'      *) if [ "${{word#-}}" != "$word" ]; then words="{names}"; else {other}; fi ;;'
        yield "    esac"
        yield "    ;;"

    commands = " ".join(all_options)
    yield "# Completion of sluice for bash; install/completion.py has written it."
    yield "_sluice() {"
    yield "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= files="
    yield "  COMPREPLY=()"
    yield '  [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}'  # --engine=rtl is three words
    yield '  [ "$word" != = ] || word= before=${COMP_WORDS[COMP_CWORD - 1]}'
    yield '  [ "$COMP_CWORD" = 1 ] || case ${COMP_WORDS[1]} in'
    yield f'  help) [ "$COMP_CWORD" != 2 ] || words="{commands}" ;;'
    for command, options in all_options.items():
        yield from one(command, options)
    yield "  esac"
    yield f'  [ "$COMP_CWORD" != 1 ] || words="{commands} help --version --help"'
    yield "  case $files in"
    yield """  yaml) mapfile -t COMPREPLY < <(compgen -f -X '!*.yaml' -- "$word"; compgen -d -S / -- "$word") ;;"""
    yield """  -*) mapfile -t COMPREPLY < <(compgen "$files" -- "$word") ;;"""
    yield """  *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;"""
    yield "  esac"
    yield "}"
    yield "complete -o filenames -F _sluice sluice"


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(all_options, words, does):
    def spec(option):
        text = re.sub(r"([\[\]\\])", r"\\\1", option.text)
        action = ""
        if option.value:
            kind = {"FILE": "_files", "DIR": "_files -/"}.get(option.value, f"({' '.join(option.values)})" if option.values else " ")
            action = ":" + option.value.replace(":", "\\:") + ":" + kind
        name = f"--{option.name}=" if option.value else f"--{option.name}"
        if not option.short:
            return quoted(f"{name}[{text}]{action}")
        key = f"-{option.short}+" if option.value else f"-{option.short}"
        both = "*" if "repeated" in option.text or "once for each" in option.text else f"(-{option.short} --{option.name})"
        return quoted(both) + "{" + quoted(key) + "," + quoted(name) + "}" + quoted(f"[{text}]{action}")

    def argument(command):
        if command in words:
            files = [quoted("*:file:_files")] if command in ANY_FILES else []
            return " ".join([quoted(f"1:kind:({' '.join(words[command])})")] + files)
        kind = FILES.get(command)
        return {"*.yaml": quoted('1:file:_files -g "*.yaml"'), "DIR": quoted("*:directory:_files -/"), "FILE": quoted("1:file:_files")}.get(kind)

    yield "#compdef sluice"
    yield "# Completion of sluice for zsh; install/completion.py has written it."
    yield "_sluice() {"
    yield "  local -a commands=("
    for command, text in does.items():
        yield f"    {quoted(command + ':' + text)}"
    yield "  )"
    yield "  if (( CURRENT == 2 )); then"
    yield "    _describe -t commands command commands"
    yield "    return"
    yield "  fi"
    yield "  local command=$words[2]"
    yield "  shift words"
    yield "  (( CURRENT-- ))"
    yield "  case $command in"
    yield f"    help) _arguments {quoted('1:command:(' + ' '.join(all_options) + ')')} ;;"
    for command, options in all_options.items():
        parts = [spec(o) for o in options] + ([argument(command)] if argument(command) else [])
        yield f"    {command})"
        yield "      _arguments -s \\"
        yield " \\\n".join("        " + part for part in parts)
        yield "      ;;"
    yield "  esac"
    yield "}"
    yield '_sluice "$@"'


def fish(all_options, words, does):
    def text_of(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    yield "# Completion of sluice for fish; install/completion.py has written it."
    yield "complete -c sluice -f"
    for command, text in does.items():
        yield f"complete -c sluice -n __fish_use_subcommand -a {command} -d {text_of(text)}"
    yield "complete -c sluice -n __fish_use_subcommand -l version -d 'print the version'"
    yield f"complete -c sluice -n '__fish_seen_subcommand_from help' -a '{' '.join(all_options)}'"
    for command, options in all_options.items():
        begin = f"complete -c sluice -n '__fish_seen_subcommand_from {command}'"
        argument = {"*.yaml": "'(__fish_complete_suffix .yaml)'", "DIR": "'(__fish_complete_directories)'", "FILE": "'(__fish_complete_path)'"}.get(FILES.get(command))
        if command in words:
            argument = f"'{' '.join(words[command])}'" + (" -F" if command in ANY_FILES else "")
        if argument:
            yield f"{begin} -a {argument}"
        for o in options:
            kind = {"": "", "FILE": " -r -F", "DIR": " -x -a '(__fish_complete_directories)'"}.get(o.value, " -x")
            kind += f" -a '{' '.join(o.values)}'" if o.values else ""
            yield f"{begin}{' -s ' + o.short if o.short else ''} -l {o.name}{kind} -d {text_of(o.text)}"


def main():
    program, directory = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    does = commands(program)
    all_options = {c: options(program, c) for c in does if c != "help"}
    words = {c: proposed(program, c, "no such") for c in WORDS}
    if not all_options or not all(all_options.values()) or not all(words.values()):
        sys.exit(f"completion.py: {program} --help lists no options")
    directory.mkdir(parents=True, exist_ok=True)
    for name, lines in (("sluice", bash(all_options, words)), ("_sluice", zsh(all_options, words, does)),
                        ("sluice.fish", fish(all_options, words, does))):
        (directory / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
