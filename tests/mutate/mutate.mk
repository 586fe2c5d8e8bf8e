# Mutants of the RTL and of the C model. Included by the Makefile.

# make mutate MUTANTS=200 C_MUTANTS=50 SEED=7; without SEED a new seed is drawn and printed. MUTATE_SECONDS=n: each of the two
# programs starts no mutant after n seconds.
MUTANTS ?= 2000
C_MUTANTS ?= 500
SEED ?=

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
$(LANES_PROGRAMS): $(MMU_SUPPORT) $(ENGINE_C:%.c=$(BUILD)/obj/%.o) $(LANES)/shim_lanes.o $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ $(CHECK_LIBS) -lz -lm -lpthread -o $@

.PHONY: mutate mutate-rtl mutate-model
mutate: mutate-rtl mutate-model ## test: count the mutants of RTL and C model that tests find
mutate-rtl: $(LANES_PROGRAMS) | deps
	+@BUILD=$(BUILD) JOBS=$(JOBS) TESTS="$(LANES_TESTS)" tests/mutate/rtl.py $(MUTANTS) $(SEED)
mutate-model: | deps
	+@BUILD=$(BUILD) JOBS=$(JOBS) tests/mutate/model.py $(C_MUTANTS) $(SEED)

# The tests for mutants of the C model. They are linked with a separate shared library, which each mutant replaces. In the tests of RTL and model, the original
# model takes the place of the RTL.
MUTATE := $(BUILD)/mutate/tests
MUTATE_PAIRS := random_runs test_lockstep test_corners test_bits_registers test_bits_times test_bits_thresholds test_counts
MUTATE_TESTS := $(filter test_rules% test_registers test_rest test_timing,$(MMU_TESTS))
MUTATE_MODEL := $(MODEL_C:%.c=$(MUTATE)/obj/%.o)
MUTATE_SUPPORT := $(BUILD)/obj/tests/mutate/first_failure.o $(MMU_SUPPORT) $(ENGINE_C:%.c=$(BUILD)/obj/%.o)
.PHONY: mutate-tests
mutate-tests: $(MUTATE_PAIRS:%=$(MUTATE)/%) $(MUTATE_TESTS:%=$(MUTATE)/%)
$(MUTATE)/obj/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -c $< -o $@
$(MUTATE)/libsluice.so: $(MUTATE_MODEL)
	$(call say,CC)$(CC) -shared -Wl,-soname,libsluice.so $^ -o $@
$(MUTATE)/whole.o: $(MUTATE_MODEL)
	$(call say,LD)$(LD) -r $^ -o $@.part && nm -g --defined-only $@.part | sed -n 's/^.* . \(.*\)/\1 whole_\1/p' >$@.names && objcopy --redefine-syms=$@.names $@.part $@
$(MUTATE)/random_runs: $(BUILD)/obj/tests/mutate/random_runs.o
$(filter $(MUTATE)/test_%,$(MUTATE_PAIRS:%=$(MUTATE)/%) $(MUTATE_TESTS:%=$(MUTATE)/%)): $(MUTATE)/%: $(BUILD)/obj/tests/mmu/%.o
$(MUTATE_PAIRS:%=$(MUTATE)/%): $(BUILD)/obj/tests/mutate/shim_model.o $(MUTATE)/whole.o
$(MUTATE_TESTS:%=$(MUTATE)/%): $(BUILD)/obj/tb/cosim/shim_none.o
$(MUTATE_PAIRS:%=$(MUTATE)/%) $(MUTATE_TESTS:%=$(MUTATE)/%): $(MUTATE_SUPPORT) $(MUTATE)/libsluice.so
	$(call say,CC)$(CC) -fno-lto -Wl,--wrap=_ck_assert_failed $^ $(CHECK_LIBS) -lz -lm -lpthread -o $@
