# The Verilated MAC control frames, sluice_control, for the tests in tests/frame. A variant is ports x classes x bits of a beat.

CONTROL_VARIANTS := 3x5x8 2x8x24 2x8x64 2x2x256
CONTROL_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% frame/%,$(RTL_FILES)))
CONTROL_BUILD = $(RTL_BUILD)/control
control_dims = NP=$(word 1,$(variant_words)) NC=$(word 2,$(variant_words)) WIDTH=$(word 3,$(variant_words))

$(RTL_BUILD)/control/%/rtl.a: $(CONTROL_RTL) | deps
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,VERILATE)$(VERILATOR) $(patsubst sluice_mmu,sluice_control,$(VERILATE)) $(filter -W%,$(VERILATE_EXTRA)) --prefix Vcontrol_$* \
	  $(addprefix -G,$(call control_dims,$*)) -Mdir $(@D) $(RTL_FIRST) $(CONTROL_RTL)
	@$(MAKE) -s -C $(@D) -f Vcontrol_$*.mk Vcontrol_$*__ALL.a OPT_FAST=$(RTL_OPT) OPT_GLOBAL=$(RTL_OPT) $(VERILATED_MAKE) >/dev/null
	@mv $(@D)/Vcontrol_$*__ALL.a $@

$(RTL_BUILD)/control/%/shim.o: tb/sim/shim_control.cpp tb/sim/shim_control.h tb/sim/shim_common.h cmodel/frame/sluice_frame.h $(RTL_BUILD)/control/%/rtl.a
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -Icmodel/frame -I$(@D) -DMODEL=Vcontrol_$* \
	  $(addprefix -D,$(call control_dims,$*)) -c $< -o $@

define control_table
#include <stddef.h>

#include "shim_control.h"

$(foreach v,$(1),extern const struct shim_control shim_Vcontrol_$(v);)
const struct shim_control *const shim_control_list[] = {$(foreach v,$(1),&shim_Vcontrol_$(v),) NULL};
endef
control_variants_of = $(if $(filter all,$(1)),$(CONTROL_VARIANTS),$(1))
$(BUILD)/variants/control_%.c: always
	@$(shell mkdir -p $(@D))$(file >$@.$(NEW),$(call control_table,$(call control_variants_of,$*)))\
	  if cmp -s $@.$(NEW) $@; then rm $@.$(NEW); else mv $@.$(NEW) $@; fi

# What a test needs in order to run these variants.
control_sim = $(BUILD)/variants/control_$(1).o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(call control_variants_of,$(1)),$(RTL_BUILD)/control/$(v)/shim.o $(RTL_BUILD)/control/$(v)/rtl.a) \
  $(BUILD)/libsluice.a $(BUILD)/libverilated.a
CONTROL_SUPPORT := $(call test_objects,$(BUILD),frame)
$(FRAME_TESTS:%=$(BUILD)/%): $(BUILD)/%: $(BUILD)/obj/tests/frame/%.o $(CONTROL_SUPPORT) $(call control_sim,all)
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lpthread -o $@

# The lock-step test on one variant of another RTL, for planted bugs.
$(RTL_BUILD)/test_control_$(ONLY): $(BUILD)/obj/tests/frame/test_control.o $(CONTROL_SUPPORT) $(TEST_EXTRA) $(call control_sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) $(PCAP_LIBS) -lz $(VERILATED_LIBS) -lpthread -o $@

.PHONY: lint-frame
lint-frame: | deps ## check the RTL of the control frames with three tools
	$(foreach v,$(CONTROL_VARIANTS) 1x1x16 64x8x16,$(VERILATOR) --lint-only -Wall --top-module sluice_control \
	  $(addprefix -G,$(call control_dims,$(v))) $(CONTROL_RTL) &&) true
	$(foreach v,$(CONTROL_VARIANTS),yosys -q -e '.' -p "read_verilog -sv $(CONTROL_RTL); \
	  chparam $(foreach d,$(call control_dims,$(v)),-set $(subst =, ,$(d))) sluice_control; \
	  hierarchy -check -top sluice_control; proc; check -assert" &&) true
	@mkdir -p $(BUILD)
	iverilog -g2012 -Wall -s sluice_control -o $(BUILD)/lint.vvp $(CONTROL_RTL)
	@for p in NP=0 NP=65 NC=9 WIDTH=0 WIDTH=12 WIDTH=264; do name=sluice_parameter_.*$${p%=*}; \
	  for run in "$(VERILATOR) --lint-only --top-module sluice_control -G$$p $(CONTROL_RTL)" \
	    "iverilog -g2012 -s sluice_control -Psluice_control.$$p -o $(BUILD)/lint.vvp $(CONTROL_RTL)"; do \
	    $$run 2>&1 | grep -q "$$name" || { echo "lint: $$p does not stop: $$run" >&2; exit 1; }; done; \
	  yosys -q -p "read_verilog -sv $(CONTROL_RTL); chparam -set $${p%=*} $${p#*=} sluice_control; hierarchy -check -top sluice_control" 2>&1 | \
	    grep -q "$$name" || { echo "lint: $$p does not stop yosys" >&2; exit 1; }; done
