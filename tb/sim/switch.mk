# The Verilated switch, as a library for every variant: ports x classes x bits of a stream x bytes of a cell x cells, s and the
# mask of schemes. Included by the Makefile.
SWITCH_VARIANTS ?= 4x8x64x64x4096s15 3x5x32x64x1024s6
switch_dims = NP=$(word 1,$(variant_words)) NC=$(word 2,$(variant_words)) DW=$(word 3,$(variant_words)) CELL=$(word 4,$(variant_words)) \
  CELLS=$(word 5,$(variant_words)) SCHEMES=$(or $(word 6,$(variant_words)),63)
switch_parameters = $(patsubst -GSCHEMES=%,-GSCHEMES=6\'d%,$(addprefix -G,$(switch_dims)))

$(RTL_BUILD)/switch/%/rtl.a: $(RTL) | deps
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,VERILATE)$(VERILATOR) $(subst sluice_mmu,sluice_switch,$(VERILATE)) $(VERILATE_EXTRA) --prefix Vswitch_$* $(call switch_parameters,$*) -Mdir $(@D) $(RTL)
	@$(MAKE) -s -C $(@D) -f Vswitch_$*.mk Vswitch_$*__ALL.a OPT_FAST=$(RTL_OPT) OPT_GLOBAL=$(RTL_OPT) >/dev/null
	@mv $(@D)/Vswitch_$*__ALL.a $@
$(RTL_BUILD)/switch/%/shim.o: tb/sim/switch_shim.cpp tb/sim/switch_shim.h tb/sim/shim_common.h $(RTL_BUILD)/switch/%/rtl.a
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -I$(@D) -DMODEL=Vswitch_$* $(addprefix -D,$(call switch_dims,$*)) -c $< -o $@

define switch_table
#include <stddef.h>

#include "switch_shim.h"

$(foreach v,$(1),extern const struct switch_shim switch_shim_Vswitch_$(v);)
const struct switch_shim *const switch_shim_list[] = {$(foreach v,$(1),&switch_shim_Vswitch_$(v),) NULL};
endef
$(BUILD)/variants/switch.c: always
	@$(shell mkdir -p $(@D))$(file >$@.$(NEW),$(call switch_table,$(SWITCH_VARIANTS)))\
	  if cmp -s $@.$(NEW) $@; then rm $@.$(NEW); else mv $@.$(NEW) $@; fi

# What a program needs in order to run the switch.
switch_sim = $(BUILD)/variants/switch.o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(SWITCH_VARIANTS),$(RTL_BUILD)/switch/$(v)/shim.o $(RTL_BUILD)/switch/$(v)/rtl.a) $(BUILD)/libsluice.a $(BUILD)/libverilated.a
