# The self-test on an FPGA board; included by the Makefile. A board is fpga/boards/BOARD.mk and its pins.
BOARD ?= hx8k
# TEST=mmu tests the MMU; TEST=switch tests the lossless switch with a station at each port, which is too large for an iCE40.
TEST ?= mmu
FPGA_BOARDS := $(sort $(basename $(notdir $(wildcard fpga/boards/*.mk))))
FPGA_GOALS := $(filter fpga prog fpga-sim lint-fpga test lint,$(MAKECMDGOALS))
ifneq (,$(filter $(BOARD),$(FPGA_BOARDS)))
include fpga/boards/$(BOARD).mk
# Mask of the built and tested schemes: STATIC, SIH and DSH unless the board sets another. All (127) fit in simulation only; the boards are too small.
FPGA_SCHEMES ?= 7

# The frequency of the design's clock, from the pin or the PLL. The length of a test part in cycles does not depend on it.
FPGA_PLL = $(FPGA_PLL_$(FPGA_CLOCK))
pll = $(word $(1),$(FPGA_PLL))
ifneq (,$(and $(FPGA_GOALS),$(filter undefined,$(origin FPGA_PLL_$(FPGA_CLOCK)))))
$(error No FPGA_CLOCK "$(FPGA_CLOCK)" in fpga/boards/$(BOARD).mk)
endif
ifeq (,$(FPGA_PLL))
FPGA_CLK_HZ := $(FPGA_PIN_HZ)
FPGA_PLL_PARAMS := PLL=0
else ifeq (ice40,$(FPGA_FAMILY))
FPGA_CLK_HZ := $(shell echo $$(($(FPGA_PIN_HZ) * ($(call pll,2) + 1) / ($(call pll,1) + 1) / (1 << $(call pll,3)))))
FPGA_PLL_PARAMS := PLL=1 DIVR=$(call pll,1) DIVF=$(call pll,2) DIVQ=$(call pll,3) FILTER=$(call pll,4)
else
FPGA_CLK_HZ := $(shell echo $$(($(FPGA_PIN_HZ) * $(call pll,2) / $(call pll,1))))
FPGA_PLL_PARAMS := PLL=1 REFERENCE=$(call pll,1) FEEDBACK=$(call pll,2) OUTPUT=$(call pll,3)
endif
FPGA_PART_CYCLES := 1000000
FPGA_TIMES := CLK_HZ=$(FPGA_CLK_HZ) PARTS_PER_SECOND=$(shell echo $$(($(FPGA_CLK_HZ) / $(FPGA_PART_CYCLES))))
# nextpnr takes whole megahertz, so the frequency is rounded up.
FPGA_FREQ := $(shell echo $$((($(FPGA_CLK_HZ) + 999999) / 1000000)))

ifneq (,$(FPGA_GOALS))
ifeq (,$(filter mmu switch,$(TEST)))
$(error No TEST "$(TEST)"; there is TEST=mmu or TEST=switch)
endif
ifeq (switch ice40,$(TEST) $(FPGA_FAMILY))
$(error TEST=switch does not fit on BOARD=$(BOARD); take BOARD=ulx3s)
endif
endif

else ifneq (,$(FPGA_GOALS))
$(error No board "$(BOARD)"; there is BOARD=$(subst $() , or BOARD=,$(FPGA_BOARDS)))
endif

ifeq (switch,$(TEST))
FPGA_DIR := $(BUILD)/fpga/$(BOARD)_switch
FPGA_TEST := selftest_switch
FPGA_TESTED := $(RTL)
FPGA_SV := $(addprefix fpga/selftest_,counter.sv report.sv uart_rx.sv uart_tx.sv) $(filter-out %_plan.sv,$(sort $(wildcard fpga/switch/*.sv)))
FPGA_PLAN := fpga/switch/selftest_plan.sv
FPGA_PARAMS := CLK_HZ=$(FPGA_CLK_HZ) $(filter LEDS=% LED_LOW=% BUTTONS=% BUTTON_LOW=%,$(FPGA_PARAMS))
# A run is shorter in simulation.
FPGA_SIM_PARAMS := TRAFFIC=100000
else
FPGA_DIR := $(BUILD)/fpga/$(BOARD)$(if $(filter-out file,$(origin FPGA_SCHEMES)),s$(FPGA_SCHEMES))
FPGA_TEST := selftest
FPGA_TESTED := $(MMU_RTL)
FPGA_SV := $(sort $(wildcard fpga/selftest*.sv))
FPGA_PLAN := $(FPGA_DIR)/selftest_plan.sv
endif
# Bits of the UART are shorter in simulation; otherwise the text would take half of the cycles.
FPGA_SIM_PARAMS += DIVIDER=16
FPGA_RTL := $(FPGA_TESTED) $(FPGA_PLAN) $(FPGA_SV)
FPGA_TOP := fpga/boards/$(FPGA_FAMILY).sv
FPGA_SEEDS ?= 1 2 3 4 5

# $(call fpga_tool,PROGRAM,PACKAGE): stops with one line if the program is missing.
fpga_tool = command -v $(1) >/dev/null || { echo "$(1) is not installed: Debian package $(2)" >&2; exit 1; }
# Verilator requires the width of a parameter that is not an int.
fpga_width = $(patsubst $(1)=%,$(1)=$(2)\'d%,$(3))
fpga_verilator_params = $(addprefix -G,$(call fpga_width,SCHEMES,7,$(call fpga_width,STATS,1,$(call fpga_width,LED_LOW,1,\
  $(call fpga_width,BUTTON_LOW,1,$(1))))))

# ---- Prediction ----

# The self-test in C: its sequence and its parts.
FPGA_PREDICTION := $(patsubst fpga/%.c,$(BUILD)/obj/fpga/%.o,$(sort $(wildcard fpga/selftest*.c)))

$(BUILD)/fpga/predict: $(BUILD)/obj/fpga/predict.o $(FPGA_PREDICTION) $(BUILD)/libsluice.a
	@mkdir -p $(@D)
	$(call say,CC)$(CC) -fno-lto $^ -o $@

# Changes if a parameter changes.
.PHONY: fpga-parameters
$(FPGA_DIR)/parameters: fpga-parameters
	@mkdir -p $(@D)
	@echo '$(FPGA_PARAMS) $(FPGA_PLL_PARAMS) $(FPGA_DEVICE)' | cmp -s - $@ || \
	  echo '$(FPGA_PARAMS) $(FPGA_PLL_PARAMS) $(FPGA_DEVICE)' >$@

$(FPGA_DIR)/selftest_plan.sv: $(BUILD)/fpga/predict $(FPGA_DIR)/parameters
	$(call say,PREDICT)$(BUILD)/fpga/predict plan $(FPGA_PARAMS) >$@

# ---- Bitstream ----

.PHONY: fpga
fpga: $(FPGA_DIR)/bitstream ## silicon: build the self-test for BOARD=hx8k, icebreaker or ulx3s
	@fpga/report.sh $(FPGA_DIR) $(BOARD) $(FPGA_CLK_HZ)

fpga_set = chparam $(foreach p,$(2),-set $(subst =, ,$(p))) $(1)
fpga_define = $(if $(filter switch,$(TEST)),-D SLUICE_LUTRAM,$(patsubst %,-D %,$(call synth_defines,$(FPGA_FAMILY),$(FPGA_PARAMS))))
# The board sets the widths of pins, the PLL and the test; the self-test sets the rest.
FPGA_SWITCH = $(if $(filter ecp5,$(FPGA_FAMILY)),SWITCH=$(if $(filter switch,$(TEST)),1,0))
fpga_read = read_verilog $(fpga_define) -sv $(FPGA_RTL) $(FPGA_TOP); $(call fpga_set,$(FPGA_TEST),$(FPGA_PARAMS)); \
  $(call fpga_set,board,$(filter LEDS=% BUTTONS=%,$(FPGA_PARAMS)) $(FPGA_PLL_PARAMS) $(FPGA_SWITCH)); \
  read_verilog -lib +/$(FPGA_FAMILY)/$(fpga_cells_$(FPGA_FAMILY)); hierarchy -check -top board; proc; check -assert; flatten
fpga_cells_ice40 := cells_sim.v
fpga_cells_ecp5 := cells_bb.v

# $(call fpga_place,COMMAND,JUDGE): places one seed after the other until the report meets the clock. If none does, the report judges the last
# seed.
fpga_place = for seed in $(call some,FPGA_SEEDS); do rm -f $(FPGA_DIR)/icetime.log && env $(1) -q -l $(FPGA_DIR)/nextpnr.log --$(FPGA_DEVICE) --package $(FPGA_PACKAGE) --json $< --seed $$seed --timing-allow-fail \
  --freq $(FPGA_FREQ) && $(2) || exit 1; fpga/report.sh $(FPGA_DIR) $(BOARD) $(FPGA_CLK_HZ) >/dev/null 2>&1 && break; echo "seed $$seed misses the clock"; done

ifeq ($(FPGA_FAMILY),ice40)
# Without this, Yosys turns memories of this size into registers.
fpga_block_ram = setattr -set ram_style \"block\" m:*.g_ram.* m:*.pause_rx.* m:*.generator.waiting

$(FPGA_DIR)/selftest.json: $(FPGA_TESTED) $(FPGA_SV) $(FPGA_TOP) $(FPGA_PLAN) $(FPGA_DIR)/parameters $(NETLIST_STEPS) | deps
	@$(call fpga_tool,yosys,yosys)
	$(call say,YOSYS)yosys -q -l $(FPGA_DIR)/yosys.log -p "$(fpga_read); $(fpga_block_ram); synth_ice40 -top board -json $@.part"
	@for step in $(NETLIST_ICE40); do $$step $@.part || exit 1; done && mv $@.part $@

$(FPGA_DIR)/selftest.asc: $(FPGA_DIR)/selftest.json fpga/boards/$(BOARD).pcf fpga/boards/$(BOARD).mk | $(pnr_ice40)
	@$(call fpga_tool,icetime,fpga-icestorm)
	$(call say,NEXTPNR)$(call fpga_place,$(NEXTPNR_ICE40) --pcf fpga/boards/$(BOARD).pcf --asc $@,icetime -d $(FPGA_DEVICE) -t -r $(FPGA_DIR)/icetime.log $@ >/dev/null)

$(FPGA_DIR)/bitstream: $(FPGA_DIR)/selftest.asc
	@$(call fpga_tool,icepack,fpga-icestorm)
	$(call say,ICEPACK)icepack $< $@
endif

ifeq ($(FPGA_FAMILY),ecp5)
$(FPGA_DIR)/selftest.json: $(FPGA_TESTED) $(FPGA_SV) $(FPGA_TOP) $(FPGA_PLAN) $(FPGA_DIR)/parameters synth/outputs.py | deps
	@$(call fpga_tool,yosys,yosys)
	$(call say,YOSYS)yosys -q -l $(FPGA_DIR)/yosys.log -p "$(fpga_read); synth_ecp5 -top board -json $@.part"
	@synth/outputs.py $@.part && mv $@.part $@

$(FPGA_DIR)/selftest.config: $(FPGA_DIR)/selftest.json fpga/boards/$(BOARD).lpf fpga/boards/$(BOARD).mk | $(pnr_ecp5)
	$(call say,NEXTPNR)$(call fpga_place,$(NEXTPNR_ECP5) --lpf fpga/boards/$(BOARD).lpf --textcfg $@,true)

$(FPGA_DIR)/bitstream: $(FPGA_DIR)/selftest.config | $(pnr_ecp5)
	$(call say,ECPPACK)env $(ECPPACK) --compress $< $@
endif

.PHONY: prog
prog: fpga ## silicon: program BOARD with the self-test
	@$(call fpga_tool,$(firstword $(PROG)),$(if $(filter iceprog,$(firstword $(PROG))),fpga-icestorm,openfpgaloader))
	@$(PROG) $(FPGA_DIR)/bitstream || { \
	  echo "$(firstword $(PROG)) failed: is the $(BOARD) board connected, and may you use its USB device?" >&2; exit 1; }
	@echo "Programmed. Terminal: 115200 8N1; f plants a fault into the next run."

# ---- Simulation ----

.PHONY: fpga-sim
ifeq (switch,$(TEST))
FPGA_SIM := $(FPGA_DIR)/sim $(FPGA_DIR)/sim.run
# Compiles in a third of the time of -O3.
FPGA_OPT := -O1
fpga_run = $(FPGA_DIR)/sim $(FPGA_PARAMS) $(FPGA_SIM_PARAMS)
fpga-sim: $(FPGA_SIM) ## silicon: simulate the self-test of BOARD; TEST=mmu or switch
	@$(fpga_run)
$(FPGA_DIR)/sim: $(BUILD)/obj/fpga/switch_sim.o
$(FPGA_DIR)/sim.run: $(FPGA_DIR)/sim
else
FPGA_SIM := $(addprefix $(FPGA_DIR)/,sim slice.vvp slice.txt sim.run)
FPGA_OPT := -O3
fpga_run = fpga/sim.sh $(FPGA_DIR) $(FPGA_SIM_PARAMS)
fpga-sim: $(FPGA_SIM)
	@$(fpga_run)
$(FPGA_DIR)/sim: $(BUILD)/obj/fpga/sim.o $(FPGA_PREDICTION) $(BUILD)/libsluice.a
endif

# The same as a script without arguments, for tests/run.sh.
$(FPGA_DIR)/sim.run: fpga/sim.sh
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec %s\n' '$(fpga_run)' >$@ && chmod +x $@

# Verilator writes C++; board.cpp makes it C.
$(FPGA_DIR)/verilated/rtl.a: $(FPGA_TESTED) $(FPGA_SV) $(FPGA_PLAN) | deps
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,VERILATE)$(VERILATOR) --cc -O3 -x-assign fast --x-initial unique --noassert --prefix Vselftest --top-module $(FPGA_TEST) \
	  $(call fpga_verilator_params,$(FPGA_PARAMS) $(FPGA_SIM_PARAMS)) -Mdir $(@D) $(FPGA_RTL)
	@$(MAKE) -s -C $(@D) -f Vselftest.mk Vselftest__ALL.a OPT_FAST=$(FPGA_OPT) OPT_GLOBAL=$(FPGA_OPT) >/dev/null
	@mv $(@D)/Vselftest__ALL.a $@

$(FPGA_DIR)/board.o: fpga/board.cpp fpga/board.h $(FPGA_DIR)/verilated/rtl.a
	$(call say,CXX)$(CXX) $(INCLUDES) $(CXXFLAGS) $(runtime_flags) -I$(FPGA_DIR)/verilated -c $< -o $@

$(FPGA_DIR)/sim: $(BUILD)/obj/fpga/line.o $(FPGA_DIR)/board.o $(FPGA_DIR)/verilated/rtl.a $(BUILD)/libverilated.a
	$(call say,CXX)$(CXX) -fno-lto $(filter %.o,$^) $(filter %.a,$^) -lz -lpthread -o $@

# The same top in Icarus, a shorter run.
FPGA_SLICE_PARAMS = $(patsubst CLK_HZ=%,CLK_HZ=24000000,$(patsubst PARTS_PER_SECOND=%,PARTS_PER_SECOND=16000,$(FPGA_PARAMS)))
$(FPGA_DIR)/slice/selftest_plan.sv: $(BUILD)/fpga/predict $(FPGA_DIR)/parameters
	@mkdir -p $(@D)
	$(call say,PREDICT)$(BUILD)/fpga/predict plan $(FPGA_SLICE_PARAMS) >$@
$(FPGA_DIR)/slice.txt: $(BUILD)/fpga/predict $(FPGA_DIR)/parameters
	$(call say,PREDICT)$(BUILD)/fpga/predict text $(FPGA_SLICE_PARAMS) >$@
$(FPGA_DIR)/slice.vvp: $(FPGA_TESTED) $(FPGA_SV) fpga/slice.sv $(FPGA_DIR)/slice/selftest_plan.sv | deps
	$(call say,IVERILOG)tests/icarus.sh $@ -s slice $(FPGA_SLICE_PARAMS:%=-Pslice.%) $(FPGA_TESTED) $(@D)/slice/selftest_plan.sv $(FPGA_SV) fpga/slice.sv

# ---- Lint ----

.PHONY: lint-fpga
lint-fpga: $(FPGA_PLAN) | deps ## silicon: check the self-test with three tools and its C code with two
	$(call say,LINT)$(VERILATOR) --lint-only -Wall --top-module $(FPGA_TEST) $(call fpga_verilator_params,$(FPGA_PARAMS)) $(FPGA_RTL)
	$(quiet)yosys -q -w 'Replacing memory' -e '.' -p "$(fpga_read)"
	$(quiet)tests/icarus.sh $(FPGA_DIR)/lint.vvp -s $(FPGA_TEST) $(FPGA_PARAMS:%=-P$(FPGA_TEST).%) $(FPGA_RTL)
	$(quiet)cppcheck -q --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr $(INCLUDES) fpga/*.c
	$(quiet)clang-format --dry-run -Werror fpga/*.[ch] fpga/*.cpp
# The self-test of the switch, which only this board can hold.
.PHONY: lint-fpga-switch
lint-fpga-switch: | deps
	@$(MAKE) --no-print-directory BOARD=ulx3s TEST=switch lint-fpga

# ---- Examples around MACs of 10G and 1G ----

# The switch with words of 128 bits, at 85 MHz or more
MAC_10G_WIDE := DW=128 LINE=118 CELL=128 CELLS=2048
# Six ports, docs/hardware/six-ports.md
MAC_10G_SIX := NP=6 DW=128 LINE=87 CELL=128 CELLS=2048
MAC_10G := $(wildcard fpga/mac_10g/*.sv fpga/mac_10g/stub/*.sv)
MAC_10G_PORT := $(filter-out %_switch.sv,$(wildcard fpga/mac_10g/mac_10g_*.sv))
# Lint with the stubs of the MACs' ports; docs/hardware/mac-10g.md.
.PHONY: lint-mac-10g
lint-mac-10g: | deps
	$(call say,LINT)$(VERILATOR) --lint-only -Wall --top-module switch_10g $(RTL) $(MAC_10G)
	$(quiet)$(foreach w,WIDE SIX,$(VERILATOR) --lint-only -Wall --top-module switch_10g $(MAC_10G_$(w):%=-G%) $(RTL) $(MAC_10G) &&) true
	$(quiet)$(VERILATOR) --lint-only -Wall --top-module switch_mixed $(RTL) $(MAC_10G)
	$(quiet)$(foreach w,64:64 128:64 64:8 128:8,yosys -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $(MAC_10G_PORT); \
	  chparam -set DW $(word 1,$(subst :, ,$(w))) -set MW $(word 2,$(subst :, ,$(w))) mac_10g_port; hierarchy -check -top mac_10g_port; proc; \
	  check -assert" &&) true
	$(quiet)$(foreach t,switch_10g switch_mixed,tests/icarus.sh $(BUILD)/lint-mac-10g.vvp -s $(t) $(RTL) $(MAC_10G) &&) true
	$(call stopped,mac_10g_port,$(MAC_10G_PORT),DW=32 DW=96)
