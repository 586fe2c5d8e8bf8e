# Mutants of the RTL and of the C model. Included by the Makefile.

# make mutate MUTANTS=200 C_MUTANTS=50 SEED=7; without SEED a new one, which is printed. MUTATE_SECONDS=n: each of the two
# begins nothing later than that.
MUTANTS ?= 2000
C_MUTANTS ?= 500
SEED ?=

$(RTL_BUILD)/mutants_$(ONLY): $(BUILD)/obj/tests/mutate/mutants.o $(BUILD)/obj/tests/planted/planted_bug.o $(MMU_SUPPORT) $(call sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@

.PHONY: mutate mutate-rtl mutate-model
mutate: mutate-rtl mutate-model ## mutate the RTL and the C model, and count what the tests find: a table by module
mutate-rtl: | deps
	@BUILD=$(BUILD) JOBS=$(JOBS) tests/mutate/rtl.py $(MUTANTS) $(SEED)
mutate-model: | deps
	@BUILD=$(BUILD) JOBS=$(JOBS) tests/mutate/model.py $(C_MUTANTS) $(SEED)

# What the mutants of the C model run through: the library is one of its own, which each mutant replaces. Those of the first lot have the RTL beside it.
MUTATE := $(BUILD)/mutate/tests
MUTATE_PAIRS := mutants test_corners test_bits test_counts
MUTATE_TESTS := $(filter test_rules% test_registers test_skip% test_timing,$(MMU_TESTS))
MUTATE_MODEL := $(MODEL_C:%.c=$(MUTATE)/obj/%.o)
MUTATE_FIRST := $(BUILD)/obj/tests/mutate/first_failure.o
.PHONY: mutate-tests
mutate-tests: $(MUTATE_PAIRS:%=$(MUTATE)/%) $(MUTATE_TESTS:%=$(MUTATE)/%)
$(MUTATE)/obj/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -c $< -o $@
$(MUTATE)/libsluice.so: $(MUTATE_MODEL)
	$(call say,CC)$(CC) -shared -Wl,-soname,libsluice.so $^ -o $@
mutate_link = $(CXX) -fno-lto -Wl,--wrap=_ck_assert_failed $(filter-out %/libsluice.a,$^) $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
$(MUTATE)/mutants: $(BUILD)/obj/tests/mutate/mutants.o
$(filter $(MUTATE)/test_%,$(MUTATE_PAIRS:%=$(MUTATE)/%)): $(MUTATE)/%: $(BUILD)/obj/tests/mmu/%.o
$(MUTATE_PAIRS:%=$(MUTATE)/%): $(MUTATE_FIRST) $(MMU_SUPPORT) $(call sim,3x5x12) $(MUTATE)/libsluice.so
	$(call say,CXX)$(mutate_link)
$(MUTATE_TESTS:%=$(MUTATE)/%): $(MUTATE)/%: $(BUILD)/obj/tests/mmu/%.o $(MUTATE_FIRST) $(MMU_SUPPORT) $(filter-out $(MODEL_C:%.c=$(BUILD)/obj/%.o), \
  $(MODEL_ONLY_C:%.c=$(BUILD)/obj/%.o)) $(MUTATE)/libsluice.so
	$(call say,CC)$(mutate_link)
