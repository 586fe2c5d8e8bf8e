# The Verilated switch, as a library for every variant: ports x classes x bits of a stream x bytes of a cell x cells, s and the
# mask of schemes. Included by the Makefile.
SWITCH_VARIANTS ?= 4x8x64x64x4096s15 5x5x32x64x2048s54 2x4x128x128x1024s15
switch_words = $(join NP= NC= DW= CELL= CELLS= SCHEMES=,$(variant_words))
switch_parameters = $(patsubst -GSCHEMES=%,-GSCHEMES=6\'d%,$(addprefix -G,$(call switch_words,$(1))))

SWITCH_RTL := $(addprefix $(RTL_DIR)/,$(filter-out frame/% lossless/%,$(RTL_FILES)))

$(RTL_BUILD)/switch/%/rtl.a: $(SWITCH_RTL) tb/sim/switch.vlt | deps
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,VERILATE)$(VERILATOR) $(subst sluice_mmu,sluice_switch,$(VERILATE)) $(VERILATE_EXTRA) --prefix Vswitch_$* $(call switch_parameters,$*) -Mdir $(@D) tb/sim/switch.vlt $(RTL_FIRST) $(SWITCH_RTL)
	@$(MAKE) -s -C $(@D) -f Vswitch_$*.mk Vswitch_$*__ALL.a OPT_FAST=$(RTL_OPT) OPT_GLOBAL=$(RTL_OPT) $(VERILATED_MAKE) >/dev/null
	@mv $(@D)/Vswitch_$*__ALL.a $@
$(RTL_BUILD)/switch/%/shim.o: tb/sim/switch_shim.cpp tb/sim/switch_shim.h tb/sim/shim_common.h $(RTL_BUILD)/switch/%/rtl.a
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -I$(@D) -DMODEL=Vswitch_$* $(addprefix -D,$(call switch_words,$*)) -c $< -o $@

define switch_table
#include <stddef.h>

#include "switch_shim.h"

$(foreach v,$(1),extern const struct switch_shim switch_shim_Vswitch_$(v);)
const struct switch_shim *const switch_shim_list[] = {$(foreach v,$(1),&switch_shim_Vswitch_$(v),) NULL};
endef
$(RTL_BUILD)/switch/variants.c: always
	@$(shell mkdir -p $(@D))$(file >$@.$(NEW),$(call switch_table,$(SWITCH_VARIANTS)))\
	  if cmp -s $@.$(NEW) $@; then rm $@.$(NEW); else mv $@.$(NEW) $@; fi

$(RTL_BUILD)/switch/variants.o: $(RTL_BUILD)/switch/variants.c | deps
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# What a program needs in order to run the switch.
switch_sim = $(RTL_BUILD)/switch/variants.o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(SWITCH_VARIANTS),$(RTL_BUILD)/switch/$(v)/shim.o $(RTL_BUILD)/switch/$(v)/rtl.a) $(BUILD)/libsluice.a $(BUILD)/libverilated.a

# ---- With MAC control frames: sluice_lossless_switch ----

# The program has the first one.
LOSSLESS_VARIANTS := 4x8x64x64x4096s15
# Those of `sluice run --engine switch` (docs/whole-switch.md); make WHOLE="4x8x64x64x4096s63 ..." adds some.
WHOLE ?=
WHOLE_VARIANTS := 4x8x128x256x65536s63 8x8x64x128x8192s7 $(WHOLE)
LOSSLESS_TEST_VARIANTS := $(LOSSLESS_VARIANTS) 4x3x16x64x1024s50 2x2x64x64x512s3

# Compiled in a quarter of the time that -O3 takes.
LOSSLESS_OPT ?= -O1
# As the MMU's: a copy that counts both edges of the clock.
lossless_edges = $(addprefix $(@D)/edges/,$(notdir $(RTL)))
$(RTL_BUILD)/lossless/%/rtl.a: $(RTL) tb/sim/lossless.vlt | deps
	@rm -rf $(@D) && mkdir -p $(@D)/edges
	@$(foreach f,$(RTL),sed 's/posedge/edge/' $(f) >$(@D)/edges/$(notdir $(f)) &&) true
	$(call say,VERILATE)$(VERILATOR) $(subst sluice_mmu,sluice_lossless_switch,$(VERILATE)) $(VERILATE_EXTRA) --prefix Vlossless_$* $(call switch_parameters,$*) -Mdir $(@D) tb/sim/lossless.vlt $(lossless_edges)
	@$(MAKE) -s -C $(@D) -f Vlossless_$*.mk Vlossless_$*__ALL.a OPT_FAST=$(LOSSLESS_OPT) OPT_GLOBAL=$(LOSSLESS_OPT) $(VERILATED_MAKE) >/dev/null
	@mv $(@D)/Vlossless_$*__ALL.a $@
$(RTL_BUILD)/lossless/%/shim.o: tb/sim/switch_shim.cpp tb/sim/switch_shim.h tb/sim/shim_common.h $(RTL_BUILD)/lossless/%/rtl.a
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -I$(@D) -DLOSSLESS -DMODEL=Vlossless_$* $(addprefix -D,$(call switch_words,$*)) -c $< -o $@

# In a network nobody looks at their signals.
$(foreach v,$(WHOLE_VARIANTS),$(RTL_BUILD)/lossless/$(v)/rtl.a $(RTL_BUILD)/lossless/$(v)/shim.o): VERILATE_EXTRA :=
$(WHOLE_VARIANTS:%=$(RTL_BUILD)/lossless/%/shim.o): SHIM_EXTRA += -DUNTRACED

define lossless_table
#include <stddef.h>

#include "switch_shim.h"

$(foreach v,$(1),extern const struct switch_shim switch_shim_Vlossless_$(v);)
const struct switch_shim *const lossless_shim_list[] = {$(foreach v,$(1),&switch_shim_Vlossless_$(v),) NULL};
endef
lossless_variants_of = $(if $(filter program,$(1)),$(sort $(LOSSLESS_VARIANTS) $(WHOLE_VARIANTS)),$(LOSSLESS_TEST_VARIANTS))
$(BUILD)/variants/lossless_%.c: always
	@$(shell mkdir -p $(@D))$(file >$@.$(NEW),$(call lossless_table,$(call lossless_variants_of,$*)))\
	  if cmp -s $@.$(NEW) $@; then rm $@.$(NEW); else mv $@.$(NEW) $@; fi

# What a program needs in order to run them: $(call lossless_sim,program) or tests.
lossless_sim = $(BUILD)/variants/lossless_$(1).o $(foreach v,$(call lossless_variants_of,$(1)),$(RTL_BUILD)/lossless/$(v)/shim.o $(RTL_BUILD)/lossless/$(v)/rtl.a)

# ---- Lint ----

SWITCH_LINT_VARIANTS := 4x8x64x64x4096s63 3x5x32x64x1024s6 2x1x8x32x256s1 16x2x32x128x4096s2 8x8x64x128x4096s7 2x8x128x128x1024s15
SWITCH_YOSYS_VARIANTS := 4x8x64x64x4096s6 3x5x32x64x1024s15
.PHONY: lint-switch
lint-switch: | deps
	$(foreach v,$(SWITCH_LINT_VARIANTS),$(VERILATOR) --lint-only -Wall --top-module sluice_switch \
	  $(patsubst -GSCHEMES=%,-GSCHEMES=6\'d%,$(addprefix -G,$(call switch_words,$(v)))) $(SWITCH_RTL) &&) true
	$(foreach v,$(SWITCH_YOSYS_VARIANTS),yosys -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $(SWITCH_RTL); \
	  chparam $(foreach d,$(call switch_words,$(v)),-set $(subst =, ,$(d))) sluice_switch; \
	  hierarchy -check -top sluice_switch; proc; check -assert" &&) true
	iverilog -g2012 -Wall -s sluice_switch -o $(BUILD)/lint_switch.vvp $(SWITCH_RTL)
	$(foreach v,$(SWITCH_LINT_VARIANTS),$(VERILATOR) --lint-only -Wall --top-module sluice_lossless_switch \
	  $(patsubst -GSCHEMES=%,-GSCHEMES=6\'d%,$(addprefix -G,$(call switch_words,$(v)))) $(RTL) &&) true
	$(foreach v,$(SWITCH_YOSYS_VARIANTS),yosys -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $(RTL); \
	  chparam $(foreach d,$(call switch_words,$(v)),-set $(subst =, ,$(d))) sluice_lossless_switch; \
	  hierarchy -check -top sluice_lossless_switch; proc; check -assert" &&) true
	iverilog -g2012 -Wall -s sluice_lossless_switch -o $(BUILD)/lint_switch.vvp $(RTL)
	@for p in NP=1 NP=17 NC=9 DW=24 CELL=48 CELLS=1000 CELLS=128 MACS=65 DW=128; do name=sluice_switch_parameter_; \
	  for run in "$(VERILATOR) --lint-only --top-module sluice_switch -GSCHEMES=6 -G$$p $(SWITCH_RTL)" \
	    "iverilog -g2012 -s sluice_switch -Psluice_switch.SCHEMES=6 -Psluice_switch.$$p -o $(BUILD)/lint_switch.vvp $(SWITCH_RTL)"; do \
	    $$run 2>&1 | grep -q "$$name" || { echo "lint: $$p does not stop: $$run" >&2; exit 1; }; done; \
	  yosys -q -p "read_verilog -sv $(SWITCH_RTL); chparam -set SCHEMES 6 -set $${p%=*} $${p#*=} sluice_switch; hierarchy -check -top sluice_switch" 2>&1 | \
	    grep -q "$$name" || { echo "lint: $$p does not stop yosys" >&2; exit 1; }; done
