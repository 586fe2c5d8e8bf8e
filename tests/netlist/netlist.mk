# The netlist that Yosys makes of the MMU, in lock-step with the C model. Included by the Makefile.

# A directory in place of rtl/, with the module sluice_mmu (its parameters and ports, and inside the netlist) and the iCE40 cells
# of Yosys' library. The netlist includes the statistics; all memories are block RAMs, but with PORT_LIMITS those that Yosys chooses. Tracing is off inside the netlist, because
# its thousands of wires would make the build far slower.
NETLIST_VARIANT ?= 3x3x10
# A run starts with the scheme SEED modulo 6.
NETLIST_SEEDS ?= 1 2 3 4 5 6
NETLIST_CYCLES ?= 100000
NETLIST_OPT ?= -O1
# NETLIST_DAMAGE=N: in a copy, LUT number N is inverted.
NETLIST_DAMAGE ?=
NETLIST_LUT ?= 1000
NETLIST_OF := $(BUILD)/netlist/$(NETLIST_VARIANT)
NETLIST := $(NETLIST_OF)$(if $(NETLIST_DAMAGE),-damaged)
SYNTH_CELLS = $(patsubst %/bin/yosys,%,$(shell command -v yosys))/share/yosys/ice40/cells_sim.v
NETLIST_TEST := $(NETLIST)/build/test_lockstep_$(NETLIST_VARIANT)

# These rules are left out in the make that builds the test. There, RTL_DIR is the netlist, which would be synthesised again.
ifneq ($(RTL_DIR),$(NETLIST)/src)
$(NETLIST_OF)/mmu.net.v: $(MMU_RTL) synth/synth.sh
	@echo "netlist: synthesis of $(NETLIST_VARIANT)"
	@$(synth_run) ice40 sluice_mmu $@ $(call mmu_parameters,$(NETLIST_VARIANT)) -- $(if $(findstring p1,$(NETLIST_VARIANT)),,$(BLOCK_RAM))
$(NETLIST)/src/sluice_mmu.sv: $(NETLIST_OF)/mmu.net.v
	@rm -rf $(@D) && mkdir -p $(@D) && cp $(RTL_DIR)/mmu/sluice_pkg.sv $(@D)
	@awk -v lut="$(NETLIST_DAMAGE)" 'NR == 1 { print "/*verilator tracing_off*/" } { sub(/^module sluice_mmu\(/, "module netlist(") } \
	  /LUT_INIT\(/ && ++luts == lut { sub(/LUT_INIT\(/, "&~") } { print }' $< >$(@D)/netlist.sv
	@sed '1i/*verilator tracing_off*/' $(SYNTH_CELLS) >$(@D)/cells_sim.sv
	@{ sed '/^);/q' $(RTL_DIR)/mmu/sluice_mmu.sv; echo "netlist netlist (.*);"; echo "endmodule"; } >$@
# -Wno-fatal, -Wno-lint, -Wno-style: Yosys writes this text and its cell library, so the project cannot fix its warnings.
$(NETLIST_TEST): $(NETLIST)/src/sluice_mmu.sv
	@$(MAKE) -s RTL_DIR=$(NETLIST)/src RTL_FILES="sluice_pkg.sv cells_sim.sv netlist.sv sluice_mmu.sv" RTL_BUILD=$(NETLIST)/build RTL_OPT=$(NETLIST_OPT) MMU_CHECKS= ONLY=$(NETLIST_VARIANT) \
	  VERILATE_EXTRA="--trace-fst -Wno-fatal -Wno-lint -Wno-style +define+ICE40_HX +define+NO_ICE40_DEFAULT_ASSIGNMENTS" \
	  $@ >$(NETLIST)/build.log 2>&1 || { tail -5 $(NETLIST)/build.log >&2; exit 1; }
endif

.PHONY: netlist-test
netlist-test: $(NETLIST_TEST) ## test: compare a netlist of all schemes with the C model
	@for seed in $(call some,NETLIST_SEEDS); do \
	  SLUICE_VARIANT=$(NETLIST_VARIANT) SLUICE_SEED=$$seed SLUICE_SCHEME=$$((seed % 6)) SLUICE_CYCLES=$(NETLIST_CYCLES) \
	    CK_FORK=no nice -n 10 $< || exit 1; done

# The smallest build, STATIC alone, compiled quickly.
NETLIST_SMALL := NETLIST_VARIANT=2x2x8s1 NETLIST_SEEDS="6 12 18" NETLIST_CYCLES=30000 NETLIST_OPT=-O0
.PHONY: netlist-small
netlist-small:
	@$(MAKE) -s $(NETLIST_SMALL) netlist-test

# Each port has its own limits and rates. A run starts with the scheme SEED modulo 6, and the build has three of them.
.PHONY: netlist-ports
netlist-ports: ## test: compare a netlist with PORT_LIMITS with the C model
	@$(MAKE) -s NETLIST_VARIANT=3x3x10s7p1 NETLIST_SEEDS="6 7 8" netlist-test

# Shows that netlist-test finds an error of synthesis. It needs another build, hence it is not part of netlist-test.
.PHONY: netlist-damaged netlist-build
netlist-build: $(NETLIST_TEST)
netlist-damaged: ## test: show that the netlist test finds one inverted LUT
	@$(MAKE) -s $(NETLIST_SMALL) NETLIST_DAMAGE=$(NETLIST_LUT) netlist-build
	@log=$(BUILD)/netlist/damaged.log; $(MAKE) -s $(NETLIST_SMALL) NETLIST_DAMAGE=$(NETLIST_LUT) netlist-test >$$log 2>&1; \
	  grep -m 1 '^cycle .* expected' $$log || \
	  { echo "netlist-damaged: LUT $(NETLIST_LUT) is inverted: expected a mismatch, got none" >&2; exit 1; }
