# make fast: the simulator with profile-guided optimization, build/fast/sluice. Included by the Makefile.

# The compiler counts branches in runs of examples (install/train.sh), and optimizes the event engine for these counts. Results stay the same.
# All other code is linked as in build/sluice.
FAST := $(BUILD)/fast
TRAIN := $(FAST)/train
FAST_C := $(sort $(wildcard $(foreach d,event congestion nodes files,tb/sim/$(d)/*.c))) $(PLACE_C)

fast_compile = $(call say,CC)mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(CFLAGS) $(call posix,$<) $(1) -c $< -o $@
$(TRAIN)/obj/%.o: %.c | deps
	$(call fast_compile,-fprofile-generate)
# The linker takes these objects instead of those in build/libnet.a.
$(TRAIN)/sluice: $(FAST_C:%.c=$(TRAIN)/obj/%.o) $(PROGRAM_PARTS) | $(COMMIT_O)
	$(call link_program,-fprofile-generate)

# The program writes its counts next to the objects of training, as .gcda files; the compiler reads them next to the object that it writes.
# A new program is no reason to train again, new objects are.
$(TRAIN)/trained: install/train.sh install/fast.mk $(FAST_C:%.c=$(TRAIN)/obj/%.o) | $(TRAIN)/sluice
	@mkdir -p $(FAST)/obj && find $(FAST) -name '*.gcda' -delete
	$(call say,TRAIN)install/train.sh $(TRAIN)/sluice && cd $(TRAIN)/obj && find . -name '*.gcda' -exec cp --parents -t $(abspath $(FAST))/obj {} +
	@touch $@
# Code that no example runs is compiled as without a profile. The counts of functions that run rarely can be inexact, which is no error.
$(FAST)/obj/%.o: %.c $(TRAIN)/trained
	$(call fast_compile,-fprofile-use -fprofile-partial-training -fprofile-correction -Wno-missing-profile)
$(FAST)/sluice: $(FAST_C:%.c=$(FAST)/obj/%.o) $(PROGRAM_PARTS) | $(COMMIT_O)
	$(call link_program)

.PHONY: fast
fast: $(FAST)/sluice ## build: build build/fast/sluice, optimized with a profile of examples; make install then installs it

# make install installs this program.
INSTALLED_PROGRAM := $(if $(filter fast,$(MAKECMDGOALS))$(wildcard $(FAST)/sluice),$(FAST)/sluice,$(BUILD)/sluice)
