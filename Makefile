# TOOLS=debian uses Debian's tools, TOOLS=new those of tests/tools.txt. All files are built under $(BUILD).
TOOLS ?= debian
BUILD ?= build$(if $(filter new,$(TOOLS)),/new)

# make simulator and make demo need less than the other goals: less RTL in the program, and fewer packages.
# `fast` needs what the other goals need: make simulator fast builds both programs without RTL.
GOALS := $(or $(filter-out fast,$(MAKECMDGOALS)),all)
# RTL of the program: all; none; or demo, the variants of make demo.
PROGRAM := $(if $(filter-out simulator,$(GOALS)),$(if $(filter-out demo,$(GOALS)),all,demo),none)
# The sets of Debian packages, for make deps SET=NAME. The set of the goals is installed if packages are missing.
SIMULATOR_PACKAGES := gcc make pkg-config libyaml-dev libjansson-dev libpcap-dev esbuild python3-plotly
VERILATED_PACKAGES := $(SIMULATOR_PACKAGES) g++ verilator zlib1g-dev
PACKAGES_simulator := $(SIMULATOR_PACKAGES)
PACKAGES_demo := $(VERILATED_PACKAGES) gnuplot-nox jq python3 tshark
PACKAGES_rtl := $(VERILATED_PACKAGES) python3 openmpi-bin libopenmpi-dev
PACKAGES_all := $(sort $(PACKAGES_rtl) $(PACKAGES_demo)) yosys iverilog check cppcheck clang-format \
  gcovr gtkwave valgrind fpga-icestorm fpga-icestorm-chipdb graphviz python3-venv opensta qflow-tech-osu018 cadical time
RTL_GOALS := $(BUILD)/sluice all simulator demo library filelist install uninstall clean help
SET ?= $(if $(filter none,$(PROGRAM)),simulator,$(if $(filter demo,$(PROGRAM)),demo,$(if $(filter-out $(RTL_GOALS),$(GOALS)),all,rtl)))
PACKAGES := $(or $(PACKAGES_$(SET)),$(error No SET "$(SET)"; there is simulator, demo, rtl, all))

CC := gcc
CXX := g++
# The repository's root is the only include root: includes carry paths from there.
INCLUDES := -I.
CPPFLAGS := $(INCLUDES) -MMD -MP
# -ffp-contract=off: fused multiply-add, which some machines have, would change results.
CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Werror -ffp-contract=off
# Link-time optimization makes the clocked engines a fifth faster, the event engine no faster, and each link of the program takes seconds; so the
# model and the network in cycles have it, in the program only. The tests link with -fno-lto.
LTO := -flto=auto -ffat-lto-objects
lto = $(if $(filter cmodel/clocked/% cmodel/rules/% tb/sim/clocked/%,$(1)),$(LTO))
CXXFLAGS := -std=c++17 -O2 -Wall -Wextra -Werror
YOSYS := yosys
# Libraries for YAML and JSON files.
FILE_LIBS = $(shell pkg-config --libs yaml-0.1 jansson)
CHECK_LIBS = $(shell pkg-config --libs check)
PCAP_LIBS = $(shell pkg-config --libs libpcap)

# One job per core; make JOBS=1 for a single job.
JOBS ?= $(shell nproc)
ifeq (0,$(MAKELEVEL))
MAKEFLAGS += -j$(JOBS)
endif
# Prints one short line per target; make V=1 prints the commands.
say = $(if $(V),,@printf '%-9s%s\n' $(1) $@; )
quiet = $(if $(V),,@)
# $(call some,NAME): the words of variable NAME. Without words make stops, because a check of nothing would pass.
some = $(or $(strip $($(1))),$(error $(1) is empty; give it a value))
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

ENGINE_C := tb/cosim/engine.c tb/cosim/fst.c
LOSSLESS_C := tb/cosim/lockstep_switch.c tb/cosim/lockstep_switch_mmu.c tb/cosim/lockstep_credits.c tb/cosim/lossless.c tb/cosim/lossless_both.c tb/cosim/lossless_model.c
DRIVER_C := $(sort $(wildcard cmodel/driver/*.c))
MODEL_C := $(filter-out $(DRIVER_C),$(sort $(wildcard cmodel/*/*.c)))
MPI_C := tb/sim/ranks/mpi.c
# The event engine is specialized for each scheme: one source, place_scheme.h, in an object for each.
PLACE_C := $(patsubst %,$(BUILD)/schemes/place_%.c,static sih dsh shp ttl gfc gfc_linear cbfc)
# Full switches of a network are configured through the driver.
NET_C := $(filter-out $(MPI_C),$(sort $(wildcard tb/sim/*.c tb/sim/*/*.c))) $(DRIVER_C) $(PLACE_C) $(BUILD)/workloads.c
# Sources of `sluice analyze`, `sluice import`, `sluice plan`, `sluice regs`, `sluice topology`, of progress, and of the studies.
TOOL_C := $(sort $(wildcard tb/cli/analyze/*.c tb/cli/import/*.c tb/cli/plan/*.c tb/cli/regs/*.c tb/cli/terminal/*.c tb/cli/topology/*.c))
# Sources of `make latency`, except its tables.
LATENCY_C := $(filter-out %/latency_main.c,$(sort $(wildcard tb/studies/latency/*.c)))
# Sources of `make buffers`, except its table.
BUFFERS_C := tb/studies/buffers/buffers.c
RUN_C := $(sort $(wildcard tb/cli/*.c tb/cli/main/*.c tb/cli/run/*.c tb/cli/sweep/*.c tb/cli/report/*.c tb/cli/replay/*.c)) $(LOSSLESS_C)

.PHONY: all
all: $(BUILD)/sluice $(BUILD)/sluice-mpi.so $(BUILD)/example ## build: build the simulator, build/sluice, and the C example

.PHONY: help
help: ## use: list the targets
	@awk -F ' *## *' '/^[a-z0-9-]+:.*## [a-z]+: / { group = $$2; sub(/:.*/, "", group); name = $$1; sub(/:.*/, "", name); sub(/^[a-z]+: /, "", $$2); \
	  text[group] = text[group] sprintf("  %-16s%s\n", name, $$2) } END { n = split("use build test measure silicon develop", groups, " "); \
	  for (g = 1; g <= n; g++) printf "%s%s:\n%s", (g > 1 ? "\n" : ""), groups[g], text[groups[g]] }' $(filter %Makefile %.mk,$(MAKEFILE_LIST))

.PHONY: deps packages
deps: packages ## use: install missing Debian packages
# Prints and fetches nothing if all packages are installed.
packages:
	@command -v dpkg-query >/dev/null || exit 0; \
	have=" $$(dpkg-query -W -f='$${Package} $${db:Status-Status}\n' $(PACKAGES) 2>/dev/null | \
	  sed -n 's/ installed$$//p' | tr '\n' ' ')"; missing=; \
	for p in $(PACKAGES); do case "$$have" in *" $$p "*) ;; *) missing="$$missing $$p" ;; esac; done; \
	[ -z "$$missing" ] && exit 0; \
	echo "Installing the Debian packages:$$missing"; \
	[ "$$(id -u)" = 0 ] && as_root= || as_root=sudo; \
	$$as_root apt-get update -qq && \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing

.PHONY: simulator
simulator: $(BUILD)/sluice ## build: build the simulator without RTL, build/sluice; needs no Verilator

.PHONY: demo
demo: $(BUILD)/sluice ## use: run every scheme on RTL and model in lock-step: table, plots
	JOBS=$(JOBS) tb/examples/demo.sh

.PHONY: bench
bench: all ## measure: compare speeds in turn; BASE=commit, PEER=command
	tb/studies/bench.sh

# ---- C ----

# The model and the driver are plain C11; the rest may use POSIX.
posix = $(if $(filter cmodel/% docs/%,$(1)),,-D_POSIX_C_SOURCE=200809L)

$(BUILD)/obj/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) $(call lto,$<) $(call posix,$<) -c $< -o $@

$(BUILD)/libsluice.a: $(MODEL_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

# The example includes <sluice.h>, as a user of the installed library does.
$(BUILD)/obj/docs/example.o: CPPFLAGS += -Icmodel
$(BUILD)/example: $(BUILD)/obj/docs/example.o $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ -o $@

include tb/cli/report/report.mk
include tb/cosim/rtl.mk
include tb/cosim/modules.mk
include tb/cosim/switch.mk
ifeq ($(TOOLS),new)
include tests/tools.mk
endif

# The built-in distributions of flow sizes, as C strings.
WORKLOADS := $(sort $(wildcard tb/examples/scenarios/workloads/*.csv))
$(BUILD)/workloads.c: $(WORKLOADS) Makefile
	@mkdir -p $(@D)
	@{ printf '#include <stddef.h>\n\n#include "tb/sim/traffic/sizes.h"\n\nconst struct workload workloads[] = {\n'; \
	  for f in $(WORKLOADS); do printf '{"%s",\n' $$(basename $$f .csv); sed 's/.*/"&\\n"/' $$f; printf '},\n'; done; \
	  printf '{NULL, NULL}};\n'; } >$@

$(PLACE_C): $(BUILD)/schemes/place_%.c: Makefile
	@mkdir -p $(@D)
	@printf '#define SCHEME SLUICE_%s\n#define PLACE_RUN place_run_%s\n#include "tb/sim/event/place_scheme.h"\n' "$$(echo $* | tr a-z A-Z)" $* >$@

$(BUILD)/libnet.a: $(NET_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

$(BUILD)/libtools.a: $(TOOL_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

# MPI is in a separate module, which the program loads under mpirun only.
MPICC := mpicc
$(BUILD)/sluice-mpi.so: $(MPI_C) tb/sim/ranks/transport.h | deps
	@mkdir -p $(@D)
	$(call say,MPICC)$(MPICC) $(INCLUDES) $(CFLAGS) -fPIC -shared $(MPI_C) -o $@

# The commit that sluice --version prints. It is that of the last link: a new commit alone is no reason to link again.
COMMIT_O := $(BUILD)/obj/commit.o
$(COMMIT_O): always
	@mkdir -p $(@D)
	@echo 'extern const char sluice_commit[]; const char sluice_commit[] = "$(if $(wildcard .git),$(shell git describe --always --dirty --exclude '*'))";' | \
	  $(CC) -x c -c - -o $@

# Without RTL, the tables of variants are empty, and no code of Verilator is linked.
PROGRAM_SIM := $(call lossless_sim,program) $(call sim,program)
PROGRAM_LIBS := -lz $(VERILATED_LIBS)
ifeq (none,$(PROGRAM))
PROGRAM_SIM := $(filter-out %/shim_common.o %/libverilated.a,$(PROGRAM_SIM)) $(BUILD)/obj/tb/cosim/shims_none.o
PROGRAM_LIBS :=
endif
PROGRAM_PARTS := $(RUN_C:%.c=$(BUILD)/obj/%.o) $(REPORT_PAGE) $(BUILD)/libtools.a $(BUILD)/libnet.a $(PROGRAM_SIM)
link_program = $(call say,LINK)$(if $(PROGRAM_LIBS),$(CXX),$(CC)) -O2 $(LTO) $(1) $^ $(COMMIT_O) $(FILE_LIBS) $(PCAP_LIBS) $(PROGRAM_LIBS) -lm -lpthread -o $@
$(BUILD)/sluice: $(PROGRAM_PARTS) | $(COMMIT_O)
	$(call link_program)

# ---- Silicon ----

include synth/synth.mk
include fpga/fpga.mk

# $(call filelist,DIRECTORY): prints absolute file names, so that a tool can read the list from any directory.
filelist = printf '%s\n' $(addprefix $(1)/,$(RTL_FILES))
$(BUILD)/sluice.f: always
	@mkdir -p $(@D)
	$(call say,LIST)$(call filelist,$(abspath $(RTL_DIR))) >$@
.PHONY: filelist
filelist: $(BUILD)/sluice.f ## build: write build/sluice.f, the ordered list of RTL files

# FuseSoC comes from PyPI.
FUSESOC := $(BUILD)/fusesoc
$(FUSESOC)/ready: tests/install/fusesoc.txt | deps
	@echo "FuseSoC from PyPI, into $(FUSESOC)"
	@rm -rf $(FUSESOC) && python3 -m venv $(FUSESOC) && $(FUSESOC)/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@
.PHONY: fusesoc
fusesoc: $(FUSESOC)/ready $(BUILD)/sluice.f ## test: check sluice.core with FuseSoC: lint, Icarus, a dependent
	@BUILD=$(BUILD) tests/install/fusesoc.sh

# cocotb and its models of AXI and of Ethernet MACs come from PyPI.
COCOTB := $(BUILD)/cocotb
COCOTB_EXAMPLE := $(CURDIR)/tb/examples/cocotb
$(COCOTB)/ready: tb/examples/cocotb/requirements.txt | deps
	@echo "cocotb from PyPI, into $(COCOTB)"
	@rm -rf $(COCOTB) && mkdir -p $(COCOTB) && python3 -m venv $(COCOTB)/venv && $(COCOTB)/venv/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@
# A failed test is only in results.xml, not in the exit status of cocotb.
.PHONY: cocotb
cocotb: $(COCOTB)/ready $(BUILD)/sluice ## test: run the example of the lossless switch with cocotb
	@$(BUILD)/sluice plan --ports 2 --classes 2 --gbps 10 --length-m 10 --buffer 128KiB --cell 64 --mtu 1518 --lossless 0 --alpha 1 --clock-mhz 157 --registers switch >$(COCOTB)/registers.txt
	@cd $(COCOTB) && rm -f results.xml && PATH="$$PWD/venv/bin:$$PATH" $(MAKE) -f $(COCOTB_EXAMPLE)/Makefile REGISTERS=registers.txt SIM_BUILD=simulation \
	  RTL="$(addprefix $(abspath $(RTL_DIR))/,$(RTL_FILES))" && grep -q '<testcase' results.xml && ! grep -E '<(failure|error)' results.xml

# ---- The rest ----

include install/fast.mk
include install/install.mk
include docs/hardware/timing/timing.mk
include docs/pictures/pictures.mk
include tb/studies/studies.mk
include tests/tests.mk
include tests/run.mk
include tests/coverage/coverage.mk
include tests/mutate/mutate.mk
include tests/netlist/netlist.mk
include tests/evidence/evidence.mk
include tests/lint.mk

# The generated files are tracked; make lint fails if one differs from the table.
.PHONY: registers
registers: ## develop: generate headers, packages and pages from registers.toml
	cmodel/registers/generate.py
.PHONY: keys
keys: ## develop: generate structs, schema and page of scenario keys from keys.toml
	tb/sim/scenario/write_keys.py

.PHONY: clean
clean: ## build: remove all built files
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -type f -name '*.d' -not -name '*__ver.d' 2>/dev/null)
