# Area, timing, schematics and gate-level simulation. Included by the Makefile; results are under $(BUILD)/synth, one file
# per run, so that an interrupted `make synth` goes on where it stopped. Debian packages: yosys, nextpnr-ice40,
# fpga-icestorm, fpga-icestorm-chipdb, graphviz, python3.
SYNTH := $(BUILD)/synth

# The matrix: technologies, ports x classes, scheme masks (STATIC, SIH, DSH, all), counter width. Small ones first.
SYNTH_TECHS ?= generic ice40 ecp5 xilinx
SYNTH_SIZES ?= 4x8 8x8 32x8 64x8
SYNTH_SETS ?= 1 2 4 63
SYNTH_WIDTH ?= 18

synth_run := RTL="$(RTL)" nice -n 10 synth/synth.sh
# $(call synth_need,TOOL:PACKAGE ...): stops with one line where a tool is missing.
synth_need = @for t in $(1); do command -v $${t%:*} >/dev/null || \
  { echo "make: $${t%:*} is not installed (Debian package $${t\#*:})" >&2; exit 1; }; done

# ---- Area ----

# A run is TECH/NPxNCxWsSCHEMES, and +stats with statistics.
SYNTH_RUNS := $(foreach d,$(SYNTH_SIZES),$(SYNTH_SETS:%=$(d)x$(SYNTH_WIDTH)s%)) 4x8x$(SYNTH_WIDTH)s63+stats
SYNTH_AREA := $(foreach r,$(SYNTH_RUNS),$(SYNTH_TECHS:%=$(SYNTH)/area/%/$(r).json))
synth_dims = $(call variant_dims,$(patsubst %+stats,%,$(1))) STATS=$(if $(filter %+stats,$(1)),1,0)

define synth_area_rule
$(SYNTH)/area/$(1)/%.json: $(RTL) synth/synth.sh
	@echo "synth $(1) $$*"
	@$(synth_run) $(1) sluice_mmu $$@ $$(call synth_dims,$$*)
endef
$(foreach t,$(SYNTH_TECHS),$(eval $(call synth_area_rule,$(t))))

$(SYNTH)/area.md: $(SYNTH_AREA) synth/area.py synth/cells.py
	@synth/area.py $(SYNTH_AREA) --csv $(SYNTH)/area.csv >$@.part && mv $@.part $@

# What each scheme adds, on the iCE40: the sets that schemes.py compares.
SYNTH_STEPS := $(patsubst %,$(SYNTH)/area/ice40/4x8x$(SYNTH_WIDTH)s%.json,1 2 4 6 7 15 23 39 55 63)
$(SYNTH)/schemes.md: $(SYNTH_STEPS) synth/schemes.py synth/cells.py
	@synth/schemes.py $(SYNTH_STEPS) >$@.part && mv $@.part $@

.PHONY: synth-schemes
synth-schemes: $(SYNTH)/schemes.md synth/results.md ## count what each scheme adds on the iCE40
	@cat $<

# ---- The cost of DSH ----

DSH_TECHS := ice40 generic
DSH_CLASSES := 8 7
DSH_PARTS := $(shell synth/dsh.sh list)
SYNTH_DSH := $(foreach t,$(DSH_TECHS),$(foreach n,$(DSH_CLASSES),$(DSH_PARTS:%=$(SYNTH)/dsh/$(t)/$(n)/%.json)))

define synth_dsh_rule
$(SYNTH)/dsh/$(1)/$(2)/%.json: $(RTL) synth/synth.sh synth/dsh.sh
	@mkdir -p $$(@D)
	@RTL="$(RTL)" nice -n 10 synth/dsh.sh $(1) $(2) $(SYNTH_WIDTH) $$* $$@
endef
$(foreach t,$(DSH_TECHS),$(foreach n,$(DSH_CLASSES),$(eval $(call synth_dsh_rule,$(t),$(n)))))

$(SYNTH)/dsh.md: $(SYNTH_DSH) synth/dsh.py synth/cells.py
	@synth/dsh.py $(SYNTH)/dsh $(DSH_TECHS) -- $(DSH_CLASSES) --csv $(SYNTH)/dsh.csv >$@.part && mv $@.part $@

# ---- Growth with the ports ----

# Of the dimensions a module takes those that it has as parameters: $(call module_parameters,MODULE,NAME=VALUE...).
module_parameters = $(foreach p,$(2),$(if $(shell grep -w 'parameter .*\b$(word 1,$(subst =, ,$(p))) =' \
  $(RTL_DIR)/sluice_$(1).sv),$(p)))

GROWTH_MODULES := account threshold examine config scan quanta pause_state pause_tx pause_rx gate
GROWTH_4x8 := NP=4 NC=8 W=$(SYNTH_WIDTH) SCHEMES=6 PW=2 CW=3 TTL=0
GROWTH_32x8 := NP=32 NC=8 W=$(SYNTH_WIDTH) SCHEMES=6 PW=5 CW=3 TTL=0
# All but what the RTL itself makes flops of.
BLOCK_RAM := 'setattr -set ram_style "block" m:* m:*g_flops* %d'
GROWTH_block := $(BLOCK_RAM)
GROWTH_chosen :=
SYNTH_GROWTH := $(foreach r,block chosen,$(foreach d,4x8 32x8,$(GROWTH_MODULES:%=$(SYNTH)/growth/$(r)/$(d)/%.json)))

define synth_growth_rule
$(SYNTH)/growth/$(1)/$(2)/%.json: $(RTL) synth/synth.sh
	@echo "growth $(2), memories $(1): $$*"
	@$(synth_run) ice40 sluice_$$* $$@ $$(call module_parameters,$$*,$(GROWTH_$(2))) -- $(GROWTH_$(1))
endef
$(foreach r,block chosen,$(foreach d,4x8 32x8,$(eval $(call synth_growth_rule,$(r),$(d)))))

$(SYNTH)/growth.md: $(SYNTH_GROWTH) synth/growth.py synth/cells.py
	@synth/growth.py $(SYNTH)/growth 4x8 32x8 --csv $(SYNTH)/growth.csv >$@.part && mv $@.part $@

.PHONY: synth-growth
synth-growth: $(SYNTH)/growth.md synth/results.md ## count how each block grows from 4 to 32 ports
	@cat $<

.PHONY: synth
synth: $(SYNTH)/area.md $(SYNTH)/schemes.md $(SYNTH)/dsh.md $(SYNTH)/growth.md synth/results.md ## count cells for four technologies, what DSH adds, what ports add
	@cat $(SYNTH)/area.md $(SYNTH)/schemes.md $(SYNTH)/dsh.md $(SYNTH)/growth.md

# ---- Timing ----

# What is placed: the MMU, and its blocks alone. Each in the harness of harness.py, once per seed.
TIMING_SEEDS ?= 1 2 3 4 5 6 7 8
TIMING_DUTS := mmu counter threshold account examine pause_state pause_tx pause_rx config weigh partition stage
TIMING_DEVICE := hx8k
TIMING_PACKAGE := ct256
timing_dims := NP=4 NC=8 W=18 SCHEMES=6 STATS=0 PW=2 CW=3 AW=5 TTL=0 DSH=1
TIMING := $(SYNTH)/timing
TIMING_RUNS := $(foreach d,$(TIMING_DUTS),$(TIMING)/$(d).alone.log $(TIMING_SEEDS:%=$(TIMING)/$(d)_%.icetime))

timing_parameters = $(call module_parameters,$(1),$(timing_dims))

$(TIMING)/%.sv: $(RTL) synth/harness.py
	$(call synth_need,yosys:yosys python3:python3 nextpnr-ice40:nextpnr-ice40 icetime:fpga-icestorm)
	@mkdir -p $(@D)
	@yosys -q -p "read_verilog -sv $(RTL); chparam $(foreach p,$(call timing_parameters,$*),-set $(subst =, ,$(p))) \
	  sluice_$*; hierarchy -check -top sluice_$*; rename -top sluice_$*; blackbox *; write_json $(TIMING)/$*.ports.json"
	@synth/harness.py $(TIMING)/$*.ports.json sluice_$* $(if $(filter mmu,$*),LEAN,FLOP) \
	  $(call timing_parameters,$*) >$@.part && mv $@.part $@

# In the harness and, to count cells, without it.
$(TIMING)/%.net.json: $(TIMING)/%.sv synth/synth.sh
	@echo "timing: synthesis of $*"
	@RTL="$(RTL) $<" nice -n 10 synth/synth.sh ice40 harness $@
$(TIMING)/%.alone.net.json: $(TIMING)/%.sv synth/synth.sh
	@$(synth_run) ice40 sluice_$* $@ $(call timing_parameters,$*)
$(TIMING)/%.alone.log: $(TIMING)/%.alone.net.json
	@nice -n 10 nextpnr-ice40 --$(TIMING_DEVICE) --package $(TIMING_PACKAGE) --json $< --pack-only -q -l $@.part 2>/dev/null
	@mv $@.part $@

define timing_seed_rule
$(TIMING)/%_$(1).asc: $(TIMING)/%.net.json synth/pnr.sh
	@echo "timing: $$*, seed $(1)"
	@nice -n 10 synth/pnr.sh $(TIMING_DEVICE) $(TIMING_PACKAGE) $(1) $$< $$@
$(TIMING)/%_$(1).icetime: $(TIMING)/%_$(1).asc
	@[ ! -s $$< ] || nice -n 10 icetime -d $(TIMING_DEVICE) -P $(TIMING_PACKAGE) -t $$< >$$@.part
	@touch $$@.part && mv $$@.part $$@
endef
$(foreach s,$(TIMING_SEEDS),$(eval $(call timing_seed_rule,$(s))))

$(SYNTH)/timing.md: $(TIMING_RUNS) synth/timing.py
	@synth/timing.py $(TIMING) $(TIMING_DUTS) -- $(TIMING_SEEDS) --csv $(SYNTH)/timing.csv >$@.part && mv $@.part $@

.PHONY: timing
timing: $(SYNTH)/timing.md synth/results.md ## place and route for the HX8K with several seeds: Fmax, critical path
	@cat $(SYNTH)/timing.md

# The tracked copy of the tables, what `make synth` and `make timing` last printed, and the short table of the README made
# of it. Both keep what they hold of tables that were not made.
SYNTH_TABLES := $(foreach t,area schemes dsh growth timing,$(SYNTH)/$(t).md)
SYNTH_MAKES := $(if $(filter synth,$(MAKECMDGOALS)),area schemes dsh growth) $(if $(filter timing,$(MAKECMDGOALS)),timing) \
  $(patsubst synth-%,%,$(filter synth-schemes synth-growth,$(MAKECMDGOALS)))
synth/results.md: $(SYNTH_MAKES:%=$(SYNTH)/%.md) synth/results.sh synth/readme.py
	@synth/results.sh $@ $(SYNTH_TABLES) >$@.part && mv $@.part $@
	@if [ -f $(SYNTH)/area.csv ]; then cp $(SYNTH)/area.csv synth/results.csv; fi
	@synth/readme.py $@ README.md

# ---- The netlist in lock-step with the C model ----

# A directory that looks like rtl/: the module sluice_mmu with its parameters and ports, holding the netlist, and the
# cells of the iCE40 as Yosys' library describes them. All schemes, statistics too; memories as block RAMs, however small.
# Traces would show the ports only: with its thousands of wires the build takes far longer.
NETLIST_VARIANT ?= 3x3x10
NETLIST_SEEDS ?= 1 2 3 4 5 6
NETLIST_CLOCKS ?= 100000
# NETLIST_DAMAGE=N: in a copy, LUT number N is inverted.
NETLIST_DAMAGE ?=
NETLIST_LUT ?= 1000
NETLIST := $(SYNTH)/netlist$(if $(NETLIST_DAMAGE),-damaged)
SYNTH_CELLS = $(patsubst %/bin/yosys,%,$(shell command -v yosys))/share/yosys/ice40/cells_sim.v
NETLIST_TEST := $(NETLIST)/build/test_lockstep_$(NETLIST_VARIANT)

# Not in the make that builds the test: there these are the RTL, and it would synthesise the netlist once more.
ifneq ($(RTL_DIR),$(NETLIST)/src)
$(SYNTH)/netlist/mmu.net.v: $(RTL) synth/synth.sh
	@echo "netlist: synthesis of $(NETLIST_VARIANT)"
	@$(synth_run) ice40 sluice_mmu $@ $(call variant_dims,$(NETLIST_VARIANT)) -- $(BLOCK_RAM)
$(NETLIST)/src/sluice_mmu.sv: $(SYNTH)/netlist/mmu.net.v
	@rm -rf $(@D) && mkdir -p $(@D) && cp $(RTL_DIR)/sluice_pkg.sv $(@D)
	@awk -v lut="$(NETLIST_DAMAGE)" 'NR == 1 { print "/*verilator tracing_off*/" } { sub(/^module sluice_mmu\(/, "module netlist(") } \
	  /LUT_INIT\(/ && ++luts == lut { sub(/LUT_INIT\(/, "&~") } { print }' $< >$(@D)/netlist.sv
	@sed '1i/*verilator tracing_off*/' $(SYNTH_CELLS) >$(@D)/cells_sim.sv
	@{ sed '/^);/q' $(RTL_DIR)/sluice_mmu.sv; echo "netlist netlist (.*);"; echo "endmodule"; } >$@
# Warnings off: the text is what Yosys writes and its cell library, neither of which is ours to mend.
$(NETLIST_TEST): $(NETLIST)/src/sluice_mmu.sv
	@$(MAKE) -s RTL_DIR=$(NETLIST)/src RTL_BUILD=$(NETLIST)/build RTL_OPT=-O1 ONLY=$(NETLIST_VARIANT) \
	  VERILATE_EXTRA="--trace-fst -Wno-fatal -Wno-lint -Wno-style +define+ICE40_HX +define+NO_ICE40_DEFAULT_ASSIGNMENTS" \
	  $@ >$(NETLIST)/build.log 2>&1 || { tail -5 $(NETLIST)/build.log >&2; exit 1; }
endif

.PHONY: netlist-test
netlist-test: $(NETLIST_TEST) ## compare the synthesised netlist with the C model in lock-step
	@for seed in $(NETLIST_SEEDS); do \
	  SLUICE_VARIANT=$(NETLIST_VARIANT) SLUICE_SEED=$$seed SLUICE_SCHEME=$$((seed % 6)) SLUICE_CLOCKS=$(NETLIST_CLOCKS) \
	    CK_FORK=no nice -n 10 $< || exit 1; done

# Whether netlist-test would find a mistake of synthesis. A build of its own, hence not part of netlist-test.
.PHONY: netlist-damaged netlist-build
netlist-build: $(NETLIST_TEST)
netlist-damaged: ## show that netlist-test finds one inverted LUT
	@$(MAKE) -s NETLIST_DAMAGE=$(NETLIST_LUT) netlist-build
	@$(MAKE) -s NETLIST_DAMAGE=$(NETLIST_LUT) netlist-test >$(SYNTH)/netlist-damaged/test.log 2>&1; \
	  grep -m 1 '^clock .* expected' $(SYNTH)/netlist-damaged/test.log || \
	  { echo "netlist-damaged: LUT $(NETLIST_LUT) is inverted, and no output differs" >&2; exit 1; }

# ---- Schematics ----

# Of the small blocks, before they are mapped to cells: MODULE.PARAMETER=VALUE...
SCHEMATICS := gate.NP=2.NC=2 quanta repay.W=8 admit.W=8 threshold.W=8.NC=8.SCHEMES=6 classify weigh.W=8.NC=2.CW=1
SCHEMATICS_SVG := $(foreach s,$(SCHEMATICS),$(SYNTH)/schematics/$(firstword $(subst ., ,$(s))).svg)

define schematic_rule
$(SYNTH)/schematics/$(1).svg: $(RTL) synth/schematic.sh
	$$(call synth_need,yosys:yosys dot:graphviz)
	@RTL="$(RTL)" nice -n 10 synth/schematic.sh sluice_$(1) $$@ $(2)
endef
$(foreach s,$(SCHEMATICS),$(eval $(call schematic_rule,$(firstword $(subst ., ,$(s))),$(wordlist 2,9,$(subst ., ,$(s))))))

.PHONY: schematics
schematics: $(SCHEMATICS_SVG) ## draw the small blocks as SVG
	@ls $(SCHEMATICS_SVG)
