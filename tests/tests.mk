# The tests. Included by the Makefile.

# A test is tests/FOLDER/test_NAME.c; what else a folder holds is for all of its tests.
tests_of = $(sort $(patsubst tests/$(1)/%.c,%,$(wildcard tests/$(1)/test_*.c)))
support_of = $(filter-out tests/$(1)/test_%,$(wildcard tests/$(1)/*.c))
MMU_TESTS := $(call tests_of,mmu)
FRAME_TESTS := $(call tests_of,frame)
NET_TESTS := $(call tests_of,net)
EVENT_TESTS := $(call tests_of,event)
TOOL_TESTS := $(call tests_of,tools)
# Those that run the program beside them.
PROGRAM_TESTS := $(call tests_of,program)
SWITCH_TESTS := $(call tests_of,switch)
LOSSLESS_TESTS := $(call tests_of,lossless)
# Of these, without RTL
SWITCH_MODEL_TESTS := test_switch_lockstep test_switch_model
TESTS := $(sort $(MMU_TESTS) $(FRAME_TESTS) $(NET_TESTS) $(EVENT_TESTS) $(TOOL_TESTS) $(PROGRAM_TESTS))

ONLY ?= 3x5x12

test_objects = $(patsubst %.c,$(1)/obj/%.o,$(call support_of,$(2)))
MMU_SUPPORT := $(call test_objects,$(BUILD),mmu)
# The tests of the MMU alone need no network, those of the tools need both.
$(NET_TESTS:%=$(BUILD)/%) $(EVENT_TESTS:%=$(BUILD)/%) $(TOOL_TESTS:%=$(BUILD)/%): $(BUILD)/libnet.a
$(TOOL_TESTS:%=$(BUILD)/%): $(TOOL_C:%.c=$(BUILD)/obj/%.o)
$(BUILD)/test_late: $(LATE_C:%.c=$(BUILD)/obj/%.o)
$(PROGRAM_TESTS:%=$(BUILD)/%): $(BUILD)/test_%: $(BUILD)/obj/tests/program/test_%.o $(call test_objects,$(BUILD),program) $(BUILD)/sluice
	$(call say,CC)$(CC) -fno-lto $(filter %.o,$^) $(CHECK_LIBS) -o $@
define linked_tests
$$(addprefix $$(BUILD)/,$$(call tests_of,$(1))): $$(BUILD)/%: $$(BUILD)/obj/tests/$(1)/%.o $$(call test_objects,$$(BUILD),$(1)) $$(call sim,tests)
	$$(call say,CXX)$$(CXX) -fno-lto $$(filter %.o,$$^) $$(filter %/libnet.a,$$^) $$(filter-out %/libnet.a %.o,$$^) $$(FILE_LIBS) $$(CHECK_LIBS) \
	  -lz $(VERILATED_LIBS) -lm -lpthread -o $$@
endef
$(foreach f,mmu net event tools,$(eval $(call linked_tests,$(f))))
CONTROL_SUPPORT := $(call test_objects,$(BUILD),frame)
$(FRAME_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/frame/%.o $(CONTROL_SUPPORT) $(call control_sim,all)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lpthread -o $@
SWITCH_SUPPORT = $(call test_objects,$(BUILD),switch) $(BUILD)/obj/tests/mmu/package.o $(BUILD)/obj/tb/cosim/beside.o
$(SWITCH_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/switch/%.o $(SWITCH_SUPPORT) $(switch_sim)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
LOSSLESS_SUPPORT = $(call test_objects,$(BUILD),lossless) $(LOSSLESS_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/tb/cosim/fst.o \
  $(addprefix $(BUILD)/obj/tests/,switch/frames.o switch/score.o switch/setup.o frame/frames.o)
LOSSLESS_LIBS = $(RTL_BUILD)/shim_common.o $(BUILD)/libsluice.a $(BUILD)/libverilated.a
$(LOSSLESS_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/lossless/%.o $(LOSSLESS_SUPPORT) $(call lossless_sim,tests) $(LOSSLESS_LIBS)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
# The switch's self-test in simulation: another build of the same rules
FPGA_SWITCH_RUN := $(BUILD)/fpga/ulx3s_switch/sim.run
ifneq (switch,$(TEST))
.PHONY: $(FPGA_SWITCH_RUN)
$(FPGA_SWITCH_RUN): $(FPGA_SIM)
	@$(MAKE) --no-print-directory BOARD=ulx3s TEST=switch $@
endif
# The longest first, so that none is left over at the end.
LONG_TESTS = $(addprefix tests/,formal/prove.sh planted/quick.sh netlist/small.sh) $(FPGA_DIR)/sim.run
.PHONY: test
test: all library filelist $(TESTS:%=$(BUILD)/%) $(SWITCH_TESTS:%=$(BUILD)/%) $(LOSSLESS_TESTS:%=$(BUILD)/%) $(TESTS:%=$(BUILD)/sanitize/%) $(SWITCH_MODEL_TESTS:%=$(BUILD)/sanitize/%) $(FPGA_SIM) $(FPGA_SWITCH_RUN) $(BUILD)/vectors ## run all tests
	@BUILD=$(BUILD) tests/run.sh $(LONG_TESTS) $(TESTS:%=$(BUILD)/%) $(SWITCH_TESTS:%=$(BUILD)/%) $(LOSSLESS_TESTS:%=$(BUILD)/%) $(TESTS:%=$(BUILD)/sanitize/%) $(SWITCH_MODEL_TESTS:%=$(BUILD)/sanitize/%) $(FPGA_SWITCH_RUN) $(addprefix tests/,registers/registers.sh install/install.sh install/design.sh program/processes.sh program/report.sh unknown/unknown.sh mmu/gates.sh)

# A test on one variant of another RTL, for planted bugs and netlists: TEST_EXTRA is linked with it. The switch's is the same in SWITCH_VARIANTS.
$(RTL_BUILD)/test_%_$(ONLY): $(BUILD)/obj/tests/mmu/test_%.o $(MMU_SUPPORT) $(TEST_EXTRA) $(call sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
$(RTL_BUILD)/test_control_$(ONLY): $(BUILD)/obj/tests/frame/test_control.o $(CONTROL_SUPPORT) $(TEST_EXTRA) $(call control_sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lpthread -o $@
$(RTL_BUILD)/test_switch_$(ONLY): $(BUILD)/obj/tests/switch/test_switch.o $(SWITCH_SUPPORT) $(TEST_EXTRA) $(switch_sim)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
$(RTL_BUILD)/test_lossless_switch_$(ONLY): $(BUILD)/obj/tests/lossless/test_lossless_switch.o $(LOSSLESS_SUPPORT) $(TEST_EXTRA) $(call lossless_sim,$(ONLY)) $(LOSSLESS_LIBS)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@

# Vectors of the C model, for the simulation with unknowns
$(BUILD)/vectors: $(BUILD)/obj/tests/unknown/vectors.o $(filter %/stimulus.o %/stimulus_watch.o %/register_set.o,$(MMU_SUPPORT)) $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ -o $@

.PHONY: fuzz
fuzz: $(BUILD)/test_lockstep $(BUILD)/test_switch_lockstep ## run RTL and model in lock-step with new seeds, or with those from FIRST=N on
	@for t in $^; do CK_RUN_CASE=random SLUICE_FIRST=$(if $(filter command%,$(origin FIRST)),$(FIRST),$(shell date +%s)) $$t || exit 1; done

.PHONY: gates-test
gates-test: | deps ## compare the MMU with clock gates, latch and AND, with the one without, in every clock, in Icarus
	@BUILD=$(BUILD) CLOCKS=6000 tests/mmu/gates.sh

.PHONY: prove check-long
prove: | deps ## prove what tests/formal/list names of the RTL, that a netlist is the RTL, and that each proof fails with a planted fault: a table
	@BUILD=$(BUILD) JOBS=$(JOBS) tests/formal/prove.sh all; proven=$$?; BUILD=$(BUILD) tests/formal/netlist.sh && exit $$proven
check-long: check-tools $(if $(filter debian,$(TOOLS)),prove netlist-test gates-test) ## run what is too long for make test; TOOLS=new: lint, lock-step and the demo with the newest tools

PLANTED_LISTS := $(addprefix tests/planted/,list more switch_list lossless_list)
.PHONY: planted
planted: $(BUILD)/test_lockstep $(BUILD)/test_control ## show that the tests of MMU, frames, switch and lossless switch find every planted bug
	@BUILD=$(BUILD) tests/planted/planted.py $(PLANTED_LISTS)

# The tests without RTL, in other builds of the C code: $(BUILD)/sanitize and $(BUILD)/coverage.
SANITIZE_FLAGS := -DSLUICE_CHECK -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
COVERAGE_FLAGS := --coverage -O0
MODEL_ONLY_C := $(MODEL_C) $(ENGINE_C) tb/cosim/shim_none.c tb/cosim/shim_control_none.c tb/cosim/switch_shim_none.c

define model_only_tests
$$(addprefix $$(BUILD)/$(1)/,$$(call tests_of,$(3))): $$(BUILD)/$(1)/%: $$(BUILD)/$(1)/obj/tests/$(3)/%.o \
  $$(call test_objects,$$(BUILD)/$(1),$(3)) $$(MODEL_ONLY_C:%.c=$$(BUILD)/$(1)/obj/%.o)
	$$(call say,CC)$$(CC) $(2) $$^ $$(FILE_LIBS) $$(CHECK_LIBS) $$(PCAP_LIBS) -lm -lpthread -o $$@

endef
define model_only
$$(BUILD)/$(1)/obj/%.o: %.c | deps
	@mkdir -p $$(@D)
	$$(call say,CC)$$(CC) $$(CPPFLAGS) $$(CFLAGS) $(2) $$(call posix,$$<) -c $$< -o $$@
$$(foreach t,$$(NET_TESTS) $$(EVENT_TESTS) $$(TOOL_TESTS),$$(BUILD)/$(1)/$$(t)): $$(NET_C:%.c=$$(BUILD)/$(1)/obj/%.o)
$$(TOOL_TESTS:%=$$(BUILD)/$(1)/%): $$(TOOL_C:%.c=$$(BUILD)/$(1)/obj/%.o)
$$(BUILD)/$(1)/test_late: $$(LATE_C:%.c=$$(BUILD)/$(1)/obj/%.o)
$$(BUILD)/$(1)/sluice: $$(patsubst %.c,$$(BUILD)/$(1)/obj/%.o,$$(RUN_C) $$(TOOL_C) $$(NET_C) $$(MODEL_ONLY_C) tb/cosim/switch_shim_none.c) $$(REPORT_PAGE)
	$$(call say,CC)$$(CC) $(2) $$^ $$(FILE_LIBS) $$(PCAP_LIBS) -lm -lpthread -o $$@
$$(PROGRAM_TESTS:%=$$(BUILD)/$(1)/%): $$(BUILD)/$(1)/test_%: $$(BUILD)/$(1)/obj/tests/program/test_%.o $$(call test_objects,$$(BUILD)/$(1),program) $$(BUILD)/$(1)/sluice
	$$(call say,CC)$$(CC) $(2) $$(filter %.o,$$^) $$(CHECK_LIBS) -o $$@
$(foreach f,mmu frame net event tools,$(call model_only_tests,$(1),$(2),$(f)))
$$(SWITCH_MODEL_TESTS:%=$$(BUILD)/$(1)/%): $$(BUILD)/$(1)/%: $$(BUILD)/$(1)/obj/tests/switch/%.o $$(patsubst %.c,$$(BUILD)/$(1)/obj/%.o, \
  $$(call support_of,switch) tb/cosim/beside.c tb/cosim/switch_shim_none.c $$(MODEL_C))
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
