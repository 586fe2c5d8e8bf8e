# Mutants of RTL and C code (docs/verification/coverage.md). Included by the Makefile.

# make mutate MUTANTS=100 SEED=7 FOLDER="tb/cli rtl/switch": the first 100 mutants of each folder in the order of a seed. Outcomes are kept, so a larger
# number continues the sample. AGAIN=1 tries those that were not found again. MUTATE_SECONDS=n: each program starts no mutant after n seconds.
MUTANTS ?= 30
SEED ?= 35
AGAIN ?=
# SINCE=COMMIT: only lines that are newer than a commit; MUTANTS of all folders together, 7 of 10 in C code and 3 of 10 in text of RTL.
SINCE ?=
MUTATE_NETLIST := rtl/mmu rtl/common
MUTATE_TEXT := rtl/frame rtl/switch rtl/lossless
MUTATE_C := cmodel/rules cmodel/registers cmodel/clocked cmodel/frame cmodel/switch cmodel/driver \
  $(addprefix tb/sim/,event congestion clocked nodes results traffic scenario files ranks) tb/cosim tb/cli
FOLDER ?= $(MUTATE_NETLIST) $(MUTATE_TEXT) $(MUTATE_C)
# Mutants of the netlist, in rtl/mmu and rtl/common together: they take a second each.
NETLIST_MUTANTS ?= 2000
.PHONY: mutate mutate-netlist mutate-text mutate-c mutate-table
mutate: ## test: count the mutants of RTL and C that tests find, per folder
	@for p in $(if $(filter $(MUTATE_NETLIST),$(if $(SINCE),,$(FOLDER))),netlist) $(if $(filter $(MUTATE_TEXT),$(FOLDER)),text) $(if $(filter $(MUTATE_C),$(FOLDER)),c) table; do \
	  $(MAKE) --no-print-directory mutate-$$p || exit 1; done
mutate-table: ## test: print the table of all mutants so far
	@BUILD=$(BUILD) SINCE=$(SINCE) tests/mutate/outcomes.py $(MUTATE_NETLIST) $(MUTATE_TEXT) $(MUTATE_C)
# Arguments that are stale, as the source has changed.
.PHONY: lint-mutants
lint-mutants:
	tests/mutate/outcomes.py --check
# $(call mutate_with,PROGRAM,FOLDERS,TENTHS): with SINCE, so many tenths of the mutants.
FIRST_FAILURE = -Wl,--wrap=_ck_assert_failed $(BUILD)/obj/tests/mutate/first_failure.o
mutate_count = $(if $(SINCE),$$(($(MUTANTS) * $(1) / 10)),$(MUTANTS))
mutate_with = @BUILD=$(BUILD) JOBS=$(JOBS) COUNT=$(call mutate_count,$(3)) SINCE=$(SINCE) SEED=$(SEED) AGAIN=$(AGAIN) MUTATE_SECONDS=$(MUTATE_SECONDS) RTL_LIBRARIES="-lz $(VERILATED_LIBS)" \
  LIBRARIES="$(FIRST_FAILURE) $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lm -lpthread" tests/mutate/$(1) $(filter $(2),$(FOLDER))

# ---- RTL of the MMU: a netlist with all mutants ----

# The tests for mutants of the RTL, the short ones first. A circuit of 255 mutants takes the place of the RTL (shim_lanes.c).
# -march=native: the programs run only on this machine, so they may use all its vector instructions.
LANES := $(BUILD)/mutate/lanes
LANES_TESTS := test_admission test_counts test_corners test_bits_registers test_bits_times test_bits_thresholds
LANES_PROGRAMS := $(addprefix $(LANES)/,random_runs $(LANES_TESTS))
$(LANES)/shim_lanes.o: tests/mutate/shim_lanes.c tb/cosim/shim.h cmodel/sluice.h | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -O3 -march=native -c $< -o $@
$(LANES)/random_runs: $(BUILD)/obj/tests/mutate/random_runs.o
$(LANES_TESTS:%=$(LANES)/%): $(LANES)/%: $(BUILD)/obj/tests/mmu/%.o
$(LANES_PROGRAMS): $(SUPPORT_mmu) $(ENGINE_C:%.c=$(BUILD)/obj/%.o) $(LANES)/shim_lanes.o $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ $(CHECK_LIBS) -lz -lm -lpthread -o $@

mutate-netlist: $(LANES_PROGRAMS) | deps
	+@BUILD=$(BUILD) JOBS=$(JOBS) TESTS="$(LANES_TESTS)" tests/mutate/netlist.py $(NETLIST_MUTANTS) $(SEED)

# ---- C code ----

# The tests that run mutants of C code are built three times without RTL: plain; with gcov, which finds the tests that run a function; and under
# the sanitizers. programs.py links them with the objects of a mutant.
MUTATE := $(BUILD)/mutate
MUTATE_PAIRS := random_runs test_lockstep test_corners test_bits_registers test_bits_times test_bits_thresholds test_counts
# The original model in place of the RTL, under other names.
MUTATE_MODEL := $(MODEL_C:%.c=$(MUTATE)/obj/%.o)
$(MUTATE)/obj/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@
$(MUTATE)/model.o: $(MUTATE_MODEL)
	$(call say,LD)$(LD) -r $^ -o $@.part && nm -g --defined-only $@.part | sed -n 's/^.* . \(.*\)/\1 model_\1/p' >$@.names && objcopy --redefine-syms=$@.names $@.part $@
folder_of = $(notdir $(patsubst %/,%,$(dir $(wildcard tests/*/$(1).c))))
# $(call mutate_objects,TEST): the file of a test in Python, or objects; a name that begins with / is an object of one of these builds.
mutate_objects = $(if $(filter $(1),$(PYTHON_TESTS)),tests/program/$(1).py,$(call mutate_c_objects,$(1)))
mutate_c_objects = /obj/tests/$(call folder_of,$(1))/$(1).o $(call test_objects,,$(call folder_of,$(1))) \
  /libmodel.a $(LINK_$(1))
# Tests that start `sluice`.
MUTATE_STARTS := $(filter $(CHECK_TESTS),$(foreach f,$(PROGRAM_FOLDERS),$(TESTS_$(f))))
MUTATE_ALONE := $(filter-out $(MUTATE_STARTS),$(CHECK_TESTS))
# A test of the program with RTL is compiled with RTL: else it expects a program without.
mutate_rtl_objects = $(patsubst /obj/%,$(BUILD)/obj/%,$(call mutate_objects,$(1)))
MUTATE_PAIR := $(call test_objects,,mmu) $(BUILD)/obj/tests/mutate/shim_model.o $(MUTATE)/model.o /libmodel.a
MUTATE_CONTROL := $(BUILD)/obj/tests/frame/test_control.o $(SUPPORT_frame) $(call control_sim,all)
MUTATE_SWITCH := $(BUILD)/obj/tests/switch/test_switch_lockstep.o $(SUPPORT_switch) $(switch_sim)
MUTATE_PROGRAM := $(filter-out $(ENGINE_C:%.c=$(BUILD)/obj/%.o),$(call lossless_sim,program) $(call sim,program))
$(MUTATE)/programs: always
	@mkdir -p $(@D)
	@{ $(foreach t,$(MUTATE_ALONE),echo alone $(t) $(call mutate_objects,$(t));) \
	  $(foreach t,$(MUTATE_STARTS),echo program $(t) $(call mutate_objects,$(t));) \
	  $(foreach t,$(MUTATE_PAIRS),echo pair pair_$(t) $(if $(filter random_runs,$(t)),$(BUILD)/obj/tests/mutate/random_runs.o,/obj/tests/mmu/$(t).o) $(MUTATE_PAIR);) \
	  $(foreach t,test_full_switch test_replay,echo program_rtl rtl_$(t) $(call mutate_rtl_objects,$(t));) \
	  echo control rtl_control $(MUTATE_CONTROL); echo switch rtl_switch_lockstep $(MUTATE_SWITCH); \
	  echo sluice sluice $(RUN_C:%.c=/obj/%.o) $(REPORT_PAGE) $(COMMIT_O) /libmodel.a; \
	  echo sluice_rtl sluice_rtl $(RUN_C:%.c=/obj/%.o) $(REPORT_PAGE) $(COMMIT_O) $(MUTATE_PROGRAM) /libmodel.a; echo script_rtl processes.sh tests/program/processes.sh; \
	  echo script recompute.py tests/recompute/recompute.py; \
	  echo archive libmodel.a $(LIBMODEL_C:%.c=/obj/%.o); } >$@.part
	@cmp -s $@.part $@ || cp $@.part $@

# Without -g, equal code is an equal object.
MUTATE_BUILD = +@$(MAKE) -s MODEL_BUILD=$(MUTATE)/$(1) MODEL_FLAGS="$(2) -g0 -Wno-format-truncation" coverage-programs
.PHONY: mutate-c-programs
mutate-c-programs: coverage-programs $(COMMIT_O) $(MUTATE)/programs $(MUTATE_CONTROL) $(MUTATE_SWITCH) $(MUTATE_PROGRAM) $(filter $(BUILD)/%,$(MUTATE_PAIR)) \
  $(addprefix $(BUILD)/obj/tests/mutate/,random_runs.o first_failure.o) $(filter $(BUILD)/%,$(call mutate_rtl_objects,test_full_switch)) \
  $(BUILD)/sluice-mpi.so
	$(call MUTATE_BUILD,plain,-O1)
	$(call MUTATE_BUILD,coverage,-O1 -fno-inline --coverage)
	@ln -sf $(abspath $(BUILD)/sluice-mpi.so) $(MUTATE)/coverage/
mutate-c: mutate-c-programs
	$(call mutate_with,c_code.py,$(MUTATE_C),7)

# ---- RTL of frames and switches ----

# One build of RTL with planted mutants (rtl_text.py), which sets RTL_DIR and RTL_BUILD.
MUTATE_RTL := $(addprefix $(RTL_BUILD)/mutate_,control control_cases switch switch_lockstep lossless_switch lossless_frames)
$(RTL_BUILD)/mutate_control $(RTL_BUILD)/mutate_control_cases: $(RTL_BUILD)/mutate_%: $(BUILD)/obj/tests/frame/test_%.o $(SUPPORT_frame) $(call control_sim,all)
$(RTL_BUILD)/mutate_switch $(RTL_BUILD)/mutate_switch_lockstep: $(RTL_BUILD)/mutate_%: $(BUILD)/obj/tests/switch/test_%.o $(SUPPORT_switch) $(switch_sim)
$(RTL_BUILD)/mutate_lossless_switch $(RTL_BUILD)/mutate_lossless_frames: $(RTL_BUILD)/mutate_%: $(BUILD)/obj/tests/lossless/test_%.o $(SUPPORT_lossless) \
  $(call lossless_sim,tests) $(LOSSLESS_LIBS)
$(MUTATE_RTL): $(BUILD)/obj/tests/planted/planted_bug.o $(BUILD)/obj/tests/mutate/first_failure.o
	$(call say,CXX)$(CXX) -fno-lto -Wl,--wrap=_ck_assert_failed $^ $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
mutate-text: $(filter $(BUILD)/obj/%,$(MUTATE_CONTROL) $(MUTATE_SWITCH) $(SUPPORT_lossless)) | deps
	+$(call mutate_with,rtl_text.py,$(MUTATE_TEXT),3)

# The folders, for the ledger of evidence.
.PHONY: mutate-folders
mutate-folders:
	@echo $(MUTATE_NETLIST) $(MUTATE_TEXT) $(MUTATE_C)
