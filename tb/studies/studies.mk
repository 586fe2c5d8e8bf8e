# The studies: many networks or seeds, one table. Included by the Makefile.

STUDIES := agreement deadlocks
$(STUDIES:%=$(BUILD)/%): $(BUILD)/%: $(patsubst %,$(BUILD)/obj/tb/%.o,studies/% studies/trial cosim/engine cosim/fst cosim/shim_none cosim/switch_shim_none) \
  $(BUILD)/libtools.a $(BUILD)/libnet.a $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $(filter %.o,$^) $(filter %.a,$^) $(FILE_LIBS) -lm -lpthread -o $@

# make SEEDS=N FIRST=N; without, what the program takes.
SEEDS ?=
FIRST ?= 1
study = @$(BUILD)/$(1) $(if $(SEEDS),--seeds $(SEEDS)) --first $(FIRST) --keep $(BUILD)/$(2)
.PHONY: agreement
agreement: $(BUILD)/agreement ## measure: compare analysis and simulation over random scenarios
	$(call study,agreement,disagreements)

.PHONY: deadlocks
deadlocks: $(BUILD)/deadlocks ## measure: count deadlocks of every scheme over random networks
	$(call study,deadlocks,deadlocked)

$(BUILD)/latency: $(BUILD)/obj/tb/studies/latency/latency_main.o $(LATENCY_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/libtools.a $(BUILD)/libnet.a $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -O2 $(LTO) $^ $(FILE_LIBS) -lm -lpthread -o $@

.PHONY: latency
latency: $(BUILD)/latency ## measure: show at 64 x 8 queues what late cells and a late XON cost
	@$(BUILD)/latency $(if $(SEEDS),--seeds $(SEEDS))
