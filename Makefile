# The tools: Debian's, or with make TOOLS=new those of tests/tools.txt. Everything is built under $(BUILD).
TOOLS ?= debian
BUILD ?= build$(if $(filter new,$(TOOLS)),/new)

# What is Verilated: ports x classes x counter width, s and the mask of schemes where it is not 63 (all).
# make VARIANTS="5x8x26 ..." adds some to the program.
VARIANTS ?=
PROGRAM_VARIANTS := 4x8x26s7 4x8x26 32x7x26s7
PROGRAM_VARIANTS += $(filter-out $(PROGRAM_VARIANTS),$(VARIANTS))
TEST_VARIANTS := 1x1x8 2x8x16 3x5x12 4x8x18 4x8x18s6 32x8x20 64x8x24 4x8x16s2 4x8x16s8 4x8x16s16 4x8x16s32

PACKAGES := gcc g++ make pkg-config verilator yosys iverilog check libcyaml-dev libyaml-dev zlib1g-dev cppcheck clang-format \
  gcovr gnuplot-nox gtkwave python3-plotly esbuild libjansson-dev nextpnr-ice40 fpga-icestorm fpga-icestorm-chipdb graphviz python3 python3-venv jq \
  openmpi-bin libopenmpi-dev libpcap-dev tshark opensta qflow-tech-osu018 cadical

CC := gcc
CXX := g++
INCLUDES := -Icmodel -Icmodel/mmu -Icmodel/frame -Icmodel/switch -Itb/sim $(patsubst %/,-I%,$(wildcard tb/net/*/)) -Itb/analyze -Itb/late -Itb/plan -Itb/run -Itb/topology -Itb/report -Itb/replay
CPPFLAGS := $(INCLUDES) -MMD -MP
CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Werror
# The simulator is linked with link-time optimization (a third faster), the tests quickly without.
LTO := -flto=auto -ffat-lto-objects
CXXFLAGS := -std=c++17 -O2 -Wall -Wextra -Werror
VERILATOR := verilator
VERILATE := --cc -O3 -x-assign fast --x-initial unique --noassert --top-module sluice_mmu
VERILATE_GATES := +define+SLUICE_EDGES -GGATES=1\'d1
VERILATOR_ROOT = $(or $(shell $(VERILATOR) --getenv VERILATOR_ROOT),/usr/share/verilator)
YOSYS := yosys
CYAML_CFLAGS = $(shell pkg-config --cflags libcyaml)
CYAML_LIBS = $(shell pkg-config --libs libcyaml)
JANSSON_LIBS = $(shell pkg-config --libs jansson)
CHECK_LIBS = $(shell pkg-config --libs check)
PCAP_LIBS = $(shell pkg-config --libs libpcap)

# As many jobs as there are cores; make JOBS=1 for one.
JOBS ?= $(shell nproc)
ifeq (0,$(MAKELEVEL))
MAKEFLAGS += -j$(JOBS)
endif
# One short line for each thing that is built; make V=1 shows the commands.
say = $(if $(V),,@printf '%-9s%s\n' $(1) $@; )
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

ENGINE_C := tb/sim/engine.c tb/sim/fst.c
LOSSLESS_C := tb/sim/beside.c tb/sim/lossless.c tb/sim/lossless_both.c tb/sim/lossless_model.c
MODEL_C := $(sort $(wildcard cmodel/*/*.c cmodel/*/*/*.c))
MPI_C := tb/net/ranks/mpi.c
NET_C := $(filter-out $(MPI_C),$(sort $(wildcard tb/net/*/*.c))) $(BUILD)/workloads.c
# What `sluice analyze`, `sluice plan`, `sluice topology` and the studies are made of.
TOOL_C := $(addprefix tb/analyze/,analyze.c analyze_json.c analyze_main.c analyze_report.c cycles.c generate.c graph.c shares.c view.c) $(sort $(wildcard tb/plan/*.c tb/topology/*.c))
# What `make late` is made of, but for its tables.
LATE_C := $(filter-out %/late_main.c,$(sort $(wildcard tb/late/*.c)))
RUN_C := tb/sluice.c $(sort $(wildcard tb/run/*.c tb/report/*.c tb/replay/*.c)) $(LOSSLESS_C)
# A test is tests/FOLDER/test_NAME.c; what else a folder holds is for all of its tests.
tests_of = $(sort $(patsubst tests/$(1)/%.c,%,$(wildcard tests/$(1)/test_*.c)))
support_of = $(filter-out tests/$(1)/test_%,$(wildcard tests/$(1)/*.c))
MMU_TESTS := $(call tests_of,mmu)
FRAME_TESTS := $(call tests_of,frame)
NET_TESTS := $(call tests_of,net)
TOOL_TESTS := $(call tests_of,tools)
# Those that run the program beside them.
PROGRAM_TESTS := $(call tests_of,program)
SWITCH_TESTS := $(call tests_of,switch)
LOSSLESS_TESTS := $(call tests_of,lossless)
# Of these, without RTL
SWITCH_MODEL_TESTS := test_switch_lockstep test_switch_model
TESTS := $(sort $(MMU_TESTS) $(FRAME_TESTS) $(NET_TESTS) $(TOOL_TESTS) $(PROGRAM_TESTS))
C_SOURCES := $(wildcard $(foreach d,cmodel tb tests,$(d)/*.[ch] $(d)/*/*.[ch] $(d)/*/*/*.[ch]) docs/*.c)
CXX_SOURCES := $(wildcard tb/sim/*.cpp)

.PHONY: all
all: $(BUILD)/sluice $(BUILD)/sluice-mpi.so $(BUILD)/example ## build the simulator, build/sluice, and the example of the C model

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | expand -t 14

.PHONY: deps packages
deps: packages ## install the Debian packages that are missing
ifeq ($(TOOLS),new)
include tests/tools.mk
endif
# Nothing is printed and nothing is fetched when all packages are there.
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

.PHONY: demo
demo: all ## run every scheme through the deadlock cases on RTL and model in lock-step: tables, plots, waves
	tb/demo.sh

.PHONY: bench
bench: all ## measure speeds in turn: schemes, large networks, against commit BASE, against PEER=command
	tb/bench.sh

# ---- C ----

# The model is plain C11; the rest may use POSIX and libcyaml.
posix = $(if $(filter cmodel/% docs/%,$(1)),,-D_POSIX_C_SOURCE=200809L $(CYAML_CFLAGS))

$(BUILD)/obj/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) $(LTO) $(call posix,$<) -c $< -o $@

$(BUILD)/libsluice.a: $(MODEL_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

$(BUILD)/example: $(BUILD)/obj/docs/example.o $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ -o $@

include tb/report/report.mk

# ---- Verilated RTL ----

# Another RTL, or another way to Verilate it, beside the first: set these.
RTL_DIR ?= rtl
RTL_BUILD ?= $(BUILD)/rtl
RTL_OPT ?= -O3
VERILATE_EXTRA ?= --trace-fst --trace-max-array 1024 +define+SLUICE_TRACE
SHIM_EXTRA ?=
# A file in front of the RTL, and objects of the tests, for planted bugs.
RTL_FIRST ?=
TEST_EXTRA ?=

# Names and order are those of sluice.core. An MMU alone does without the frames and the switch around it.
RTL_FILES := $(shell sed -n 's|^ *- rtl/||p' sluice.core)
RTL := $(addprefix $(RTL_DIR)/,$(RTL_FILES))
MMU_RTL := $(addprefix $(RTL_DIR)/,$(filter-out frame/% switch/% lossless/%,$(RTL_FILES)))
TRACE := -DVM_TRACE=1 -DVM_TRACE_FST=1
runtime_flags = -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
variant_words = $(subst s, ,$(subst x, ,$(1)))
variant_dims = NP=$(word 1,$(variant_words)) NC=$(word 2,$(variant_words)) W=$(word 3,$(variant_words)) \
  SCHEMES=$(or $(word 4,$(variant_words)),63)
verilator_dims = $(patsubst -GSCHEMES=%,-GSCHEMES=6\'d%,$(addprefix -G,$(variant_dims)))

# One recipe per variant: Verilator, then the make file it writes. What is Verilated is a copy that counts both edges of the
# clock, so that one evaluation makes a clock, and its gated clocks are edges that are left out (sluice_clock_gate).
edges = $(addprefix $(@D)/edges/,$(notdir $(MMU_RTL)))
$(RTL_BUILD)/%/rtl.a: $(MMU_RTL) | deps
	@rm -rf $(@D) && mkdir -p $(@D)/edges
	@$(foreach f,$(MMU_RTL),sed 's/posedge/edge/' $(f) >$(@D)/edges/$(notdir $(f)) &&) true
	$(call say,VERILATE)$(VERILATOR) $(VERILATE) $(VERILATE_GATES) $(VERILATE_EXTRA) --prefix Vmmu_$* $(call verilator_dims,$*) -Mdir $(@D) $(RTL_FIRST) $(edges)
	@$(MAKE) -s -C $(@D) -f Vmmu_$*.mk Vmmu_$*__ALL.a OPT_FAST=$(RTL_OPT) OPT_GLOBAL=$(RTL_OPT) $(VERILATED_MAKE) >/dev/null
	@mv $(@D)/Vmmu_$*__ALL.a $@

SHIM_FLAGS = -Icmodel -Itb/sim $(CXXFLAGS) $(TRACE) $(SHIM_EXTRA) $(runtime_flags)
$(RTL_BUILD)/%/shim.o: tb/sim/shim.cpp tb/sim/shim.h tb/sim/shim_common.h cmodel/sluice.h $(RTL_BUILD)/%/rtl.a
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -I$(@D) -DMODEL=Vmmu_$* $(addprefix -D,$(call variant_dims,$*)) -c $< -o $@

$(RTL_BUILD)/shim_common.o: tb/sim/shim_common.cpp tb/sim/shim.h tb/sim/shim_common.h cmodel/sluice.h | deps
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -c $< -o $@

# Verilator's own library, once for all variants.
RUNTIME := verilated verilated_threads verilated_fst_c verilated_cov
$(BUILD)/verilated/%.o: | deps
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) -std=c++17 -O2 $(TRACE) $(runtime_flags) -c $(VERILATOR_ROOT)/include/$*.cpp -o $@
$(BUILD)/libverilated.a: $(RUNTIME:%=$(BUILD)/verilated/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

# The variants of a program as a table, shim_list of shim.h: those of the simulator, of the tests, or just one.
variants_of = $(if $(filter program,$(1)),$(PROGRAM_VARIANTS),$(if $(filter tests,$(1)),$(PROGRAM_VARIANTS) \
  $(TEST_VARIANTS),$(1)))
define variant_table
#include <stddef.h>

#include "shim.h"

$(foreach v,$(1),extern const struct shim shim_Vmmu_$(v);)
const struct shim *const shim_list[] = {$(foreach v,$(1),&shim_Vmmu_$(v),) NULL};
endef
# Written anew when it says something new: the variants may come from the command line. Other makes may do the same: each has
# a file of its own.
.PHONY: always
NEW := new.$(shell echo $$PPID)
$(BUILD)/variants/%.c: always
	@$(shell mkdir -p $(@D))$(file >$@.$(NEW),$(call variant_table,$(call variants_of,$*)))\
	  if cmp -s $@.$(NEW) $@; then rm $@.$(NEW); else mv $@.$(NEW) $@; fi
$(BUILD)/variants/%.o: $(BUILD)/variants/%.c | deps
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# What a program needs in order to run these variants. The order is the linker's.
sim = $(ENGINE_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/variants/$(1).o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(call variants_of,$(1)),$(RTL_BUILD)/$(v)/shim.o $(RTL_BUILD)/$(v)/rtl.a) \
  $(BUILD)/libsluice.a $(BUILD)/libverilated.a

include tb/sim/switch.mk

# The distributions of flow sizes that come with the program, as text.
WORKLOADS := $(sort $(wildcard tb/scenarios/workloads/*.csv))
$(BUILD)/workloads.c: $(WORKLOADS) Makefile
	@mkdir -p $(@D)
	@{ printf '#include <stddef.h>\n\n#include "sizes.h"\n\nconst struct workload workloads[] = {\n'; \
	  for f in $(WORKLOADS); do printf '{"%s",\n' $$(basename $$f .csv); sed 's/.*/"&\\n"/' $$f; printf '},\n'; done; \
	  printf '{NULL, NULL}};\n'; } >$@

$(BUILD)/libnet.a: $(NET_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

# MPI is in a module of its own, which the program loads under mpirun only.
MPICC := mpicc
$(BUILD)/sluice-mpi.so: $(MPI_C) tb/net/ranks/transport.h | deps
	@mkdir -p $(@D)
	$(call say,MPICC)$(MPICC) $(INCLUDES) $(CFLAGS) -fPIC -shared $(MPI_C) -o $@

$(BUILD)/sluice: $(RUN_C:%.c=$(BUILD)/obj/%.o) $(REPORT_PAGE) $(BUILD)/libtools.a $(BUILD)/libnet.a $(call lossless_sim,program) $(call sim,program)
	$(call say,CXX)$(CXX) -O2 $(LTO) $^ $(CYAML_LIBS) $(JANSSON_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@

# ---- Silicon ----

include synth/synth.mk
include fpga/fpga.mk

# $(call filelist,DIRECTORY): with full names, so that it can be given to a tool anywhere.
filelist = printf '%s\n' $(addprefix $(1)/,$(RTL_FILES))
$(BUILD)/sluice.f: always
	@mkdir -p $(@D)
	$(call say,LIST)$(call filelist,$(abspath $(RTL_DIR))) >$@
.PHONY: filelist
filelist: $(BUILD)/sluice.f ## write build/sluice.f, the files of the RTL in their order

# FuseSoC is from PyPI.
FUSESOC := $(BUILD)/fusesoc
$(FUSESOC)/ready: tests/install/fusesoc.txt | deps
	@echo "FuseSoC from PyPI, into $(FUSESOC)"
	@rm -rf $(FUSESOC) && python3 -m venv $(FUSESOC) && $(FUSESOC)/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@
.PHONY: fusesoc
fusesoc: $(FUSESOC)/ready $(BUILD)/sluice.f ## check sluice.core with FuseSoC: lint, Icarus, a design that depends on it
	@BUILD=$(BUILD) tests/install/fusesoc.sh

# ---- Installation ----

include install/install.mk

# ---- Documents ----

include docs/timing/timing.mk
include docs/pictures/pictures.mk

$(BUILD)/libtools.a: $(TOOL_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

STUDIES := agreement deadlocks
$(STUDIES:%=$(BUILD)/%): $(BUILD)/%: $(patsubst %,$(BUILD)/obj/tb/%.o,analyze/% analyze/trial sim/engine sim/fst sim/shim_none) \
  $(BUILD)/libtools.a $(BUILD)/libnet.a $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $(filter %.o,$^) $(filter %.a,$^) $(CYAML_LIBS) -lm -lpthread -o $@

# make SEEDS=N FIRST=N; without, what the program takes.
SEEDS ?=
FIRST ?= 1
study = @$(BUILD)/$(1) $(if $(SEEDS),--seeds $(SEEDS)) --first $(FIRST) --keep $(BUILD)/$(2)
.PHONY: agreement
agreement: $(BUILD)/agreement ## compare analysis and simulation over random scenarios
	$(call study,agreement,disagreements)

.PHONY: deadlocks
deadlocks: $(BUILD)/deadlocks ## count deadlocks of every scheme over random networks
	$(call study,deadlocks,deadlocked)

$(BUILD)/late: $(BUILD)/obj/tb/late/late_main.o $(LATE_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/libtools.a $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -O2 $(LTO) $^ -lm -o $@

.PHONY: late
late: $(BUILD)/late ## show at 64 x 8 queues what late cells and a late XON cost
	@$(BUILD)/late $(if $(SEEDS),--seeds $(SEEDS))

# ---- Tests ----

ONLY ?= 3x5x12

test_objects = $(patsubst %.c,$(1)/obj/%.o,$(call support_of,$(2)))
MMU_SUPPORT := $(call test_objects,$(BUILD),mmu)
# The tests of the MMU alone need no network, those of the tools need both.
$(NET_TESTS:%=$(BUILD)/%) $(TOOL_TESTS:%=$(BUILD)/%): $(BUILD)/libnet.a
$(TOOL_TESTS:%=$(BUILD)/%): $(TOOL_C:%.c=$(BUILD)/obj/%.o)
$(BUILD)/test_late: $(LATE_C:%.c=$(BUILD)/obj/%.o)
$(PROGRAM_TESTS:%=$(BUILD)/%): $(BUILD)/test_%: $(BUILD)/obj/tests/program/test_%.o $(call test_objects,$(BUILD),program) $(BUILD)/sluice
	$(call say,CC)$(CC) -fno-lto $(filter %.o,$^) $(CHECK_LIBS) -o $@
define linked_tests
$$(addprefix $$(BUILD)/,$$(call tests_of,$(1))): $$(BUILD)/%: $$(BUILD)/obj/tests/$(1)/%.o $$(call test_objects,$$(BUILD),$(1)) $$(call sim,tests)
	$$(call say,CXX)$$(CXX) -fno-lto $$(filter %.o,$$^) $$(filter %/libnet.a,$$^) $$(filter-out %/libnet.a %.o,$$^) $$(CYAML_LIBS) $$(CHECK_LIBS) \
	  -lz $(VERILATED_LIBS) -lm -lpthread -o $$@
endef
$(foreach f,mmu net tools,$(eval $(call linked_tests,$(f))))
include tb/sim/control.mk
SWITCH_SUPPORT = $(call test_objects,$(BUILD),switch) $(BUILD)/obj/tb/sim/beside.o
$(SWITCH_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/switch/%.o $(SWITCH_SUPPORT) $(switch_sim)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
$(LOSSLESS_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/lossless/%.o $(call test_objects,$(BUILD),lossless) \
  $(addprefix $(BUILD)/obj/tests/,switch/frames.o switch/score.o switch/setup.o frame/frames.o) $(LOSSLESS_C:%.c=$(BUILD)/obj/%.o) \
  $(BUILD)/obj/tb/sim/fst.o $(call lossless_sim,tests) $(RTL_BUILD)/shim_common.o $(BUILD)/libsluice.a $(BUILD)/libverilated.a
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
# Its tests on one variant of another RTL: ONLY as below, and the same in SWITCH_VARIANTS
$(RTL_BUILD)/test_switch_$(ONLY): $(BUILD)/obj/tests/switch/test_switch.o $(SWITCH_SUPPORT) $(TEST_EXTRA) $(switch_sim)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@

.PHONY: test
test: all library filelist $(TESTS:%=$(BUILD)/%) $(SWITCH_TESTS:%=$(BUILD)/%) $(LOSSLESS_TESTS:%=$(BUILD)/%) $(TESTS:%=$(BUILD)/sanitize/%) $(SWITCH_MODEL_TESTS:%=$(BUILD)/sanitize/%) $(FPGA_SIM) $(BUILD)/vectors ## run all tests
	@BUILD=$(BUILD) tests/run.sh $(TESTS:%=$(BUILD)/%) $(SWITCH_TESTS:%=$(BUILD)/%) $(LOSSLESS_TESTS:%=$(BUILD)/%) $(TESTS:%=$(BUILD)/sanitize/%) $(SWITCH_MODEL_TESTS:%=$(BUILD)/sanitize/%) $(FPGA_DIR)/sim.run $(addprefix tests/,install/install.sh install/design.sh program/processes.sh program/report.sh planted/quick.sh formal/prove.sh unknown/unknown.sh)

# A test on one variant of another RTL: the lock-step test for planted bugs and for coverage.
$(RTL_BUILD)/test_%_$(ONLY): $(BUILD)/obj/tests/mmu/test_%.o $(MMU_SUPPORT) $(TEST_EXTRA) $(call sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@

include tests/mutate/mutate.mk

# Vectors of the C model, for the simulation with unknowns
$(BUILD)/vectors: $(BUILD)/obj/tests/unknown/vectors.o $(filter %/stimulus.o %/stimulus_watch.o %/register_set.o,$(MMU_SUPPORT)) $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ -o $@

.PHONY: fuzz
fuzz: $(BUILD)/test_lockstep $(BUILD)/test_switch_lockstep ## run RTL and model in lock-step with new seeds, or with those from FIRST=N on
	@for t in $^; do CK_RUN_CASE=random SLUICE_FIRST=$(if $(filter command%,$(origin FIRST)),$(FIRST),$(shell date +%s)) $$t || exit 1; done

.PHONY: gates-test
gates-test: | deps ## compare the MMU with clock gates, latch and AND, with the one without, in every clock, in Icarus
	@mkdir -p $(BUILD)
	iverilog -g2012 -s gates -o $(BUILD)/gates.vvp $(MMU_RTL) tests/mmu/gates.sv
	vvp $(BUILD)/gates.vvp | tee $(BUILD)/gates.log && grep -q '^100%' $(BUILD)/gates.log

.PHONY: prove check-long
prove: | deps ## prove what tests/formal/list names of the RTL, and that each proof fails with a planted fault: a table
	@BUILD=$(BUILD) JOBS=$(JOBS) tests/formal/prove.sh all
check-long: check-tools $(if $(filter debian,$(TOOLS)),prove netlist-test gates-test) ## run what is too long for make test; TOOLS=new: lint, lock-step and the demo with the newest tools

.PHONY: planted
planted: $(BUILD)/test_lockstep $(BUILD)/test_control ## show that the tests of MMU, frames and switch find every planted bug
	@BUILD=$(BUILD) tests/planted/planted.py $(addprefix tests/planted/,list more switch_list)

# The tests without RTL, in other builds of the C code: $(BUILD)/sanitize and $(BUILD)/coverage.
SANITIZE_FLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
COVERAGE_FLAGS := --coverage -O0
MODEL_ONLY_C := $(MODEL_C) $(ENGINE_C) tb/sim/shim_none.c tb/sim/shim_control_none.c tb/sim/switch_shim_none.c

define model_only_tests
$$(addprefix $$(BUILD)/$(1)/,$$(call tests_of,$(3))): $$(BUILD)/$(1)/%: $$(BUILD)/$(1)/obj/tests/$(3)/%.o \
  $$(call test_objects,$$(BUILD)/$(1),$(3)) $$(MODEL_ONLY_C:%.c=$$(BUILD)/$(1)/obj/%.o)
	$$(call say,CC)$$(CC) $(2) $$^ $$(CYAML_LIBS) $$(CHECK_LIBS) $$(PCAP_LIBS) -lm -lpthread -o $$@

endef
define model_only
$$(BUILD)/$(1)/obj/%.o: %.c | deps
	@mkdir -p $$(@D)
	$$(call say,CC)$$(CC) $$(CPPFLAGS) $$(CFLAGS) $(2) $$(call posix,$$<) -c $$< -o $$@
$$(foreach t,$$(NET_TESTS) $$(TOOL_TESTS),$$(BUILD)/$(1)/$$(t)): $$(NET_C:%.c=$$(BUILD)/$(1)/obj/%.o)
$$(TOOL_TESTS:%=$$(BUILD)/$(1)/%): $$(TOOL_C:%.c=$$(BUILD)/$(1)/obj/%.o)
$$(BUILD)/$(1)/test_late: $$(LATE_C:%.c=$$(BUILD)/$(1)/obj/%.o)
$$(BUILD)/$(1)/sluice: $$(patsubst %.c,$$(BUILD)/$(1)/obj/%.o,$$(RUN_C) $$(TOOL_C) $$(NET_C) $$(MODEL_ONLY_C) tb/sim/switch_shim_none.c) $$(REPORT_PAGE)
	$$(call say,CC)$$(CC) $(2) $$^ $$(CYAML_LIBS) $$(JANSSON_LIBS) $$(PCAP_LIBS) -lm -lpthread -o $$@
$$(PROGRAM_TESTS:%=$$(BUILD)/$(1)/%): $$(BUILD)/$(1)/test_%: $$(BUILD)/$(1)/obj/tests/program/test_%.o $$(call test_objects,$$(BUILD)/$(1),program) $$(BUILD)/$(1)/sluice
	$$(call say,CC)$$(CC) $(2) $$(filter %.o,$$^) $$(CHECK_LIBS) -o $$@
$(foreach f,mmu frame net tools,$(call model_only_tests,$(1),$(2),$(f)))
$$(SWITCH_MODEL_TESTS:%=$$(BUILD)/$(1)/%): $$(BUILD)/$(1)/%: $$(BUILD)/$(1)/obj/tests/switch/%.o $$(patsubst %.c,$$(BUILD)/$(1)/obj/%.o, \
  $$(call support_of,switch) tb/sim/beside.c tb/sim/switch_shim_none.c $$(MODEL_C))
	$$(call say,CC)$$(CC) $(2) $$^ $$(CHECK_LIBS) -lm -lpthread -o $$@
endef
$(eval $(call model_only,sanitize,$(SANITIZE_FLAGS)))
$(eval $(call model_only,coverage,$(COVERAGE_FLAGS)))

.PHONY: sanitize
sanitize: $(TESTS:%=$(BUILD)/sanitize/%) $(SWITCH_MODEL_TESTS:%=$(BUILD)/sanitize/%) ## run the tests of the C code with the address and undefined sanitizers
	@BUILD=$(BUILD) tests/run.sh $^

# With both sets of tools
.PHONY: check-tools
check-tools: lint-verilator lint-yosys lint-icarus lint-parameters $(BUILD)/test_lockstep demo
	@BUILD=$(BUILD) tests/run.sh $(BUILD)/test_lockstep

# ---- Coverage ----

# C: the tests without RTL. RTL: lock-step on one variant, small enough that its counters come to their ends.
COVERAGE_VARIANT := 3x3x10
COVERAGE_CLOCKS ?= 300000
$(RTL_BUILD)/cover_$(ONLY): $(BUILD)/obj/tests/coverage/cover.o $(MMU_SUPPORT) $(call sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
.PHONY: coverage coverage-rtl
coverage: $(TESTS:%=$(BUILD)/coverage/%) coverage-rtl ## print the coverage of C and of the RTL: lines, branches, toggles, rows of the tables
	@find $(BUILD)/coverage -name '*.gcda' -delete
	@BUILD=$(BUILD)/coverage tests/run.sh $(TESTS:%=$(BUILD)/coverage/%)
	@gcovr --root . --filter 'cmodel/' --filter 'tb/' --object-directory $(BUILD)/coverage --print-summary \
	  --html-details $(BUILD)/coverage/c.html $(BUILD)/coverage
coverage-rtl: | deps
	@$(MAKE) -s RTL_BUILD=$(BUILD)/coverage/rtl RTL_OPT=-O1 VERILATE_EXTRA="--trace-fst --coverage" \
	  SHIM_EXTRA=-DVM_COVERAGE=1 ONLY=$(COVERAGE_VARIANT) $(BUILD)/coverage/rtl/cover_$(COVERAGE_VARIANT)
	@SLUICE_COVERAGE=$(BUILD)/coverage/rtl.dat $(BUILD)/coverage/rtl/cover_$(COVERAGE_VARIANT) $(COVERAGE_CLOCKS)
	@verilator_coverage --annotate $(BUILD)/coverage/rtl_annotated $(BUILD)/coverage/rtl.dat >/dev/null
	@tests/coverage/points.py $(BUILD)/coverage/rtl.dat

# ---- Lint ----

LINT_VARIANTS := 4x8x26 1x1x8 3x5x12 64x8x28 4x8x26s7 4x8x16s2 4x8x16s8 4x8x16s16 4x8x16s32
YOSYS_VARIANTS := 4x8x18 3x5x12

.PHONY: lint
lint: lint-verilator lint-yosys lint-icarus lint-parameters lint-frame lint-switch lint-fpga lint-cppcheck lint-format lint-readme ## check RTL with three tools and the C code with two

.PHONY: lint-verilator lint-yosys lint-icarus lint-parameters lint-cppcheck lint-format lint-readme
lint-verilator: | deps
	$(foreach v,$(LINT_VARIANTS),$(VERILATOR) --lint-only -Wall --top-module sluice_mmu \
	  $(call verilator_dims,$(v)) $(RTL) &&) $(VERILATOR) --lint-only -Wall --top-module sluice_mmu -GGATES=1\'d1 $(RTL)
# Short pipelines are arrays: that they become registers is meant.
lint-yosys: | deps
	$(foreach v,$(YOSYS_VARIANTS),$(YOSYS) -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $(RTL); \
	  chparam -set GATES $(if $(filter 3x5x12,$(v)),1,0) $(foreach d,$(call variant_dims,$(v)),-set $(subst =, ,$(d))) sluice_mmu; \
	  hierarchy -check -top sluice_mmu; proc; check -assert" &&) true
lint-icarus: | deps
	@mkdir -p $(BUILD)
	iverilog -g2012 -Wall -s sluice_mmu -o $(BUILD)/lint.vvp $(RTL)
	iverilog -g2012 -Wall -s sluice_mmu -Psluice_mmu.GATES=1 -o $(BUILD)/lint.vvp $(RTL)
# A bad parameter stops every tool, at a module whose name says which.
lint-parameters: | deps
	@mkdir -p $(BUILD)
	@for p in NP=0 NP=65 NC=9 W=7 W=29 SCHEMES=0; do name=sluice_parameter_.*$${p%=*}; \
	  for run in "$(VERILATOR) --lint-only --top-module sluice_mmu -G$$p $(RTL)" \
	    "iverilog -g2012 -s sluice_mmu -Psluice_mmu.$$p -o $(BUILD)/lint.vvp $(RTL)"; do \
	    $$run 2>&1 | grep -q "$$name" || { echo "lint: $$p does not stop: $$run" >&2; exit 1; }; done; \
	  $(YOSYS) -q -p "read_verilog -sv $(RTL); chparam -set $${p%=*} $${p#*=} sluice_mmu; hierarchy -check -top sluice_mmu" 2>&1 | \
	    grep -q "$$name" || { echo "lint: $$p does not stop yosys" >&2; exit 1; }; done
lint-cppcheck: | deps
	cppcheck -q --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr \
	  '-Dck_abort_msg(...)=abort()' '-Dck_assert(x)=if(!(x))abort()' '-Dck_assert_msg(x,...)=if(!(x))abort()' \
	  $(INCLUDES) $(filter %.c,$(C_SOURCES))
lint-format: | deps
	clang-format --dry-run -Werror $(C_SOURCES) $(CXX_SOURCES) $(PAGE_JS)
# The README's table of cells is that of the tracked results.
lint-readme:
	synth/readme.py synth/results.md README.md --check

.PHONY: clean
clean: ## remove what was built
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -type f -name '*.d' -not -name '*__ver.d' 2>/dev/null)
