# The tests and how their programs are built; tests/run.mk runs them. Included by the Makefile.

# ---- Which tests there are ----

# A test is tests/FOLDER/test_NAME.c; its program is test_NAME. The other C files of the folder are linked with each test.
# Tests in program and reference start the program `sluice` in their own build directory; those in reference compare it with a reference that
# shares no code with it. A test in program that calls no function of C is tests/program/test_NAME.py.
TEST_FOLDERS := mmu frame credit room net event pairs tools switch lossless program reference
PROGRAM_FOLDERS := program reference
# $(call tests_in,FOLDER,ENDING)
tests_in = $(sort $(basename $(notdir $(wildcard tests/$(1)/test_*.$(2)))))
PYTHON_TESTS := $(call tests_in,program,py)
$(foreach f,$(TEST_FOLDERS),$(eval TESTS_$(f) := $(sort $(call tests_in,$(f),c) $(call tests_in,$(f),py))))
TESTS := $(foreach f,$(TEST_FOLDERS),$(TESTS_$(f)))

# The tests that use RTL. In make check they run the C code without RTL and compare nothing. `make lint-tests` finds a test that is not in the list.
RTL_TESTS := $(sort $(TESTS_frame) $(TESTS_room) $(TESTS_lossless) test_credit test_credit_cases \
  $(addprefix test_,admission bits_registers bits_thresholds bits_times corners counts engine gentle limits lockstep lossless messages package promises rate \
  refresh shared_pool timers) $(addprefix test_,net net_tree series) $(addprefix test_,schedule switch switch_lockstep switch_package) \
  $(addprefix test_,full_switch full_switch_ports program replay replay_inputs waves))
# Their headers declare engines with RTL, and they use only the model.
NO_RTL_TESTS := test_rules_classes test_mismatch
# These tests do nothing without RTL.
RTL_ONLY_TESTS := test_switch test_waves test_full_switch_ports $(TESTS_lossless)

# A test without RTL runs once, under the sanitizers. These run longer without sanitizers (LONG_RUN and STRIDE in tests/suite.h), a second time in
# make test; `make lint-tests` finds one that is not in the list.
# test_event_tolerance runs without sanitizers only: it takes minutes with them, and other tests cover the same code.
LONG_RUN_TESTS := $(addprefix test_,event_tolerance event_credits event_rules event_same rules_config measure net_rates traffic_files pairs reference \
  analyze_schemes analyze_verdicts digits)
CHECK_TESTS := $(filter-out $(RTL_ONLY_TESTS) test_event_tolerance,$(TESTS))

# ---- Tests without RTL ----

# Built in $(MODEL_BUILD), with sanitizers here and with gcov in coverage.mk.
# -Wno-format-truncation: at -O1 GCC does not know the ranges of values and warns about texts that fit; builds with -O2 keep the warning.
SANITIZE_FLAGS := -DSLUICE_CHECK -O1 -g1 -Wno-format-truncation -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODEL_BUILD ?= $(BUILD)/sanitize
MODEL_FLAGS ?= $(SANITIZE_FLAGS)
# All C code except the programs, with an empty list instead of each Verilated library.
MODEL_ONLY_C := $(MODEL_C) $(ENGINE_C) $(LOSSLESS_C) tb/cosim/shims_none.c
LIBMODEL_C := $(MODEL_ONLY_C) $(NET_C) $(TOOL_C) $(LATENCY_C) $(BUFFERS_C)

$(MODEL_BUILD)/obj/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) $(MODEL_FLAGS) -DSLUICE_NO_RTL $(call posix,$<) -c $< -o $@
# q: two directories contain files of the same name.
$(MODEL_BUILD)/libmodel.a: $(LIBMODEL_C:%.c=$(MODEL_BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar qcs $@ $^
$(MODEL_BUILD)/sluice: $(RUN_C:%.c=$(MODEL_BUILD)/obj/%.o) $(REPORT_PAGE) $(MODEL_BUILD)/libmodel.a | $(COMMIT_O)
	$(call say,CC)$(CC) $(MODEL_FLAGS) $^ $(COMMIT_O) $(FILE_LIBS) $(PCAP_LIBS) -lm -lpthread -o $@

# LINK_test_NAME: options of the linker. Calls of these functions, except by libraries, go to functions of the test.
LINK_test_memory := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=pthread_create
LINK_test_outfile := -Wl,--wrap=fclose,--wrap=fdopen

# ---- The programs ----

# MORE_FOLDER: C files of other folders that are linked with each test of a folder; RTL_MORE_FOLDER: only in tests with RTL.
MORE_switch := tests/mmu/package.c
MORE_reference := tests/program/program.c
RTL_MORE_switch := $(addprefix tb/cosim/,lockstep_switch.c lockstep_switch_mmu.c lockstep_credits.c)
RTL_MORE_lossless := $(LOSSLESS_C) tb/cosim/fst.c $(addprefix tests/,switch/frames.c switch/scoreboard_switch.c switch/setup.c switch/setup_credits.c frame/frames.c)
# $(call test_objects,BUILD,FOLDER)
test_objects = $(patsubst %.c,$(1)/obj/%.o,$(filter-out tests/$(2)/test_%,$(wildcard tests/$(2)/*.c)) $(MORE_$(2)))
$(foreach f,$(TEST_FOLDERS),$(eval SUPPORT_$(f) := $(call test_objects,$(BUILD),$(f)) $(RTL_MORE_$(f):%.c=$(BUILD)/obj/%.o)))

# SIM_FOLDER: the libraries of RTL and models that tests with RTL are linked with.
SIM_mmu := $(call sim,tests)
SIM_frame := $(call control_sim,all)
SIM_credit := $(call credit_sim,all)
SIM_room := $(call room_sim,all)
# Networks of these tests use the program's variants of the MMU, and no full switches.
SIM_net := $(BUILD)/obj/tb/cosim/shims_none.o $(BUILD)/libnet.a $(call sim,program)
SIM_switch := $(switch_sim)
LOSSLESS_LIBS := $(RTL_BUILD)/shim_common.o $(BUILD)/libsluice.a $(BUILD)/libverilated.a
SIM_lossless := $(call lossless_sim,tests) $(LOSSLESS_LIBS)

$(BUILD)/libmodel.a: $(LIBMODEL_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar qcs $@ $^
link_model = $(call say,CC)$(CC) $(MODEL_FLAGS) $(filter %.o %.a,$^) $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lm -lpthread $(LINK_$(@F)) -o $@
link_plain = $(call say,CC)$(CC) -fno-lto $(filter %.o %.a,$^) $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lm -lpthread -o $@
link_rtl = $(call say,CXX)$(CXX) -fno-lto $^ $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@

# $(call test_rules,FOLDER): each test without RTL in $(MODEL_BUILD); in $(BUILD) with RTL or, for its long run, without. A test that starts the
# program has no library.
define test_rules
$(addprefix $(MODEL_BUILD)/,$(call tests_in,$(1),c)): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/$(1)/%.o $(call test_objects,$(MODEL_BUILD),$(1)) $(call library,$(1),$(MODEL_BUILD))
	$$(link_model)
$(if $(SIM_$(1)),$(addprefix $(BUILD)/,$(filter $(RTL_TESTS),$(TESTS_$(1)))): $(BUILD)/%: $(BUILD)/obj/tests/$(1)/%.o $(SUPPORT_$(1)) $(SIM_$(1))
	$$(link_rtl))
$(addprefix $(BUILD)/,$(filter-out $(if $(SIM_$(1)),$(RTL_TESTS)),$(call tests_in,$(1),c))): $(BUILD)/%: $(BUILD)/obj/tests/$(1)/%.o $(call test_objects,$(BUILD),$(1)) $(call library,$(1),$(BUILD))
	$$(link_plain)
endef
library = $(if $(filter $(1),$(PROGRAM_FOLDERS)),| $(2)/sluice,$(2)/libmodel.a)
$(foreach f,$(TEST_FOLDERS),$(eval $(call test_rules,$(f))))

# The program of a test in Python is a script that starts it with the `sluice` beside the script.
start_python = @mkdir -p $(@D) && printf '\#!/bin/sh\nSLUICE="$$(dirname "$$0")/sluice" SLUICE_RTL=%s exec python3 %s "$$@"\n' $(1) $(abspath $<) >$@ && chmod +x $@
$(PYTHON_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: tests/program/%.py tests/tests.mk | $(MODEL_BUILD)/sluice
	$(call start_python,0)
$(PYTHON_TESTS:%=$(BUILD)/%): $(BUILD)/%: tests/program/%.py tests/tests.mk | $(BUILD)/sluice
	$(call start_python,1)

# A test on one variant, for make test T=NAME VARIANT=V, and on another RTL, for planted bugs and netlists. TEST_EXTRA is linked with it. For the switch,
# SWITCH_VARIANTS has this variant.
ifneq (command line,$(origin VARIANT))
VARIANT :=
endif
ONLY ?= $(or $(VARIANT),3x5x12)
ifneq (,$(and $(VARIANT),$(filter switch_lockstep,$(T:test_%=%))))
SWITCH_VARIANTS := $(VARIANT)
endif
# $(call variant_rule,TESTS,FOLDER,LIBRARIES)
define variant_rule
$(1:%=$(RTL_BUILD)/%_$(ONLY)): $(RTL_BUILD)/%_$(ONLY): $(BUILD)/obj/tests/$(2)/%.o $(SUPPORT_$(2)) $(TEST_EXTRA) $(3)
	$$(link_rtl)
endef
$(eval $(call variant_rule,$(filter $(RTL_TESTS),$(TESTS_mmu)),mmu,$(call sim,$(ONLY))))
$(eval $(call variant_rule,test_control test_control_cases,frame,$(call control_sim,$(ONLY))))
$(eval $(call variant_rule,test_credit,credit,$(call credit_sim,$(ONLY))))
$(eval $(call variant_rule,test_room,room,$(call room_sim,$(ONLY))))
$(eval $(call variant_rule,$(TESTS_switch),switch,$(switch_sim)))
$(eval $(call variant_rule,$(TESTS_lossless),lossless,$(call lossless_sim,$(ONLY)) $(LOSSLESS_LIBS)))
