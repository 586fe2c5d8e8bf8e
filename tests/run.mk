# The targets check, test and check-long, and their parts. Included by the Makefile.

# ---- Tests that are scripts ----

# NAME=SCRIPT, as in make test T=NAME, slowest first.
SCRIPTS := prove=tests/formal/prove.sh planted=tests/planted/quick.sh \
  processes=tests/program/processes.sh recompute=tests/recompute/recompute.py demo=tests/program/demo.sh browser=tests/program/report.sh pages=tests/pages/commands.py area=tests/pages/area.sh install=tests/install/install.sh unknown=tests/unknown/unknown.sh runner=tests/runner/runner.sh \
  gates=tests/mmu/gates.sh steps=tests/netlist/steps.sh counters=tests/lossless/counters.sh watchdog=tests/switch/watchdog.sh mac_10g=tests/mac_10g/mac_10g.sh constraints=tests/mac_10g/constraints.py register_files=tests/registers/registers.sh design=tests/install/design.sh fpga_switch=$(BUILD)/fpga/ulx3s_switch/sim.run
# make check-long runs these, and make test T=NAME.
LONG_SCRIPTS := netlist=tests/netlist/small.sh fpga=$(FPGA_DIR)/sim.run add_counter=tests/pages/add_counter.sh growth=tests/growth/growth.py fast=tests/install/fast.sh bring_up=tests/install/bring_up.sh mac_10g_ports=tests/mac_10g/ports.sh mac_mixed=tests/mac_10g/mixed.sh six_ports=tests/pages/six_ports.sh unknown_netlist=tests/unknown/netlist.sh
script_of = $(patsubst $(1)=%,%,$(filter $(1)=%,$(SCRIPTS) $(LONG_SCRIPTS)))
# NEEDS_NAME: targets built before a script runs; a script builds the rest itself.
# The scripts netlist and planted start several makes, so the objects that all of them link are built before.
NEEDS_netlist := $(BUILD)/obj/tests/mmu/test_lockstep.o $(SUPPORT_mmu) $(ENGINE_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/libsluice.a $(BUILD)/libverilated.a $(PRECOMPILED)
NEEDS_planted := $(NEEDS_netlist) $(addprefix $(BUILD)/obj/tests/,planted/planted_bug.o frame/test_control.o credit/test_credit.o) $(SUPPORT_frame) $(SUPPORT_credit)
NEEDS_fpga := $(FPGA_SIM)
NEEDS_fpga_switch := $(BUILD)/fpga/ulx3s_switch/sim.run
NEEDS_growth := simulator
NEEDS_processes := $(BUILD)/sluice $(BUILD)/sluice-mpi.so
NEEDS_recompute := $(BUILD)/sluice
NEEDS_browser := $(BUILD)/sluice
NEEDS_pages := $(BUILD)/sluice $(BUILD)/sluice-mpi.so
NEEDS_add_counter := $(PRECOMPILED) $(BUILD)/libverilated.a
NEEDS_mac_10g_ports := filelist $(BUILD)/sluice $(BUILD)/libverilated.a
NEEDS_six_ports := $(NEEDS_mac_10g_ports)
NEEDS_mac_mixed := $(NEEDS_mac_10g_ports)
NEEDS_install := $(BUILD)/sluice $(BUILD)/sluice-mpi.so library filelist
NEEDS_unknown := $(BUILD)/vectors $(BUILD)/switch_vectors
NEEDS_unknown_netlist := $(BUILD)/switch_vectors
NEEDS_design := filelist
NEEDS_constraints := filelist
NEEDS_bring_up := filelist $(BUILD)/sluice $(BUILD)/libverilated.a
NEEDS_watchdog := $(BUILD)/libverilated.a
NEEDS_runner := $(BUILD)/sluice $(BUILD)/test_full_switch $(addprefix $(MODEL_BUILD)/test_,lockstep control switch_lockstep timing)
names_of = $(foreach s,$(1),$(firstword $(subst =, ,$(s))))
SCRIPT_NAMES := $(call names_of,$(SCRIPTS) $(LONG_SCRIPTS))

# The self-test of the switch in simulation, another build of the same rules.
ifneq (switch,$(TEST))
.PHONY: $(BUILD)/fpga/ulx3s_switch/sim.run
$(BUILD)/fpga/ulx3s_switch/sim.run: $(FPGA_SIM)
	@$(MAKE) --no-print-directory BOARD=ulx3s TEST=switch $@
endif
# Vectors of the C model for the simulation with unknown values.
$(BUILD)/vectors: $(BUILD)/obj/tests/unknown/vectors.o $(filter %/stimulus.o %/stimulus_watch.o %/register_set.o,$(SUPPORT_mmu)) $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ -o $@
# Vectors of the models of the lossless switch.
$(BUILD)/switch_vectors: $(addprefix $(BUILD)/obj/,$(addprefix tests/,unknown/switch_vectors.o switch/frames.o switch/setup.o switch/setup_credits.o frame/frames.o) \
  $(addprefix tb/cosim/,lossless_model.o lockstep_switch.o lockstep_switch_mmu.o lockstep_credits.o shims_none.o)) $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ $(CHECK_LIBS) -lm -o $@

# ---- make check, make test ----

# Each list begins with the longest programs, so that no long one runs alone at the end.
LONGEST := test_switch test_lossless_frames test_lossless_switch test_net test_lockstep test_rate test_corners test_measure test_admission test_net_life \
  test_event_clocked test_lossless test_event_tolerance test_pairs
longest_first = $(foreach t,$(LONGEST),$(filter %/$(t),$(1))) $(filter-out $(LONGEST:%=\%/%),$(1))
CHECK_PROGRAMS := $(call longest_first,$(CHECK_TESTS:%=$(MODEL_BUILD)/%))
RTL_PROGRAMS := $(call longest_first,$(addprefix $(BUILD)/,$(filter $(RTL_TESTS),$(TESTS)) $(LONG_RUN_TESTS)))
ifneq (,$(filter $(SCRIPT_NAMES),$(TESTS:test_%=%)))
$(error T=NAME is a test and a script: $(filter $(SCRIPT_NAMES),$(TESTS:test_%=%)))
endif
# Each test of the folders must be in a program that make test runs.
NOT_RUN := $(filter-out $(notdir $(CHECK_PROGRAMS) $(RTL_PROGRAMS)),$(notdir $(basename $(wildcard tests/*/test_*.c tests/*/test_*.py))))
ifneq (,$(NOT_RUN))
$(error not in the list of tests: $(NOT_RUN); see tests/tests.mk)
endif
SHORT_SCRIPTS := $(call names_of,$(SCRIPTS))
SCRIPT_PROGRAMS := $(foreach n,$(SHORT_SCRIPTS),$(call script_of,$(n)))

# make test T=NAME and make check T=NAME run one test, or only its test case CASE (of libcheck; in Python, a function). NAME belongs to
# tests/FOLDER/test_NAME.c, tests/program/test_NAME.py or a script. make test prefers the program with RTL; make check runs the program without RTL, under the sanitizers.
# Variables such as SLUICE_SEED select single runs, so that make test and make check refuse them without T=NAME.
T ?=
CASE ?=
SELECTING = $(foreach v,$(filter SLUICE_% CK_RUN_%,$(.VARIABLES)),$(if $(filter environment,$(origin $(v))),$(v)))
all_runs = $(if $(SELECTING),$(error $(SELECTING) in the environment: it selects single runs; unset it, or give T=NAME))
ifneq (,$(T)$(CASE))
NAME := $(T:test_%=%)
ALL_NAMES := $(TESTS:test_%=%) $(SCRIPT_NAMES)
ifneq (1,$(words $(NAME)))
$(error CASE is a test case of one test: give T=NAME too)
else ifneq (,$(filter test_$(NAME),$(TESTS)))
CHOSEN_TEST := $(if $(filter test_$(NAME),$(RTL_TESTS) $(LONG_RUN_TESTS)),$(BUILD),$(MODEL_BUILD))/test_$(NAME)
CHOSEN_CHECK := $(MODEL_BUILD)/test_$(NAME)
CHOSEN_NEEDS := $(CHOSEN_TEST)
else ifneq (,$(filter $(NAME),$(SCRIPT_NAMES)))
CHOSEN_TEST := $(call script_of,$(NAME))
CHOSEN_NEEDS := $(NEEDS_$(NAME))
ifneq (,$(CASE))
$(error CASE is for tests with cases; the script $(CHOSEN_TEST) has none)
endif
else
$(error No test "$(T)"; near it: $(shell tests/near.py '$(NAME)' $(ALL_NAMES)))
endif
endif

# make test T=NAME VARIANT=V builds and runs one variant, which need not be in a list. VARIANT_NAME: the kind of the variants of test NAME.
# FORM_KIND: their form, as how many numbers follow x, an expression for the rest, and in words.
VARIANT_lockstep := mmu
VARIANT_control := control
VARIANT_credit := credit
VARIANT_room := room
VARIANT_switch_lockstep := switch
VARIANT_lossless_switch := lossless
VARIANT_port_headroom := lossless
VARIANT_mixed_ports := lossless
FORM_mmu := {2} (s[0-9]+(p1)?)? PORTSxCLASSESxBITS, and sSCHEMES unless all are built, then p1 with PORT_LIMITS, such as 3x5x12, 4x8x18s6 or 4x8x18s6p1
FORM_control := {2} () PORTSxCLASSESxBITS of a beat, such as 3x5x8
FORM_credit := {4} (s[0-9]+)? CHANNELSxBITSxSHIFTxLENGTHxPERIOD in bits, and s1 for InfiniBand, such as 3x8x4x8x8
FORM_room := {3} s[0-9]+ PORTSxCLASSESxBITSxPERIODsMAPS, such as 3x5x12x8s1
FORM_switch := {4} (s[0-9]+){1,3}(p1)? PORTSxCLASSESxDWxCELLxCELLSsSCHEMES, and sCREDITSsLINE unless s0 and DW, then p1 with PORT_LIMITS, such as 6x8x64x128x2048s4 or 4x5x128x128x2048s4s0s118p1
FORM_lossless := $(FORM_switch)
form_word = $(word $(1),$(FORM_$(KIND)))
ifneq (,$(VARIANT))
KIND := $(VARIANT_$(NAME))
ifeq (,$(KIND))
$(error VARIANT is for make test T=NAME; NAME is $(patsubst VARIANT_%,%,$(sort $(filter VARIANT_%,$(.VARIABLES)))))
endif
ifeq (,$(shell echo '$(VARIANT)' | grep -E '^[1-9][0-9]*(x[1-9][0-9]*)$(call form_word,1)$(call form_word,2)$$'))
$(error VARIANT=$(VARIANT): expected $(wordlist 3,99,$(FORM_$(KIND))))
endif
REFUSAL := $(shell VERILATOR="$(VERILATOR)" RTL="$($(KIND)_rtl)" synth/parameters.py $($(KIND)_top) $(call $(KIND)_parameters,$(VARIANT)) 2>&1)
ifneq (,$(REFUSAL))
$(error VARIANT=$(VARIANT): $(REFUSAL))
endif
CHOSEN_TEST := $(RTL_BUILD)/test_$(NAME)_$(VARIANT)
CHOSEN_NEEDS := $(CHOSEN_TEST)
CHOSEN_CHECK :=
endif

.PHONY: check
ifneq (,$(T))
check: $(CHOSEN_CHECK)
	$(if $(CHOSEN_CHECK),,$(error $(CHOSEN_TEST) needs RTL: make test T=$(T)))
	@BUILD=$(BUILD) $(if $(CASE),CK_RUN_CASE="$(CASE)") tests/run.sh $(CHOSEN_CHECK)
else
check: lint-format lint-tests lint-area lint-registers lint-keys lint-rules lint-columns lint-includes lint-pages lint-evidence $(CHECK_PROGRAMS) ## test: run all tests without RTL, under sanitizers (3 minutes)
	$(all_runs)@BUILD=$(BUILD) tests/run.sh $(CHECK_PROGRAMS)
endif

.PHONY: test
ifneq (,$(T))
test: $(CHOSEN_NEEDS) | deps
	@BUILD=$(BUILD) $(if $(CASE),CK_RUN_CASE="$(CASE)") tests/run.sh $(CHOSEN_TEST)
else
test: lint all library filelist $(RTL_PROGRAMS) $(CHECK_PROGRAMS) $(foreach n,$(SHORT_SCRIPTS),$(NEEDS_$(n))) ## test: run all tests and lint; T=NAME CASE=CASE: one test; T=lockstep VARIANT=3x5x12: one variant
	$(all_runs)@BUILD=$(BUILD) tests/run.sh $(SCRIPT_PROGRAMS) $(RTL_PROGRAMS) $(CHECK_PROGRAMS)
endif

# ---- make check-long ----

# The parts of make check-long. PART_NAME holds the arguments of make. PART=NAME runs one part. Most are rows of the ledger of evidence, which says when
# they are due; fusesoc, cocotb, tools and report fetch tools from PyPI, or a browser.
PARTS := prove planted netlist unknown_netlist synth coverage gates fuzz line_rate event reference growth fpga studies asic timing add_counter bring_up six_ports mac_mixed mutate pairs \
  demo fast fusesoc cocotb tools report
PART_prove := prove
PART_netlist := netlist-test netlist-ports netlist-damaged
PART_gates := gates-test test T=unknown SWITCHES="2:2:15:0:0:1200 2:2:15:1:1:1200 2:2:15:2:1:1200 2:2:15:3:0:1200 4:2:127:4:0:1200 4:2:127:5:0:1200 4:2:127:6:1:1200"
PART_planted := planted
PART_mutate := mutate
PART_coverage := coverage
# The tables under build/, not their tracked copies.
PART_synth := $(addprefix $(SYNTH)/,$(addsuffix .md,$(SYNTH_TABLES)))
PART_timing := $(SYNTH)/timing-ice40.md
PART_add_counter := test T=add_counter
PART_bring_up := test T=bring_up
PART_unknown_netlist := test T=unknown_netlist
PART_six_ports := test T=six_ports
PART_mac_mixed := test T=mac_mixed
PART_fast := test T=fast
PART_asic := $(SYNTH)/asic.md
PART_fusesoc := fusesoc
PART_cocotb := cocotb
PART_fpga := test T=fpga fpga BOARD=hx8k
PART_tools := check-tools TOOLS=new BUILD=$(BUILD:%/new=%)/new
PART_demo := demo
PART_report := test-report
PART_fuzz := fuzz
PART_line_rate := line-rate
PART_event := event-long
PART_reference := reference-long
PART_pairs := pairs
# In a directory of its own, because it needs no RTL, and build/sluice may have it.
PART_growth := test T=growth PROGRAM=none BUILD=$(BUILD)/growth
PART_studies := agreement deadlocks
# With the newest tools there is one part.
PART ?= $(if $(filter new,$(TOOLS)),tools)
ifneq (,$(filter-out $(PARTS),$(PART)))
$(error No PART "$(PART)"; there is $(PARTS))
endif
CHOSEN_PARTS = $(or $(PART),$(PARTS))
.PHONY: check-long $(PARTS:%=part-%)
check-long: ## test: run the long parts; PART=NAME selects one
	@failed=; for p in $(CHOSEN_PARTS); do $(MAKE) --no-print-directory part-$$p || failed="$$failed $$p"; done; \
	  [ -z "$$failed" ] || { echo "check-long: failed:$$failed" >&2; exit 1; }
$(PARTS:%=part-%): part-%:
	@echo "== $*: make $(PART_$*)"
	@$(MAKE) --no-print-directory PART= $(or $(PART_$*),$(error part $* has no goals))

# ---- Parts of make check-long ----

# The first new seed: FIRST of the command line, or the time.
NEW_SEED = $(if $(filter command%,$(origin FIRST)),$(FIRST),$(shell date +%s))
.PHONY: fuzz fuzz-runs
fuzz: ## test: run RTL and model with new seeds, long; FIRST=N repeats them
	@$(MAKE) --no-print-directory TEST_VARIANTS="$(TEST_VARIANTS) $(LONG_VARIANTS)" fuzz-runs
fuzz-runs: $(BUILD)/test_lockstep $(BUILD)/test_switch_lockstep
	@CK_RUN_CASE=random SLUICE_FIRST=$(NEW_SEED) SLUICE_CYCLES=680000 $<
	@CK_RUN_CASE=random SLUICE_FIRST=$(NEW_SEED) SLUICE_CYCLES=732000 $(BUILD)/test_switch_lockstep

.PHONY: line-rate
line-rate: $(BUILD)/test_line_rate ## test: measure the line rate of the switch for every length, in every documented build
	@SLUICE_EVERY=1 BUILD=$(BUILD) tests/run.sh $<

# Part `event` of make check-long.
.PHONY: event-long
event-long: $(BUILD)/test_event_same $(BUILD)/test_event_tolerance ## test: compare the event engine with the model over 24 seeds, 12 of them new (FIRST=N repeats them), and with itself
	@SLUICE_EVERY=1 SLUICE_FIRST=$(NEW_SEED) BUILD=$(BUILD) tests/run.sh $^

# Part `reference` of make check-long.
.PHONY: reference-long
reference-long: $(BUILD)/test_reference ## test: compare the event engine with its reference on 5,000 new networks (FIRST=N repeats them)
	@SLUICE_NETWORKS=5000 SLUICE_FIRST=$(NEW_SEED) BUILD=$(BUILD) tests/run.sh $<

# Part `pairs` of make check-long.
.PHONY: pairs
pairs: $(BUILD)/test_pairs ## test: run all pairs of features of scenarios, each with all numbers of threads, windows and ranks
	@SLUICE_EVERY=1 BUILD=$(BUILD) tests/run.sh $<

.PHONY: gates-test
gates-test: | deps ## test: compare the MMU with and without clock gates, in Icarus
	@BUILD=$(BUILD) CYCLES=6000 tests/mmu/gates.sh

.PHONY: prove
prove: | deps ## test: prove all properties and one netlist, each with a fault
	@BUILD=$(BUILD) JOBS=$(JOBS) tests/formal/prove.sh all; proven=$$?; BUILD=$(BUILD) tests/formal/netlist.sh && exit $$proven

PLANTED_LISTS := $(addprefix tests/planted/,list more switch_list lossless_list)
.PHONY: planted
planted: $(NEEDS_planted) $(SUPPORT_switch) $(SUPPORT_lossless) ## test: plant every listed bug and show that a test finds it
	@BUILD=$(BUILD) tests/planted/planted.py $(PLANTED_LISTS)

# Runs with both tool sets.
.PHONY: check-tools
check-tools: lint-verilator lint-yosys lint-icarus lint-parameters $(BUILD)/test_lockstep demo ## test: run lint, lock-step and demo; TOOLS=new: with the newest tools
	@BUILD=$(BUILD) tests/run.sh $(BUILD)/test_lockstep
