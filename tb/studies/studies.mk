# Studies: many networks or seeds, one table each. Included by the Makefile.

STUDIES := agreement deadlocks
$(STUDIES:%=$(BUILD)/%): $(BUILD)/%: $(patsubst %,$(BUILD)/obj/tb/%.o,studies/% studies/trial cosim/engine cosim/fst cosim/shims_none) \
  $(BUILD)/libtools.a $(BUILD)/libnet.a $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $(filter %.o,$^) $(filter %.a,$^) $(FILE_LIBS) -lm -lpthread -o $@

# SEEDS=N and FIRST=N override the defaults of the program.
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
latency: $(BUILD)/latency ## measure: measure the cost of late cells and a late XON at 64 x 8 queues
	@$(BUILD)/latency $(if $(SEEDS),--seeds $(SEEDS))

$(BUILD)/buffers: $(BUILD)/obj/tb/studies/buffers/buffers_main.o $(BUFFERS_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/libtools.a $(BUILD)/libnet.a $(BUILD)/libsluice.a
	$(call say,CC)$(CC) -fno-lto $^ $(FILE_LIBS) -lm -lpthread -o $@

# The table is tracked, as the figure is.
.PHONY: buffers
buffers: $(BUILD)/buffers ## measure: compute the buffer of a link under each scheme: table and figure
	@$(BUILD)/buffers >$(BUILD)/buffers.csv && mv $(BUILD)/buffers.csv docs/studies/buffers.csv
	@gnuplot -c tb/studies/plots/buffers.gp docs/pictures/buffers.svg docs/studies/buffers.csv

.PHONY: senders
senders: $(BUILD)/sluice ## measure: compare the parameter sets of congestion control in one incast
	@BUILD=$(BUILD) tb/studies/senders.sh

.PHONY: shared-pool
shared-pool: $(BUILD)/sluice ## measure: fill a shared headroom pool, and compare SHP, DSH and SIH
	@BUILD=$(BUILD) tb/studies/shared_pool/shared_pool.sh

.PHONY: time-based-gfc
time-based-gfc: $(BUILD)/sluice ## measure: run time-based GFC at, above and below its bound
	@BUILD=$(BUILD) tb/studies/room/time_based_gfc.sh

.PHONY: credits
credits: $(BUILD)/sluice ## measure: deadlocks, limits and repairs under credits
	@BUILD=$(BUILD) tb/studies/credits/credits.sh

.PHONY: dsh-fig12-rtl
dsh-fig12-rtl: ## measure: network of figure 12 of DSH on RTL, with headroom of each port and of all ports
	@$(MAKE) --no-print-directory VARIANTS=18x8x26s7p1 $(BUILD)/sluice
	@BUILD=$(BUILD) tb/studies/dsh/fig12_rtl.sh

# FULL=1: the published size, hours. SEEDS=N: another number of seeds. PREPARE=1: only write the sweeps. A target continues where it ended.
.PHONY: dsh-fig11 dsh-fig12 dsh-fig13 dsh-fig14 dsh-fig15
dsh-fig11: ## measure: figure 11 of DSH, pauses against the size of a burst
dsh-fig12: ## measure: figure 12 of DSH, deadlocks in a leaf-spine network
dsh-fig13: ## measure: figure 13 of DSH, throughput of a flow beside a fan-in
dsh-fig14: ## measure: figure 14 of DSH, completion times against load
dsh-fig15: ## measure: figure 15 of DSH, completion times of four workloads
dsh-fig11 dsh-fig12 dsh-fig13 dsh-fig14 dsh-fig15: dsh-%: $(BUILD)/sluice
	@BUILD=$(BUILD) FULL=$(FULL) SEEDS=$(SEEDS) PREPARE=$(PREPARE) tb/studies/dsh/$*.sh
