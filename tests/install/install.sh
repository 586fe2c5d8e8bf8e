#!/bin/bash
# Tests make install into an empty tree: versions, installed files, programs built against the library, public symbols, manual page, completion, and
# make uninstall. A failure prints the name of the check and its output.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
make_in() { env -u MAKEFLAGS -u MAKELEVEL "${MAKE:-make}" -s BUILD="$BUILD" PREFIX=/opt/sluice DESTDIR="$tree/root" "$@"; }
# The files are below DESTDIR; pkg-config prepends it to the prefix.
package_of() { PKG_CONFIG_SYSROOT_DIR=$tree/root PKG_CONFIG_PATH=$tree/root/opt/sluice/lib/pkgconfig pkg-config "${@:2}" "$1"; }
package() { package_of sluice "$@"; }
lib=$tree/root/opt/sluice/lib
version=$(sed -n 's/^#define SLUICE_VERSION "\(.*\)"/\1/p' cmodel/sluice.h)

expect "make install" make_in install
tail -n 6 "$tree/log" >"$tree/summary"  # behind the lines of the build
# Each path of the summary exists, and each directory of files has one.
summary_is_true() {
  [ "$(head -n 1 "$tree/summary")" = Installed: ] && paths=$(grep -o '/[^ ,;]*' "$tree/summary") &&
    [ "$(wc -l <<<"$paths")" = 11 ] && xargs ls -d <<<"$paths"
}
expect "the summary" summary_is_true
lower_case() { env -u MAKEFLAGS -u MAKELEVEL "${MAKE:-make}" -s BUILD="$BUILD" prefix=/opt/sluice DESTDIR="$tree/lower" install && diff -r "$tree/root" "$tree/lower"; }
expect "prefix in lower case" lower_case
expect "the version of sluice.pc" test "$(package --modversion)" = "$version"
printed=$("$tree/root/opt/sluice/bin/sluice" --version)
expect "the program's version" test "${printed% (commit*}" = "sluice $version"
expect "the changelog's version" grep -q "^## $version" CHANGELOG.md
expect "the citation's version" grep -q "^version: $version" CITATION.cff
expect "the core's version" grep -q "^name: ::sluice:$version$" sluice.core
run_ready() { "$tree/root/opt/sluice/bin/sluice" run "$tree/root/opt/sluice/share/sluice/scenarios/case1.yaml" --quiet; }
expect "an installed scenario runs" run_ready
# The list has paths below the prefix, so this prepends DESTDIR.
installed_list() {
  sed "s|^|$tree/root|" "$tree/root/opt/sluice/share/sluice/sluice.f" >"$tree/sluice.f" &&
    iverilog -g2012 -s sluice_mmu -o "$tree/mmu.vvp" -c "$tree/sluice.f"
}
expect "the installed list of files" installed_list
installed_mac() { iverilog -g2012 -s mac_10g_switch -o "$tree/mac.vvp" -c "$tree/sluice.f" "$tree"/root/opt/sluice/share/sluice/mac_10g/mac_10g_*.sv; }
expect "the installed example around a 10G MAC" installed_mac
expect "its constraints" ls "$tree"/root/opt/sluice/share/sluice/mac_10g/mac_10g.{sdc,xdc}
installed_core() { sed -n 's|^ *- rtl/|rtl/|p' sluice.core >"$tree/files" && [ -s "$tree/files" ] && (cd "$tree/root/opt/sluice/share/sluice" && xargs ls) <"$tree/files"; }
expect "the files of the installed sluice.core" installed_core
report() {
  "$tree/root/opt/sluice/bin/sluice" run "$tree/root/opt/sluice/share/sluice/scenarios/case2.yaml" --quiet --out "$tree/run" &&
    (cd / && "$tree/root/opt/sluice/bin/sluice" report "$tree/run") && grep -q '"verdict":"deadlocked"' "$tree/run/report.html"
}
expect "the installed program writes a page" report

# Flags are words. shellcheck disable=SC2046
shared() { gcc -std=c11 docs/example.c $(package --cflags --libs) -o "$tree/shared" && LD_LIBRARY_PATH=$lib "$tree/shared"; }
static() { gcc -std=c11 docs/example.c $(package --cflags) "$lib/libsluice.a" -o "$tree/static" && "$tree/static"; }
expect "the example with the shared library" shared
expect "the example depends on the shared library" sh -c "ldd '$tree/shared' | grep -q libsluice.so.${version%.*}"
expect "the example with the static library" static
cat >"$tree/cxx.cpp" <<'END'
#include <sluice.h>
int main() {
  const sluice_dims dims = {4, 8, 18, 127, false};
  sluice_mmu *mmu = nullptr;
  if (sluice_mmu_new(&mmu, &dims) != 0) return 1;
  const sluice_in in = {};
  for (int i = 0; i < 100; i++) sluice_mmu_step(mmu, &in);
  bool ready = sluice_mmu_out(mmu)->ready;
  sluice_mmu_free(mmu);
  return ready ? 0 : 1;
}
END
cxx() { g++ -std=c++17 -Wall -Wextra -Werror "$tree/cxx.cpp" $(package --cflags --libs) -o "$tree/cxx" && LD_LIBRARY_PATH=$lib "$tree/cxx"; }
expect "a program in C++" cxx
# The driver: the program of the page, on a file whose registers have the expected values.
driver_shared() { gcc -std=gnu11 -Wall -Wextra -Werror docs/driver.c $(package_of sluice-driver --cflags --libs) -o "$tree/driver" && LD_LIBRARY_PATH=$lib brings_up "$tree/driver"; }
driver_static() { gcc -std=gnu11 docs/driver.c $(package_of sluice-driver --cflags) "$lib/libsluice-driver.a" -o "$tree/driver_static" && brings_up "$tree/driver_static"; }
# STATUS is READY, STATUS of the MMU CONFIGURED and ACTIVE; 7 frames of class 3 have arrived at port 1.
brings_up() {
  truncate -s 0 "$tree/space" && truncate -s 64K "$tree/space" &&
    for at in 256:'\x01' 232:'\x30' 4632:'\x07'; do printf "${at#*:}" | dd of="$tree/space" bs=1 seek="${at%%:*}" conv=notrunc status=none; done &&
    "$tree/root/opt/sluice/bin/sluice" plan --ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 64 --mtu 1518 --lossless 3,4 --registers switch >"$tree/plan" &&
    [ "$("$1" "$tree/space" 0 "$tree/plan")" = "port 1 class 3: 7 in, 0 out" ] && [ "$(od -An -tx4 -j 260 -N 4 "$tree/space")" = " 000005ea" ] &&
    [ "$(od -An -tx4 -j 0x8008 -N 8 "$tree/space")" = " 00000101 00000200" ] # the address of port 1
}
expect "the driver's program with the shared library" driver_shared
expect "the driver's program with the static library" driver_static
printf '#include <sluice_driver.h>\n#include <sluice_lookup.h>\n#include <sluice_map.h>\nint main() { return sluice_map_row(0) == nullptr; }\n' >"$tree/map.cpp"
driver_cxx() { g++ -std=c++17 -Wall -Wextra -Werror "$tree/map.cpp" $(package_of sluice-driver --cflags --libs) -o "$tree/map" && LD_LIBRARY_PATH=$lib "$tree/map"; }
expect "the driver in C++" driver_cxx
# Both libraries must export every function of the headers, and no other symbol.
# symbols LIBRARY SYMBOL HEADER..: SYMBOL is one of them.
symbols() {
  grep -oh '^[a-z].*[ *]sluice_[a-z_]*(' "${@:3}" | grep -v '^static inline' | grep -o 'sluice_[a-z_]*(' | tr -d '(' | sort >"$tree/expected"
  nm -D --defined-only "$lib/$1.so" | awk '$2 == "T" { sub("@.*", "", $3); print $3 }' | sort >"$tree/got"
  nm -g --defined-only "$lib/$1.a" | awk 'NF == 3 { print $3 }' | sort >"$tree/archive"
  expect "public symbols of $1.so" diff "$tree/expected" "$tree/got"
  expect "public symbols of $1.a" diff "$tree/expected" "$tree/archive"
  expect "$1 has public symbols" grep -q "^$2$" "$tree/expected"
}
symbols libsluice sluice_mmu_step cmodel/sluice.h cmodel/sluice_switch.h
symbols libsluice-driver sluice_driver_commit cmodel/driver/sluice_driver.h cmodel/driver/sluice_lookup.h
command -v man >/dev/null && expect "man page" sh -c "man -l --warnings '$tree/root/opt/sluice/share/man/man1/sluice.1' 2>&1 >/dev/null | grep . && exit 1 || exit 0"

# The page must have every command, kind and option, and the completions exactly the options of each command, and the values of some. If zsh and fish are installed, they read theirs.
share=$tree/root/opt/sluice/share
bash_file=$share/bash-completion/completions/sluice zsh_file=$share/zsh/site-functions/_sluice fish_file=$share/fish/vendor_completions.d/sluice.fish
in_bash() { bash -c "source $bash_file; COMP_WORDS=(sluice $*); COMP_CWORD=$#; _sluice; printf '%s\n' \"\${COMPREPLY[@]}\"" | sort; }
in_zsh() { sed -n "/^    $1)\$/,/^      ;;/p" "$zsh_file" | sed -n "s/^        .*'\(--[a-z-]*\)=\?['[].*/\1/p" | sort; }
in_fish() { sed -n "s/.*__fish_seen_subcommand_from $1' .*-l \([a-z-]*\) .*/--\1/p" "$fish_file" | sort; }
options() { "$tree/root/opt/sluice/bin/sluice" "$1" --help | grep -oE '^ +(-., )?--[a-z-]+' | grep -o -- '--[a-z-]*' | grep -v -- '--usage' | sort -u; }
manual=$tree/root/opt/sluice/share/man/man1/sluice.1
in_manual() { tr -d '\\' <"$manual" | awk -v of="OPTIONS OF ${1^^}" '/^\.SH / { on = $0 == ".SH " of } on' | sed -n 's/^\.BR .*"\(--[a-z-]*\)".*/\1/p' | sort; }
# grep reads to the end, because pipefail would take the SIGPIPE of tr for a failure.
kind_in_manual() { tr -d '\\' <"$manual" | grep -w "^\.B sluice .*$1" >/dev/null; }
for kind in fat-tree leaf-spine ring hpcc simai htsim; do expect "$kind in the manual" kind_in_manual $kind; done
same() { [ -s "$1" ] && "${@:2}" >"$tree/completed" && diff "$tree/completed" "$1"; }
for command in run sweep analyze plan topology import replay regs report; do
  options $command >"$tree/options"
  grep -vx -- --help "$tree/options" >"$tree/page_options"
  expect "$command in the manual" same "$tree/page_options" in_manual $command
  expect "completion of $command in bash" same "$tree/options" in_bash $command --
  expect "completion of $command in zsh" same "$tree/options" in_zsh $command
  expect "completion of $command in fish" same "$tree/options" in_fish $command
done
engines() { printf '%s\n' both event model rtl switch; }
engines >"$tree/engines"
expect "engines in bash" same "$tree/engines" in_bash run x --engine "''"
expect "engines behind = in bash" same "$tree/engines" in_bash run --engine = "''"
expect "engines in zsh" grep -q -- '--engine=.*:ENGINE:(event model rtl both switch)' "$zsh_file"
expect "engines in fish" grep -q -- "from run' .*-l engine -x -a 'event model rtl both switch' " "$fish_file"
expect "commands in bash" test "$(in_bash "''" | tr '\n' ' ')" = "--help --version analyze help import plan regs replay report run sweep topology "
expect "commands in zsh" test "$(grep -c "^    '[a-z]*:" "$zsh_file")" = 10
expect "commands in fish" test "$(grep -c '__fish_use_subcommand -a' "$fish_file")" = 10
printf '%s\n' hpcc htsim simai >"$tree/formats"
expect "formats in bash" same "$tree/formats" in_bash import "''"
expect "files behind a format in bash" sh -c "cd '$tree' && bash -c 'source $bash_file; COMP_WORDS=(sluice import hpcc form); COMP_CWORD=3; _sluice; [ \"\${COMPREPLY[*]}\" = formats ]'"
expect "bash reads its completion" bash -n "$bash_file"
! command -v zsh >/dev/null || expect "zsh reads its completion" zsh -fn "$zsh_file"
fish_completes() { fish -c "source $fish_file; complete -C 'sluice $command --'" | sed 's/\t.*//' | sort; }
if command -v fish >/dev/null; then
  for command in run plan topology; do
    options $command >"$tree/options"
    expect "fish completes $command" same "$tree/options" fish_completes
  done
fi
expect "the tree has files" test -n "$(find "$tree/root" -type f)"
expect "make uninstall" make_in uninstall
expect "make uninstall removes all files" test -z "$(find "$tree/root" -type f -o -type l)"
summary
