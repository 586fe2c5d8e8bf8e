# Area, timing, schematics and gate-level simulation. Included by the Makefile; results are under $(BUILD)/synth, one file
# per run, so that an interrupted `make synth` continues with the next run. Debian packages: yosys, fpga-icestorm,
# fpga-icestorm-chipdb, graphviz, python3, python3-venv.
SYNTH := $(BUILD)/synth

SYNTH_WIDTH ?= 18
# A run is TECH/NPxNCxWsSCHEMES, where SCHEMES is the mask of the built schemes (1 STATIC, 2 SIH, 4 DSH, 127 all); +stats adds the
# statistics. `make synth` takes a quarter of a CPU hour; `make synth-full` makes the longer and rarely needed tables.
SYNTH_RUNS ?= $(foreach t,ice40 ecp5,$(patsubst %,$(t)/4x8x$(SYNTH_WIDTH)s%,1 2 4 6 127) $(patsubst %,$(t)/32x8x$(SYNTH_WIDTH)s%,4 6))
SYNTH_FULL_RUNS ?= $(filter-out $(SYNTH_RUNS),$(foreach t,generic ice40 ecp5 xilinx,$(foreach d,4x8 8x8 32x8 64x8,\
  $(patsubst %,$(t)/$(d)x$(SYNTH_WIDTH)s%,1 2 4 127)) $(t)/4x8x$(SYNTH_WIDTH)s127+stats))

# The scripts with which synth.sh changes a netlist.
NETLIST_ICE40 := $(addprefix synth/,masks.py carries.py)
NETLIST_STEPS := $(NETLIST_ICE40) $(addprefix synth/,fill.py outputs.py ice40.lut ecp5.lut)
# Yosys reads only the files of a top module: every file it reads changes names, and through them netlist and clock.
synth_run := RTL="$(MMU_RTL)" nice -n 10 synth/synth.sh
# $(call synth_need,TOOL:PACKAGE ...): stops with one line if a tool is missing.
synth_need = @for t in $(1); do command -v $${t%:*} >/dev/null || \
  { echo "make: $${t%:*} is not installed (Debian package $${t\#*:})" >&2; exit 1; }; done

# ECP5: the output of a block RAM takes 5.7 ns. Timers and registers of up to 256 queues, and counters of up to 64, become LUT RAM.
LUTRAM_QUEUES := 256
dim_of = $(patsubst $(1)=%,%,$(filter $(1)=%,$(2)))
synth_defines = $(if $(filter ecp5,$(1)),$(if $(shell [ $$(($(call dim_of,NP,$(2)) * $(call dim_of,NC,$(2)))) -gt $(LUTRAM_QUEUES) ] || echo y),\
  SLUICE_LUTRAM))

# ---- Area ----

synth_dims = $(call mmu_parameters,$(patsubst %+stats,%,$(1))) STATS=$(if $(filter %+stats,$(1)),1,0) LEVELS=0

# The name of a run, such as ice40/4x8x18s6, consists of technology and dimensions.
$(SYNTH)/area/%.json: $(MMU_RTL) synth/synth.sh
	@echo "synth $(*D) $(*F)"
	@DEFINES="$(call synth_defines,$(*D),$(call synth_dims,$(*F)))" $(synth_run) $(*D) sluice_mmu $@ $(call synth_dims,$(*F))

# $(call synth_area_table,RUNS,OPTION): a recipe.
synth_area_table = @synth/area.py $(1:%=$(SYNTH)/area/%.json) $(2) --csv $(@:%.md=%.csv) >$@.part && mv $@.part $@
$(SYNTH)/area.md: $(SYNTH_RUNS:%=$(SYNTH)/area/%.json) synth/area.py synth/cells.py
	$(call synth_area_table,$(SYNTH_RUNS))
$(SYNTH)/area-full.md: $(SYNTH_FULL_RUNS:%=$(SYNTH)/area/%.json) synth/area.py synth/cells.py
	$(call synth_area_table,$(SYNTH_FULL_RUNS),--full)

# Cost of each scheme on the iCE40: the sets of schemes that schemes.py compares.
SYNTH_STEPS := $(patsubst %,$(SYNTH)/area/ice40/4x8x$(SYNTH_WIDTH)s%.json,1 2 4 64 6 66 7 15 23 39 55 71 127)
$(SYNTH)/schemes.md: $(SYNTH_STEPS) synth/schemes.py synth/cells.py
	@synth/schemes.py $(SYNTH_STEPS) >$@.part && mv $@.part $@

.PHONY: synth-schemes
synth-schemes: $(SYNTH)/schemes.md synth/results.md ## silicon: count what each scheme adds on the iCE40
	@cat $<

# ---- The cost of DSH ----

# TECH/NC
DSH_RUNS ?= ice40/8
DSH_FULL_RUNS ?= ice40/7 generic/8 generic/7
DSH_PARTS := $(shell synth/dsh.sh list)

# TECH/NC/PART
$(SYNTH)/dsh/%.json: $(MMU_RTL) synth/synth.sh synth/dsh.sh synth/fields.py
	@mkdir -p $(@D)
	@RTL="$(MMU_RTL)" nice -n 10 synth/dsh.sh $(subst /, ,$(*D)) $(SYNTH_WIDTH) $(*F) $@

dsh_parts_of = $(foreach r,$(1),$(DSH_PARTS:%=$(SYNTH)/dsh/$(r)/%.json))
# $(call synth_dsh_table,RUNS,OPTION): a recipe.
synth_dsh_table = @synth/dsh.py $(SYNTH)/dsh $(1) $(2) --csv $(@:%.md=%.csv) >$@.part && mv $@.part $@
$(SYNTH)/dsh.md: $(call dsh_parts_of,$(DSH_RUNS)) synth/dsh.py synth/cells.py
	$(call synth_dsh_table,$(DSH_RUNS))
$(SYNTH)/dsh-full.md: $(call dsh_parts_of,$(DSH_FULL_RUNS)) synth/dsh.py synth/cells.py
	$(call synth_dsh_table,$(DSH_FULL_RUNS),--full)

# ---- Growth with the ports ----

# $(call top_parameters,TOP,NAME=VALUE...): the dimensions that the module has as parameters.
top_parameters = $(foreach p,$(2),$(if $(shell grep -w 'parameter .*\b$(word 1,$(subst =, ,$(p))) =' \
  $(filter %/$(1).sv,$(RTL) $(MAC_10G_RTL))),$(p)))
module_parameters = $(call top_parameters,sluice_$(1),$(2))

GROWTH_MODULES := account threshold snapshot examine config scan quanta pause_state pause_tx refresh pause_rx gate
GROWTH_4x8 := NP=4 NC=8 W=$(SYNTH_WIDTH) SCHEMES=6 PW=2 CW=3 AW=5 TTL=0 SHP=0
GROWTH_32x8 := NP=32 NC=8 W=$(SYNTH_WIDTH) SCHEMES=6 PW=5 CW=3 AW=8 TTL=0 SHP=0
BLOCK_RAM := 'setattr -set ram_style "block" m:*'
GROWTH_block := $(BLOCK_RAM)
GROWTH_chosen :=
SYNTH_GROWTH := $(foreach r,block chosen,$(foreach d,4x8 32x8,$(GROWTH_MODULES:%=$(SYNTH)/growth/$(r)/$(d)/%.json)))

# MEMORIES/DIMENSIONS/MODULE
growth_word = $(word $(1),$(subst /, ,$*))
$(SYNTH)/growth/%.json: $(MMU_RTL) synth/synth.sh
	@echo "growth $(call growth_word,2), memories $(call growth_word,1): $(*F)"
	@$(synth_run) ice40 sluice_$(*F) $@ $(call module_parameters,$(*F),$(GROWTH_$(call growth_word,2))) -- $(GROWTH_$(call growth_word,1))

$(SYNTH)/growth.md: $(SYNTH_GROWTH) synth/growth.py synth/cells.py
	@synth/growth.py $(SYNTH)/growth 4x8 32x8 --csv $(SYNTH)/growth.csv >$@.part && mv $@.part $@

.PHONY: synth-growth
synth-growth: $(SYNTH)/growth.md synth/results.md ## silicon: count how each block grows from 4 to 32 ports
	@cat $<

# ---- The switch, by block ----

# 4 ports, 8 classes, DSH, 256 KB or 64 KB of cells. switch_wide has words of 128 bits; switch_10g is the lossless switch of this size, and the crossings
# to the clocks of four 10G MACs; in switch_mixed two of the four are 1G MACs (docs/hardware/mac-10g.md).
MAC_10G_RTL := $(wildcard fpga/mac_10g/mac_10g_*.sv)
SWITCH_DIMS := NP=4 NC=8 MACS=16 SCHEMES=4 STATS=0
SWITCH_DIMS_switch := DW=64 CELL=64 CELLS=4096
SWITCH_DIMS_switch_wide := DW=128 LINE=118 CELL=128 CELLS=2048
SWITCH_DIMS_switch_10g := $(SWITCH_DIMS_switch_wide)
SWITCH_DIMS_switch_mixed := $(SWITCH_DIMS_switch_10g) PORTS_1G=12
SWITCH_DIMS_switch_1g := DW=8 CELL=64 CELLS=1024
SWITCH_DIMS_switch_credits := $(SWITCH_DIMS_switch) CREDITS=1
SYNTH_SWITCHES := switch switch_1g
$(SYNTH_SWITCHES:%=$(SYNTH)/area/%.json): $(SYNTH)/area/%.json: $(SWITCH_RTL) synth/synth.sh
	@echo "synth ecp5 $*, by block"
	@KEEP=1 AVERAGE=1 DEFINES=SLUICE_LUTRAM RTL="$(SWITCH_RTL)" nice -n 10 synth/synth.sh ecp5 sluice_switch $@ $(SWITCH_DIMS) $(SWITCH_DIMS_$*)
$(SYNTH)/switch.md: $(SYNTH_SWITCHES:%=$(SYNTH)/area/%.json) synth/switch.py synth/cells.py
	@synth/switch.py "switch=4 ports of 64 bits, 4,096 cells of 64 bytes=$(SYNTH)/area/switch.json" \
	  "switch_1g=4 ports of 8 bits, 1,024 cells of 64 bytes=$(SYNTH)/area/switch_1g.json" --csv $(SYNTH)/switch.csv >$@.part && mv $@.part $@

# ---- One's own parameters ----

# The words of the command line that are no parameters of the RTL.
AREA_SETTINGS := TECH=% BUILD=% JOBS=% V=% TOOLS=%
.PHONY: area
area: | deps ## silicon: count cells with your parameters: NP=6 NC=8 DW=64 CELL=128 TECH=ecp5; TOP=mmu, switch or lossless_switch
	@mkdir -p $(SYNTH)/own
	@VERILATOR="$(VERILATOR)" MMU_RTL="$(MMU_RTL)" SWITCH_RTL="$(SWITCH_RTL)" RTL="$(RTL)" LUTRAM_QUEUES=$(LUTRAM_QUEUES) JOBS=$(JOBS) synth/own_area.py $(TECH) $(SYNTH)/own \
	  $(filter-out $(AREA_SETTINGS),$(MAKEOVERRIDES))

# ---- SHP, credits and GFC from the room beside PFC with DSH ----

# COST_NAME: the module and its parameters. 4 ports of 8 classes or, with credits of one link, 8 virtual channels.
COST_MMUS := 4 2 64
$(foreach s,$(COST_MMUS),$(eval COST_mmu_$(s) := sluice_mmu $(call mmu_parameters,4x8x$(SYNTH_WIDTH)s$(s)) STATS=0 LEVELS=0))
COST_credit_ue := sluice_credit_port VC=8 INFINIBAND=0 W=20 SHIFT=7
COST_credit_ib := sluice_credit_port VC=8 INFINIBAND=1 W=12 SHIFT=6
COST_credit_switch := sluice_switch_credits CREDITS=1 NP=4 NC=8 PW=2 CW=3 NB=9
COST_room := sluice_room_port NP=4 NC=8 W=$(SYNTH_WIDTH) TB=20 MAPS=3
COST_DESIGNS := $(COST_MMUS:%=mmu_%) credit_ue credit_ib credit_switch room
cost_rtl = $(if $(filter mmu_%,$(1)),$(MMU_RTL),$(if $(filter room,$(1)),$(ROOM_RTL),$(if $(filter credit_switch,$(1)),$(SWITCH_RTL),$(filter %/sluice_select.sv $(RTL_DIR)/credit/%,$(CREDIT_RTL)))))
cost_dims = $(wordlist 2,9,$(COST_$(1)))
cost_run = RTL="$(call cost_rtl,$*)" nice -n 10

# TECH/NAME
define cost_tech_rule
$(SYNTH)/cost/$(1)/%.json: $(SWITCH_RTL) $(ROOM_RTL) synth/synth.sh
	@echo "cost, $(1): $$*"
	@DEFINES="$(if $(filter ecp5,$(1)),SLUICE_LUTRAM)" $$(cost_run) synth/synth.sh $(1) $$(firstword $$(COST_$$*)) $$@ $$(call cost_dims,$$*)
$(COST_MMUS:%=$(SYNTH)/cost/$(1)/mmu_%.json): $(SYNTH)/cost/$(1)/mmu_%.json: $(SYNTH)/area/$(1)/4x8x$(SYNTH_WIDTH)s%.json
	@mkdir -p $$(@D) && cp $$< $$@
endef
$(foreach t,ice40 ecp5,$(eval $(call cost_tech_rule,$(t))))
$(SYNTH)/cost/asic/%.json: $(SWITCH_RTL) $(ROOM_RTL) synth/asic.sh $(SYNTH)/asic/fo4
	@echo "cost, asic: $*"
	@TOP=$(firstword $(COST_$*)) $(cost_run) synth/asic.sh $(ASIC_LIBERTY) $(call asic_fo4,$(ASIC_AIM) - $(ASIC_FLOP)) $(@:.json=) $(call cost_dims,$*)
	@for k in .memories.json .json; do cp $(@:.json=)/$(patsubst sluice_%,%,$(firstword $(COST_$*)))$$k $(@:.json=)$$k; done
$(SYNTH)/cost/asic/%.paths: $(SYNTH)/cost/asic/%.json synth/asic.tcl
	@$(call asic_sta,DIR=$(@:.paths=) NETLISTS=$(patsubst sluice_%,%,$(firstword $(COST_$*))) $(asic_memory))

$(SYNTH)/cost.md: $(foreach t,ice40 ecp5 asic,$(COST_DESIGNS:%=$(SYNTH)/cost/$(t)/%.json)) $(COST_DESIGNS:%=$(SYNTH)/cost/asic/%.paths) \
  synth/cost.py synth/cells.py
	@synth/cost.py $(ASIC_LIBERTY) $(ASIC)/fo4 $(SYNTH)/cost $(COST_DESIGNS) >$@.part && mv $@.part $@

.PHONY: synth-cost
synth-cost: $(SYNTH)/cost.md synth/results.md ## silicon: count cells of SHP, credits and the room beside PFC with DSH
	@cat $<

SYNTH_TABLES := area switch dsh growth
SYNTH_FULL_TABLES := $(SYNTH_TABLES) schemes area-full dsh-full
.PHONY: synth synth-full
synth: $(SYNTH_TABLES:%=$(SYNTH)/%.md) synth/results.md ## silicon: count cells of MMU and switch on iCE40 and ECP5
	@cat $(SYNTH_TABLES:%=$(SYNTH)/%.md)
synth-full: $(SYNTH_FULL_TABLES:%=$(SYNTH)/%.md) synth/results.md ## silicon: count cells for all sizes and sets of schemes (an hour)
	@cat $(SYNTH_FULL_TABLES:%=$(SYNTH)/%.md)

# ---- Place and route ----

# nextpnr comes from PyPI in the versions of synth/pnr.txt, in a virtual environment that is fetched when a target first needs it: Debian 12 has no
# nextpnr-ecp5, and its nextpnr-ice40 dates from 2022 (NEXTPNR_ICE40=nextpnr-ice40 selects it). An installed nextpnr-ecp5 is preferred. The first call of
# a tool translates it, which happens here once. The tools cannot open absolute paths below /tmp, so BUILD is relative or elsewhere.
PNR := $(BUILD)/pnr
PNR_TOOLS := nextpnr-ecp5 ecppack nextpnr-ice40
pnr_tool = YOWASP_CACHE_DIR=$(abspath $(PNR))/cache $(PNR)/bin/yowasp-$(1)
NEXTPNR_ICE40 ?= $(call pnr_tool,nextpnr-ice40)
NEXTPNR_ECP5 := $(or $(shell command -v nextpnr-ecp5),$(call pnr_tool,nextpnr-ecp5))
ECPPACK := $(or $(shell command -v ecppack),$(call pnr_tool,ecppack))
pnr_ice40 := $(if $(findstring yowasp,$(NEXTPNR_ICE40)),$(PNR)/ready)
pnr_ecp5 := $(if $(findstring yowasp,$(NEXTPNR_ECP5) $(ECPPACK)),$(PNR)/ready)
$(PNR)/ready: synth/pnr.txt | deps
	$(call synth_need,python3:python3)
	@echo "nextpnr from PyPI, into $(PNR)"
	@rm -rf $(PNR) && python3 -m venv $(PNR) && $(PNR)/bin/pip install -q --disable-pip-version-check -r $<
	@for t in $(PNR_TOOLS); do env $(call pnr_tool,$$t) --version >$(PNR)/$$t.log 2>&1 || { tail -3 $(PNR)/$$t.log >&2; exit 1; }; done
	@touch $@

# ---- Timing ----

# make timing TECH=ecp5 uses an LFE5U-45F of speed grade 6, and an 85F for switches. Placed designs: the MMU with 4 ports; on the ECP5 also the MMU with
# 32 ports, the MMU with all schemes and statistics, and five switches; on the iCE40 also single blocks. DUT_ports: with PORT_LIMITS. Each design is placed in the harness of
# harness.py, once per seed. TIMING_SEEDS_DUT gives other seeds for one design, such as one that takes minutes per seed.
TECH ?= ice40
ifeq ($(origin TIMING_SEEDS),undefined)
TIMING_SEEDS := 1 2 3 4 5 6 7 8
TIMING_SEEDS_mmu_all ?= 1 2 3 4 5
TIMING_SEEDS_switch ?= 1 2 3
TIMING_SEEDS_switch_1g ?= 1 2 3
TIMING_SEEDS_switch_wide ?= 1 2 3
TIMING_SEEDS_switch_10g ?= 1
TIMING_SEEDS_switch_mixed ?= 1
endif
TIMING_BLOCKS := account admit pool_free dequeue settle scan threshold snapshot examine pause_state pause_tx pause_rx quanta config \
  weigh partition stage
TIMING_DUTS ?= mmu mmu_ports $(if $(filter ecp5,$(TECH)),mmu_32x8 mmu_32x8_ports mmu_all switch switch_1g switch_wide switch_10g switch_mixed,$(TIMING_BLOCKS))
TIMING_DEVICE_ice40 := hx8k ct256
TIMING_DEVICE_ecp5 := 45k CABGA381
TIMING_DEVICE = $(if $(filter switch%,$(1)),85k CABGA381,$(TIMING_DEVICE_$(TECH)))
ifneq (,$(and $(filter timing timing-cost,$(MAKECMDGOALS)),$(if $(call TIMING_DEVICE),,none)))
$(error No TECH "$(TECH)"; there is TECH=ice40 or TECH=ecp5)
endif
# make timing-cost places designs of `make synth-cost` and, on the ECP5, the switch with CREDITS = 1, with one seed because it takes 25 minutes.
TIMING_COST_DUTS ?= $(COST_MMUS:%=mmu_%) credit_ue credit_ib room $(if $(filter ecp5,$(TECH)),switch_credits)
TIMING_COST_SEEDS ?= 1 2 3
TIMING_COST_SEEDS_switch_credits ?= 1
timing_dims = $(if $(COST_$(1)),$(call cost_dims,$(1)),$(if $(filter switch%,$(1)),$(SWITCH_DIMS) $(SWITCH_DIMS_$(1)),\
  $(if $(filter mmu_32x8%,$(1)),NP=32 PW=5 AW=8,NP=4 PW=2 AW=5) NC=8 W=18 CW=3 DSH=1 $(if $(filter %_ports,$(1)),PORT_LIMITS=1) \
  $(if $(filter %_all,$(1)),SCHEMES=127 STATS=1 LEVELS=0 TTL=1,SCHEMES=6 STATS=0 TTL=0 SHP=0)))
TIMING := $(SYNTH)/timing/$(TECH)
comma := ,
timing_seeds = $(or $(TIMING_SEEDS_$(1)),$(TIMING_SEEDS))
timing_cost_seeds = $(or $(TIMING_COST_SEEDS_$(1)),$(TIMING_COST_SEEDS))
# $(call timing_runs,DUTS,SEEDS): the reports of all seeds.
timing_runs = $(foreach d,$(1),$(patsubst %,$(TIMING)/$(d)_%.json,$(call $(2),$(d))))
# $(call timing_list,DUTS,SEEDS): the arguments of timing.py.
timing_list = $(foreach d,$(1),$(d):$(subst $() ,$(comma),$(strip $(call $(2),$(d)))))

# The designs with crossings to MACs
TIMING_MACS := switch_10g switch_mixed
timing_top = $(if $(COST_$(1)),$(firstword $(COST_$(1))),$(if $(filter $(TIMING_MACS),$(1)),mac_10g_switch,sluice_$(patsubst switch%,switch,$(patsubst %_all,%,$(patsubst %_32x8,%,$(patsubst %_ports,%,$(1)))))))
timing_parameters = $(call top_parameters,$(call timing_top,$(1)),$(call timing_dims,$(1)))
timing_rtl = $(if $(COST_$*),$(call cost_rtl,$*),$(if $(filter $(TIMING_MACS),$*),$(RTL) $(MAC_10G_RTL),$(if $(filter switch%,$*),$(SWITCH_RTL),$(MMU_RTL))))
timing_defines = $(if $(COST_$*),$(if $(filter ecp5,$(TECH)),SLUICE_LUTRAM),$(call synth_defines,$(TECH),$(call timing_dims,$*)))
timing_run = DEFINES="$(timing_defines)" AVERAGE=$(if $(filter switch% ice40mmu%,$* $(TECH)$*),1) nice -n 10 synth/synth.sh $(TECH)

$(TIMING)/%.sv: $(RTL) $(MAC_10G_RTL) synth/harness.py
	$(call synth_need,yosys:yosys python3:python3)
	@mkdir -p $(@D)
	@yosys -q -w 'Replacing memory' -p "read_verilog -sv $(timing_rtl); chparam $(foreach p,$(call timing_parameters,$*),-set $(subst =, ,$(p))) \
	  $(call timing_top,$*); hierarchy -check -top $(call timing_top,$*); \
	  rename -top $(call timing_top,$*); blackbox *; write_json $(TIMING)/$*.ports.json"
	@synth/harness.py $(TIMING)/$*.ports.json $(call timing_top,$*) $(if $(filter ice40mmu% ice40switch%,$(TECH)$*),LEAN,FLOP) \
	  $(call timing_parameters,$*) >$@.part && mv $@.part $@

# Inside the harness for timing, and without it to count cells.
$(TIMING)/%.net.json: $(TIMING)/%.sv synth/synth.sh $(NETLIST_STEPS)
	@echo "timing, $(TECH): synthesis of $*"
	@RTL="$(timing_rtl) $<" $(timing_run) harness $@
$(TIMING)/%.alone.net.json: $(TIMING)/%.sv synth/synth.sh $(NETLIST_STEPS)
	@RTL="$(timing_rtl)" $(timing_run) $(call timing_top,$*) $@ $(call timing_parameters,$*)
$(TIMING)/%.alone.log: $(TIMING)/%.alone.net.json synth/pnr.sh | $(pnr_$(TECH))
	@$(timing_pnr) pack $< $@

# MACs of 10G have 156.25 MHz, MACs of 1G 125 MHz; the harness gives both the same clock. The switch needs 85 MHz and shall be faster.
$(foreach d,$(TIMING_MACS),$(eval TIMING_CLOCKS_$(d) := clk=125 rx_clk=156.25 tx_clk=156.25))
timing_pnr = CLOCKS="$(TIMING_CLOCKS_$*)" NEXTPNR_ICE40="$(NEXTPNR_ICE40)" NEXTPNR_ECP5="$(NEXTPNR_ECP5)" nice -n 10 synth/pnr.sh $(TECH) $(call TIMING_DEVICE,$*)
define timing_seed_rule
$(TIMING)/%_$(1).json: $(TIMING)/%.net.json synth/pnr.sh | $(pnr_$(TECH))
	@echo "timing, $(TECH): $$*, seed $(1)"
	@$$(timing_pnr) $(1) $$< $$@
endef
$(foreach s,$(sort $(foreach d,$(TIMING_DUTS),$(call timing_seeds,$(d))) $(foreach d,$(TIMING_COST_DUTS),$(call timing_cost_seeds,$(d)))),\
  $(eval $(call timing_seed_rule,$(s))))

# Always written: other designs or seeds than before are not newer than the table.
$(SYNTH)/timing-$(TECH).md: $(call timing_runs,$(TIMING_DUTS),timing_seeds) $(TIMING_DUTS:%=$(TIMING)/%.alone.log) synth/timing.py synth/cells.py always
	@synth/timing.py $(TECH) $(TIMING) $(call timing_list,$(TIMING_DUTS),timing_seeds) --csv $(SYNTH)/timing-$(TECH).csv >$@.part && mv $@.part $@
$(SYNTH)/timing-cost-$(TECH).md: $(call timing_runs,$(TIMING_COST_DUTS),timing_cost_seeds) synth/timing.py synth/cells.py always
	@synth/timing.py $(TECH) $(TIMING) $(call timing_list,$(TIMING_COST_DUTS),timing_cost_seeds) --cost --csv $(SYNTH)/timing-cost-$(TECH).csv >$@.part && \
	  mv $@.part $@

.PHONY: timing timing-cost
timing-cost: $(SYNTH)/timing-cost-$(TECH).md synth/results.md ## silicon: place and route SHP, credits and the room; TECH=ice40 or ecp5
	@cat $<
timing: $(SYNTH)/timing-$(TECH).md synth/results.md ## silicon: place and route with several seeds; TECH=ice40 or ecp5
	@cat $<

# The tracked copy of the tables, what these targets last printed, and the short tables of docs/hardware/area.md. Both keep what
# they hold of tables that were not made.
RESULT_TABLES := area switch growth dsh timing-ice40 timing-ecp5 asic schemes area-full dsh-full cost timing-cost-ice40 timing-cost-ecp5
RESULT_MAKES := $(sort $(if $(filter synth,$(MAKECMDGOALS)),$(SYNTH_TABLES)) $(if $(filter synth-full,$(MAKECMDGOALS)),$(SYNTH_FULL_TABLES)) \
  $(if $(filter timing,$(MAKECMDGOALS)),timing-$(TECH)) $(if $(filter timing-cost,$(MAKECMDGOALS)),timing-cost-$(TECH)) $(patsubst synth-%,%,$(filter asic synth-schemes synth-growth synth-cost,$(MAKECMDGOALS))))
# Phony, because make skips a table that it has just made if the runs in it are older than the page (.SECONDARY).
.PHONY: results-due
synth/results.md: $(RESULT_MAKES:%=$(SYNTH)/%.md) synth/results.sh synth/page.py $(if $(RESULT_MAKES),results-due)
	@synth/results.sh $@ $(RESULT_TABLES:%=$(SYNTH)/%.md) >$@.part && mv $@.part $@
	@for t in area area-full asic; do if [ -f $(SYNTH)/$$t.csv ]; then cp $(SYNTH)/$$t.csv synth/results$$(echo -$$t | sed s/-area//).csv; fi; done
	@synth/page.py $@ docs/hardware/area.md

# ---- ASIC ----

include synth/asic.mk

# ---- Schematics ----

# Small blocks before mapping to cells: MODULE.PARAMETER=VALUE...
SCHEMATICS := gate.NP=2.NC=2 quanta under_way.NB=4 pool_free.W=8.NB=4 settle.W=8.HW=4.NB=4 admit.W=8.HW=4.NB=4 threshold.W=8.NC=8.SCHEMES=6 classify weigh.W=8.NC=2.CW=1
SCHEMATICS_SVG := $(foreach s,$(SCHEMATICS),$(SYNTH)/schematics/$(firstword $(subst ., ,$(s))).svg)

$(SYNTH)/schematics/%.svg: $(MMU_RTL) synth/schematic.sh
	$(call synth_need,yosys:yosys dot:graphviz)
	@RTL="$(MMU_RTL)" nice -n 10 synth/schematic.sh sluice_$* $@ $(wordlist 2,9,$(subst ., ,$(filter $*.% $*,$(SCHEMATICS))))

.PHONY: schematics
schematics: $(SCHEMATICS_SVG) ## silicon: draw the small blocks as SVG
	@ls $(SCHEMATICS_SVG)
