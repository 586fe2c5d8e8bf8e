# The tests and how their programs are built; tests/run.mk runs them. Included by the Makefile.

# ---- Which tests there are ----

# A test is tests/FOLDER/test_NAME.c; its program is test_NAME. The other C files of the folder are linked with each test.
tests_of = $(sort $(patsubst tests/$(1)/%.c,%,$(wildcard tests/$(1)/test_*.c)))
support_of = $(filter-out tests/$(1)/test_%,$(wildcard tests/$(1)/*.c))
MMU_TESTS := $(call tests_of,mmu)
FRAME_TESTS := $(call tests_of,frame)
CREDIT_TESTS := $(call tests_of,credit)
ROOM_TESTS := $(call tests_of,room)
NET_TESTS := $(call tests_of,net)
EVENT_TESTS := $(call tests_of,event)
PAIRS_TESTS := $(call tests_of,pairs)
TOOL_TESTS := $(call tests_of,tools)
SWITCH_TESTS := $(call tests_of,switch)
LOSSLESS_TESTS := $(call tests_of,lossless)
# Tests that start the program `sluice` in their own build directory.
PROGRAM_TESTS := $(call tests_of,program)
# They compare the program with a reference that shares no code with it.
REFERENCE_TESTS := $(call tests_of,reference)
TESTS := $(MMU_TESTS) $(FRAME_TESTS) $(CREDIT_TESTS) $(ROOM_TESTS) $(NET_TESTS) $(EVENT_TESTS) $(PAIRS_TESTS) $(TOOL_TESTS) $(SWITCH_TESTS) $(LOSSLESS_TESTS) $(PROGRAM_TESTS) $(REFERENCE_TESTS)

# A test uses RTL if its source matches this pattern; `make lint-tests` finds a test that the pattern misses. In make check these tests run the
# C code without RTL and compare nothing.
ASKS_FOR_RTL := ENGINE_RTL|ENGINE_BOTH|engine_variant|mmu/pair\.h|mmu/sender\.h|frame/control_bench\.h|credit/l(ink|ockstep)\.h|room/lockstep\.h|shim_list|switch/bench\.h|BUILD_HAS_RTL|--engine rtl
# These match the pattern but use only the model.
NO_RTL_TESTS := test_rules_classes test_mismatch
RTL_TESTS := $(filter-out $(NO_RTL_TESTS),$(sort $(notdir $(basename $(shell grep -lE '$(ASKS_FOR_RTL)' tests/*/test_*.c))) $(LOSSLESS_TESTS)))
# These tests do nothing without RTL.
RTL_ONLY_TESTS := test_switch test_waves $(LOSSLESS_TESTS)

# A test without RTL runs once, under the sanitizers. Tests that run longer without sanitizers (LONG_RUN and STRIDE in tests/suite.h) run a second
# time in make test.
# test_event_tolerance runs without sanitizers only: it takes minutes with them, and other tests cover the same code.
CHECK_TESTS := $(filter-out $(RTL_ONLY_TESTS) test_event_tolerance,$(TESTS))
LONG_RUN_TESTS := test_event_tolerance $(filter-out $(RTL_TESTS) test_event_tolerance,$(notdir $(basename $(shell grep -lE 'LONG_RUN|STRIDE|__SANITIZE_ADDRESS__' tests/*/test_*.c))))

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
# $(call test_objects,BUILD,FOLDER)
test_objects = $(patsubst %.c,$(1)/obj/%.o,$(call support_of,$(2)))
link_model = $(call say,CC)$(CC) $(MODEL_FLAGS) $(filter %.o %.a,$^) $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lm -lpthread $(LINK_$(@F)) -o $@
$(MMU_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/mmu/%.o $(call test_objects,$(MODEL_BUILD),mmu) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(FRAME_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/frame/%.o $(call test_objects,$(MODEL_BUILD),frame) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(CREDIT_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/credit/%.o $(call test_objects,$(MODEL_BUILD),credit) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(ROOM_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/room/%.o $(call test_objects,$(MODEL_BUILD),room) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(NET_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/net/%.o $(call test_objects,$(MODEL_BUILD),net) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(EVENT_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/event/%.o $(call test_objects,$(MODEL_BUILD),event) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(PAIRS_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/pairs/%.o $(call test_objects,$(MODEL_BUILD),pairs) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(TOOL_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/tools/%.o $(call test_objects,$(MODEL_BUILD),tools) $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(SWITCH_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/switch/%.o $(call test_objects,$(MODEL_BUILD),switch) \
  $(MODEL_BUILD)/obj/tests/mmu/package.o $(MODEL_BUILD)/libmodel.a
	$(link_model)
$(REFERENCE_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/reference/%.o $(call test_objects,$(MODEL_BUILD),reference) \
  $(MODEL_BUILD)/obj/tests/program/program.o | $(MODEL_BUILD)/sluice
	$(link_model)
$(PROGRAM_TESTS:%=$(MODEL_BUILD)/%): $(MODEL_BUILD)/%: $(MODEL_BUILD)/obj/tests/program/%.o $(call test_objects,$(MODEL_BUILD),program) | $(MODEL_BUILD)/sluice
	$(link_model)

# ---- Tests with RTL, and long runs without the sanitizers ----

link_rtl = $(call say,CXX)$(CXX) -fno-lto $^ $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
MMU_SUPPORT := $(call test_objects,$(BUILD),mmu)
CONTROL_SUPPORT := $(call test_objects,$(BUILD),frame)
CREDIT_SUPPORT := $(call test_objects,$(BUILD),credit)
ROOM_SUPPORT := $(call test_objects,$(BUILD),room)
SWITCH_SUPPORT := $(call test_objects,$(BUILD),switch) $(BUILD)/obj/tests/mmu/package.o $(BUILD)/obj/tb/cosim/lockstep_switch.o $(BUILD)/obj/tb/cosim/lockstep_switch_mmu.o $(BUILD)/obj/tb/cosim/lockstep_credits.o
LOSSLESS_SUPPORT := $(call test_objects,$(BUILD),lossless) $(LOSSLESS_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/tb/cosim/fst.o \
  $(addprefix $(BUILD)/obj/tests/,switch/frames.o switch/scoreboard_switch.o switch/setup.o frame/frames.o)
LOSSLESS_LIBS := $(RTL_BUILD)/shim_common.o $(BUILD)/libsluice.a $(BUILD)/libverilated.a
# $(call with_rtl,TESTS) and $(call without_rtl,TESTS): the programs of those tests that use RTL, or do not.
with_rtl = $(addprefix $(BUILD)/,$(filter $(RTL_TESTS),$(1)))
without_rtl = $(addprefix $(BUILD)/,$(filter-out $(RTL_TESTS),$(1)))

$(call with_rtl,$(MMU_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/mmu/%.o $(MMU_SUPPORT) $(call sim,tests)
	$(link_rtl)
# Networks of these tests use the program's variants of the MMU, and no full switches.
$(call with_rtl,$(NET_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/net/%.o $(call test_objects,$(BUILD),net) $(BUILD)/obj/tb/cosim/shims_none.o $(BUILD)/libnet.a $(call sim,program)
	$(link_rtl)
$(call with_rtl,$(FRAME_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/frame/%.o $(CONTROL_SUPPORT) $(call control_sim,all)
	$(link_rtl)
$(call with_rtl,$(CREDIT_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/credit/%.o $(CREDIT_SUPPORT) $(call credit_sim,all)
	$(link_rtl)
$(call with_rtl,$(ROOM_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/room/%.o $(ROOM_SUPPORT) $(call room_sim,all)
	$(link_rtl)
$(call with_rtl,$(SWITCH_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/switch/%.o $(SWITCH_SUPPORT) $(switch_sim)
	$(link_rtl)
$(call with_rtl,$(LOSSLESS_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/lossless/%.o $(LOSSLESS_SUPPORT) $(call lossless_sim,tests) $(LOSSLESS_LIBS)
	$(link_rtl)
$(REFERENCE_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/reference/%.o $(call test_objects,$(BUILD),reference) $(BUILD)/obj/tests/program/program.o | $(BUILD)/sluice
	$(call say,CC)$(CC) -fno-lto $^ $(CHECK_LIBS) -lm -o $@
$(PROGRAM_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/program/%.o $(call test_objects,$(BUILD),program) | $(BUILD)/sluice
	$(call say,CC)$(CC) -fno-lto $^ $(CHECK_LIBS) -o $@

$(BUILD)/libmodel.a: $(LIBMODEL_C:%.c=$(BUILD)/obj/%.o)
	$(call say,AR)rm -f $@ && gcc-ar qcs $@ $^
link_plain = $(call say,CC)$(CC) -fno-lto $^ $(FILE_LIBS) $(CHECK_LIBS) $(PCAP_LIBS) -lm -lpthread -o $@
$(call without_rtl,$(MMU_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/mmu/%.o $(MMU_SUPPORT) $(BUILD)/libmodel.a
	$(link_plain)
$(call without_rtl,$(CREDIT_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/credit/%.o $(CREDIT_SUPPORT) $(BUILD)/libmodel.a
	$(link_plain)
$(call without_rtl,$(NET_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/net/%.o $(call test_objects,$(BUILD),net) $(BUILD)/libmodel.a
	$(link_plain)
$(call without_rtl,$(EVENT_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/event/%.o $(call test_objects,$(BUILD),event) $(BUILD)/libmodel.a
	$(link_plain)
$(call without_rtl,$(PAIRS_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/pairs/%.o $(call test_objects,$(BUILD),pairs) $(BUILD)/libmodel.a
	$(link_plain)
$(call without_rtl,$(TOOL_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/tools/%.o $(call test_objects,$(BUILD),tools) $(BUILD)/libmodel.a
	$(link_plain)
$(call without_rtl,$(SWITCH_TESTS)): $(BUILD)/%: $(BUILD)/obj/tests/switch/%.o $(call test_objects,$(BUILD),switch) $(BUILD)/obj/tests/mmu/package.o $(BUILD)/libmodel.a
	$(link_plain)

# A test on one variant, for make test T=NAME VARIANT=V, and on another RTL, for planted bugs and netlists. TEST_EXTRA is linked with it. For the switch,
# SWITCH_VARIANTS has this variant.
ifneq (command line,$(origin VARIANT))
VARIANT :=
endif
ONLY ?= $(or $(VARIANT),3x5x12)
ifneq (,$(and $(VARIANT),$(filter switch_lockstep,$(T:test_%=%))))
SWITCH_VARIANTS := $(VARIANT)
endif
$(RTL_BUILD)/test_%_$(ONLY): $(BUILD)/obj/tests/mmu/test_%.o $(MMU_SUPPORT) $(TEST_EXTRA) $(call sim,$(ONLY))
	$(link_rtl)
$(RTL_BUILD)/test_control_$(ONLY) $(RTL_BUILD)/test_control_cases_$(ONLY): $(RTL_BUILD)/%_$(ONLY): $(BUILD)/obj/tests/frame/%.o $(CONTROL_SUPPORT) $(TEST_EXTRA) $(call control_sim,$(ONLY))
	$(link_rtl)
$(RTL_BUILD)/test_credit_$(ONLY): $(RTL_BUILD)/%_$(ONLY): $(BUILD)/obj/tests/credit/%.o $(CREDIT_SUPPORT) $(TEST_EXTRA) $(call credit_sim,$(ONLY))
	$(link_rtl)
$(RTL_BUILD)/test_room_$(ONLY): $(RTL_BUILD)/%_$(ONLY): $(BUILD)/obj/tests/room/%.o $(ROOM_SUPPORT) $(TEST_EXTRA) $(call room_sim,$(ONLY))
	$(link_rtl)
$(SWITCH_TESTS:%=$(RTL_BUILD)/%_$(ONLY)): $(RTL_BUILD)/%_$(ONLY): $(BUILD)/obj/tests/switch/%.o $(SWITCH_SUPPORT) $(TEST_EXTRA) $(switch_sim)
	$(link_rtl)
$(LOSSLESS_TESTS:%=$(RTL_BUILD)/%_$(ONLY)): $(RTL_BUILD)/%_$(ONLY): $(BUILD)/obj/tests/lossless/%.o $(LOSSLESS_SUPPORT) $(TEST_EXTRA) $(call lossless_sim,$(ONLY)) $(LOSSLESS_LIBS)
	$(link_rtl)
