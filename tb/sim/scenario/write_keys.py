#!/usr/bin/env python3
"""Writes all files that are generated from keys.toml: structs and schema of a scenario file, the tables of its page, defaults for the report.

write_keys.py [--check]    --check: changes no file; fails and names each file that differs from the table
Run from the root of the repository. In the page and in keys.js the text between "keys: begin NAME" and "keys: end" is written.
"""
import os
import sys
import tomllib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../cmodel/registers"))
from generated import Fault, expect, page_table, update, with_sections  # noqa: E402

TABLE = "tb/sim/scenario/keys.toml"
NOTE = f"// Generated from {TABLE} by `make keys`; do not edit.\n"
PAGE = "docs/reference/scenario-keys.md"
REPORT = "tb/cli/report/page/keys.js"
STRUCTS = {"top": "file", "control": "file_senders"}   # the others: file_SECTION
EXPORTED = {"congestion": "scenario_congestions"}       # lists of words that other files read
VALUES = "control"                                      # its decimals are in value[], its truths in truth[]
TITLES = {"switch": "switches", "pause": "pause of a host", "host": "hosts", "link": "links", "flow": "flows", "control": "senders"}
ELEMENTS = {"name": "a_name", "amount": "a_name"}       # elements of lists in schema; others depend on the row


def read_table():
    with open(TABLE, "rb") as file:
        t = tomllib.load(file)
    columns = {"key", "type", "section", "include", "list", "member", "low", "high", "text", "rule", "whole", "class", "choice", "required", "default",
               "otherwise", "report", "schemes", "engines", "form", "range", "meaning", "page"}
    for section, rows in t["sections"].items():
        for row in rows:
            where = f"{section}: {row.get('key', row.get('include'))}"
            expect(set(row) <= columns, f"{where}: unknown column {', '.join(set(row) - columns)}")
            expect(("include" in row) + ("type" in row) + ("section" in row) == 1, f"{where}: needs one of include, type, section")
            expect(row.get("type", "whole") in t["types"], f"{where}: no type {row.get('type')}")
            expect("low" not in row or "high" in row, f"{where}: low without high")
            expect(set(row.get("schemes", [])) <= set(t["choices"]["scheme"]), f"{where}: an unknown scheme")
    return t


def names(row):
    return row["key"] if isinstance(row["key"], list) else [row["key"]]


def flat(t, section):
    """(name, row, prefix of the member) of each key of a section; those of included sections are in their place."""
    for row in t["sections"][section]:
        if "include" in row:
            yield from flat(t, row["include"])
        else:
            for name in names(row):
                yield name, row


def bound(row, t, column):
    return row.get(column, t["types"].get(row.get("type"), {}).get(column) if "low" not in row or column in ("decimals", "fine") else None)


def number(x):
    return f"{x:g}" if isinstance(x, float) else str(x)


def bounds_text(row, t):
    low, high = bound(row, t, "low"), bound(row, t, "high")
    if high is None:
        return row.get("text", "0 to 7" if row.get("class") else None)
    return bound(row, t, "text") or ("a whole number from " if row.get("whole") else "") + f"{number(low)} to {number(high)}"


# ---- C ----

def struct(section):
    return STRUCTS.get(section, f"file_{section}")


def c_type(row, t):
    if "section" in row:
        return f"struct {struct(row['section'])} *"
    c = t["types"][row["type"]]["c"]
    return c if "list" not in row else c + ("*" if c == "char *" else "")


def members(t, section):
    """(type, declarator) of each member of the struct of a section, members of inner structs once."""
    numbers = truths = 0
    seen = set()
    for name, row in flat(t, section):
        member = row.get("member", name)
        if section in (VALUES, "senders") and row.get("type") == "decimal":
            numbers += 1
        elif section in (VALUES, "senders") and row.get("type") == "truth":
            truths += 1
        elif "." in member:
            inner = member.split(".")[0]
            if inner not in seen:
                yield f"struct file_{inner} ", inner
            seen.add(inner)
        else:
            yield c_type(row, t), member
            if "list" in row:
                yield "unsigned ", f"{member}_count"
    if numbers:
        yield "double *", f"value[{numbers}]"
        yield "int *", f"truth[{truths}]"


def c_struct(t, section):
    lines = "".join(f"  {kind}{name};\n" for kind, name in members(t, section))
    return f"struct {struct(section)} {{\n{lines}}};\n\n"


def inner_structs(t):
    """The structs of included sections whose members have a prefix."""
    out = ""
    for section, rows in t["sections"].items():
        inner = [row for row in rows if "." in row.get("member", "")]
        if inner:
            out += f"struct file_{section} {{\n" + "".join(f"  {c_type(r, t)}{r['member'].split('.')[1]};\n" for r in inner) + "};\n\n"
    return out


def constant(x):
    return f"UINT64_C({x})" if isinstance(x, int) and x > 0x7fffffff else number(x)


def constants(t):
    """DEFAULT_, and the bounds that rules check."""
    out = ""
    for section, rows in t["sections"].items():
        for row in rows:
            name = (("" if section == "top" else section + "_") + names(row)[0]).upper() if "key" in row else ""
            if "default" in row and row["default"] != "false":
                value = t["choices"][row["choice"]][row["default"]] if "choice" in row else constant(row["default"])
                out += f"#define DEFAULT_{name} {value}\n"
            if row.get("type") == "amount" or row.get("rule"):
                out += "".join(f"#define {word}_{name} {constant(row[column])}\n" for word, column in (("LEAST", "low"), ("MOST", "high")) if column in row)
    return out


def header(t):
    out = f"{NOTE}// A scenario file as written: absent keys are NULL; amounts and alpha are still text.\n// clang-format off\n"
    out += "#ifndef NET_SCENARIO_KEYS_H\n#define NET_SCENARIO_KEYS_H\n\n#include <stdint.h>\n\n#include \"tb/sim/files/yaml_text.h\"\n\n"
    out += inner_structs(t)
    own = [s for s in t["sections"] if s != VALUES and not any(r.get("include") == s for rows in t["sections"].values() for r in rows)]
    out += "".join(c_struct(t, section) for section in own)
    out += f"// Values of absent keys, and bounds that rules check\n{constants(t)}\n"
    out += "// The keys of section mmu, and the schemes that use each, a bit each\n"
    out += f"enum {{ MMU_KEYS = {len(list(flat(t, 'mmu')))} }};\nextern const struct yaml_field scenario_mmu_fields[];\n"
    out += "extern const unsigned scenario_mmu_schemes[MMU_KEYS];\n\n"
    out += "// The keys of values of congestion control: the set, the decimals of value[], the truths of truth[]\n"
    out += f"enum {{ SENDER_SETS = {len(t['choices']['set'])} }};\nextern const struct yaml_field scenario_policy_fields[];\nextern const struct yaml_choice scenario_congestions[];\n\n"
    out += "extern const struct yaml_field scenario_schema, scenario_mmu_schema, scenario_traffic_schema;\n\n#endif\n"
    return out


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def c_choices(t):
    out = ""
    for name, words in t["choices"].items():
        start = f"const struct yaml_choice {EXPORTED[name]}" if name in EXPORTED else f"static const struct yaml_choice {name}_words"
        out += start + "[] = {" + ", ".join(f"{{\"{w}\", {v}}}" for w, v in words.items()) + ", {NULL, 0}};\n"
    for name, x in t["instead"].items():
        out += f"static const struct yaml_other {name}_others[] = {{\n"
        out += "".join(f"    {{\"{w}\", {quoted(x['advice'])}}},\n" for w in x["words"]) + "    {NULL, NULL}};\n"
    return out + "\n"


def c_checks(row, t):
    """The designated initializers of a field for type, bounds and words."""
    out, kind = [], t["types"].get(row.get("type"), {})
    choice = row.get("choice", kind.get("choice"))
    if choice:
        out.append(f".choice = {EXPORTED.get(choice, choice + '_words')}")
    if choice in t["instead"]:
        out.append(f".others = {choice}_others")
    if "most" in kind:
        out.append(f".most = {kind['most']}")
    text = bounds_text(row, t)
    if row.get("type") != "amount" and text:
        out.append(f".range = {quoted(text)}")
        if bound(row, t, "high") is not None and not row.get("rule"):
            out.append(f".low = {number(bound(row, t, 'low'))}, .high = {number(bound(row, t, 'high'))}")
    if row.get("whole"):
        out.append(".whole = true")
    if bound(row, t, "decimals"):
        out.append(f".decimals = {bound(row, t, 'decimals')}, .fine = {quoted(bound(row, t, 'fine'))}")
    return out


def element(row, section, name, t):
    """The name of the element of a list, and its definition."""
    if "section" in row:
        inner = row["section"]
        return f"a_{inner}", f"static const struct yaml_field a_{inner} = {{.type = YAML_STRUCT, .fields = {inner}_fields, .size = sizeof(struct {struct(inner)})}};\n"
    if row["type"] in ELEMENTS:
        return "a_name", "static const struct yaml_field a_name = {.type = YAML_TEXT};\n"
    kind = {"choice": "YAML_CHOICE", "whole": "YAML_UINT32"}[row["type"]]
    word = "a_class" if row.get("class") else f"a_{name}"
    return word, f"static const struct yaml_field {word} = {{{', '.join([f'.type = {kind}'] + c_checks(row, t))}}};\n"


def c_fields(t, section, made):
    """The fields of a section, after the elements of its lists that are not yet in `made`."""
    before, lines, at = "", "", {"decimal": 0, "truth": 0}
    of = f"struct {struct(section)}"
    for name, row in flat(t, section):
        member, more = row.get("member", name), [".required = true"] if row.get("required") else []
        if section in (VALUES, "senders") and row.get("type") in at:
            member = {"decimal": "value", "truth": "truth"}[row["type"]] + f"[{at[row['type']]}]"
            at[row["type"]] += 1
        if "list" in row:
            word, text = element(row, section, name, t)
            before += "" if word in made else text
            made.add(word)
            least, most = row["list"]
            lines += f"    YAML_ELEMENTS({', '.join([of, member, word, str(least), str(most)] + more)}),\n"
            continue
        if "section" in row:
            more = [f".fields = {'scenario_mmu' if row['section'] == 'mmu' else row['section']}_fields, .size = sizeof(struct {struct(row['section'])})"] + more
        lines += f"    YAML_KEY({', '.join([quoted(name), of, member] + c_checks(row, t) + more)}),\n"
    name = {"mmu": "const struct yaml_field scenario_mmu", VALUES: f"#define {VALUES}_fields scenario_policy_fields\nconst struct yaml_field {VALUES}"}
    return f"{before}{name.get(section, f'static const struct yaml_field {section}')}_fields[] = {{\n{lines}    {{.key = NULL}}}};\n"


def schema(t):
    included = {row["include"] for rows in t["sections"].values() for row in rows if "include" in row} - {VALUES}
    out = f"{NOTE}// The schema of a scenario file.\n// clang-format off\n#include \"tb/sim/scenario/scenario_file.h\"\n#include \"tb/sim/traffic/arrivals.h\"\n\n"
    out += c_choices(t)
    made = set()
    out += "\n".join(c_fields(t, section, made) for section in t["sections"] if section not in included)
    masks = [" | ".join(f"1u << SLUICE_{s}" for s in row.get("schemes", [])) or "~0u" for _, row in flat(t, "mmu")]
    out += "\nconst unsigned scenario_mmu_schemes[MMU_KEYS] = {\n" + "".join(f"    {m},\n" for m in masks) + "};\n\n"
    for name, section in (("scenario_schema", "top"), ("scenario_mmu_schema", "of_mmu"), ("scenario_traffic_schema", "of_traffic")):
        out += f"const struct yaml_field {name} = {{.type = YAML_STRUCT, .fields = {section}_fields, .size = sizeof(struct {struct(section)})}};\n"
    return out


# ---- page and report ----

def words(row, t):
    return ", ".join(f"`{w}`" for w in t["choices"][row["choice"]])


def page_bounds(row, t):
    low, high, decimals = (bound(row, t, c) for c in ("low", "high", "decimals"))
    plain = lambda x: number(x).replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")
    out = []
    if "range" in row:
        out.append(row["range"])
    elif high is not None:
        out.append(f"at most {plain(high)}" if low == 0 and isinstance(high, float) else f"{plain(low)} to {plain(high)}")
    if decimals:
        out.append(f"at most {decimals} decimals")
    return out


def page_form(row, t):
    if "form" in row:
        return row["form"]
    if "section" in row:
        title = TITLES.get(row["section"], row["section"])
        return f"keys of [{title}](#{title})"
    form = words(row, t) if "choice" in row else ", ".join([t["types"][row["type"]]["word"]] + page_bounds(row, t))
    if row.get("whole"):
        form = form.replace("decimal", "whole", 1)
    return "list of " + form if "list" in row else form


def page_default(row):
    if row.get("required"):
        return "**required**"
    if "default" in row:
        return f"`{row['default']}`" if isinstance(row["default"], str) else str(row["default"])
    return row.get("otherwise", "")


def page_meaning(row):
    text, schemes = row["meaning"], row.get("schemes", [])
    if schemes and not any(text.startswith(f"{s}: ") for s in schemes):
        text = f"{', '.join(schemes)}: {text}"
    if row.get("engines") == ["event"]:
        text += "; only for the event engine" if text else "only for the event engine"
    return text


def page_rows(section, title="key"):
    def write(t):
        rows = []
        for row in t["sections"][section]:
            if row.get("include") == VALUES:
                rows += [[", ".join(f"`{k}`" for k in names(r)), page_form(r, t), page_default(r), page_meaning(r)] for r in t["sections"][VALUES]]
                continue
            keys = [name for name, _ in flat(t, row["include"])] if "include" in row else names(row)
            rows.append([", ".join(f"`{k}`" for k in keys), page_form(row, t), page_default(row), page_meaning(row)])
        return page_table([title, "type, range", "default", "meaning"], rows).replace("  ", " ")
    return write


def report_defaults(t):
    """The keys with a constant default that the report compares: of the top level, its sections and its lists."""
    found = []
    def take(section, prefix):
        for name, row in flat(t, section):
            if "default" in row and row.get("report", True):
                found.append((prefix + name, row["default"]))
            if section == "top" and "section" in row:
                take(row["section"], name + (".*." if "list" in row else "."))
    take("top", "")
    return "".join(f"  '{key}': '{value}'{',' if i + 1 < len(found) else ''}\n" for i, (key, value) in enumerate(found))


PAGE_SECTIONS = {TITLES.get(s, s): page_rows(s) for s in ("switch", "scheduler", "ecn", "senders", "watchdog", "link", "host", "pause", "mmu", "credits", "flow",
                                                          "traffic", "trace", "search")}
PAGE_SECTIONS |= {"top level": page_rows("top"), "series": page_rows("series", "key of `series`")}


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        t = read_table()
        texts = {"tb/sim/scenario/scenario_keys.h": header(t), "tb/sim/scenario/scenario_schema.c": schema(t),
                 PAGE: with_sections(PAGE, "keys", PAGE_SECTIONS, t), REPORT: with_sections(REPORT, "keys", {"defaults": report_defaults}, t)}
    except (Fault, tomllib.TOMLDecodeError, FileNotFoundError) as fault:
        sys.exit(f"keys: {fault}")
    update(texts, sys.argv[1:] == ["--check"], "keys", TABLE)


if __name__ == "__main__":
    main()
