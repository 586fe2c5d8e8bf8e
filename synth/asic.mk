# Area and timing in the cells of an ASIC library. Included by synth.mk. Debian packages: yosys, opensta, qflow-tech-osu018, python3.
ASIC := $(SYNTH)/asic
ASIC_LIBERTY ?= /usr/share/qflow/tech/osu018/osu018_stdcells.lib
ASIC_RUNS ?= 4x8x18s6 32x8x18s6 4x8x18s127 32x8x18s127
# In FO4: the requested path, and the assumed access and set-up times of a memory.
ASIC_AIM ?= 40
ASIC_ACCESS ?= 15
ASIC_SETUP ?= 5
# Clock-to-output and set-up time of a flip-flop; mapping may not use this part of the cycle.
ASIC_FLOP := 4

# $(call asic_fo4,N): N FO4 in ns, in the shell.
asic_fo4 = $$(awk '{ print $$2 * ($(1)) }' $(ASIC)/fo4)
asic_memory = ACCESS=$(call asic_fo4,$(ASIC_ACCESS)) SETUP=$(call asic_fo4,$(ASIC_SETUP))
# $(call asic_sta,VARIABLES): stops make if the output is not a result.
asic_sta = LIBERTY=$(ASIC_LIBERTY) $(1) nice -n 10 sta -no_splash -exit synth/asic.tcl >$@.part 2>&1; \
  if grep -q 'Error\|Warning' $@.part; then grep 'Error\|Warning' $@.part | head -3 >&2; exit 1; fi; \
  test -s $@.part || { echo "sta printed nothing for $@" >&2; exit 1; }; mv $@.part $@

$(ASIC)/fo4: synth/asic.tcl | deps
	$(call synth_need,sta:opensta)
	@test -f $(ASIC_LIBERTY) || { echo "make: no $(ASIC_LIBERTY) (Debian package qflow-tech-osu018)" >&2; exit 1; }
	@mkdir -p $(@D)
	@$(call asic_sta,DIR=$(ASIC))

# The file "blocks" is written last.
$(ASIC)/%/blocks: $(MMU_RTL) synth/asic.sh $(ASIC)/fo4
	$(call synth_need,yosys:yosys)
	@echo "asic $*"
	@RTL="$(MMU_RTL)" nice -n 10 synth/asic.sh $(ASIC_LIBERTY) $(call asic_fo4,$(ASIC_AIM) - $(ASIC_FLOP)) $(@D) $(call synth_dims,$*)
$(ASIC)/%/paths: $(ASIC)/%/blocks synth/asic.tcl
	@$(call asic_sta,DIR=$(@D) NETLISTS="mmu $$(cut -d' ' -f1 $< | tr '\n' ' ')" $(asic_memory))

$(SYNTH)/asic.md: $(ASIC_RUNS:%=$(ASIC)/%/paths) synth/asic.py synth/cells.py
	@ACCESS=$(ASIC_ACCESS) SETUP=$(ASIC_SETUP) AIM=$(ASIC_AIM) synth/asic.py $(ASIC_LIBERTY) $(ASIC) $(ASIC_RUNS) --csv $(SYNTH)/asic.csv >$@.part && mv $@.part $@

.PHONY: asic
asic: $(SYNTH)/asic.md synth/results.md ## silicon: map onto 0.18 um cells: NAND2 area and FO4 paths by block
	@cat $<
