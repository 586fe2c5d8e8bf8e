# The Verilated MAC control frames, sluice_control, for the tests in tests/frame. A variant is ports x classes x bits of a beat. The one with beats of
# 24 bits has no credits.

CONTROL_VARIANTS := 3x5x8 2x8x24 2x8x64 6x2x256
CONTROL_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% frame/%,$(RTL_FILES)))

control_top := sluice_control
control_rtl = $(CONTROL_RTL)
control_parameters = NP=$(word 1,$(variant_words)) NC=$(word 2,$(variant_words)) WIDTH=$(word 3,$(variant_words)) CREDITS=$(if $(filter 24,$(word 3,$(variant_words))),0,1)
# Built without traces.
control_verilate = $(filter -W%,$(VERILATE_EXTRA))
control_opt = $(or $(RTL_OPT),-O1)
$(RTL_BUILD)/control/%/rtl.a: $(control_rtl) tb/cosim/control.mk | $(PRECOMPILED) deps
	$(call verilate,control)
	$(call compile,control)
$(RTL_BUILD)/control/%/shim.o: tb/cosim/shim_control.cpp tb/cosim/shim_control.h tb/cosim/shim_bits.h tb/cosim/shim_common.h tb/cosim/shim_trace.h cmodel/frame/sluice_frame.h cmodel/credit/sluice_credit_port.h $(RTL_BUILD)/control/%/rtl.a
	$(call shim_object,control)

control_variants_of = $(if $(filter all,$(1)),$(CONTROL_VARIANTS),$(1))
$(BUILD)/variants/control_%.c: always
	$(call write_table,shim_control,shim_Vcontrol,shim_control_list,$(call control_variants_of,$*))

# Libraries that a test links to run these variants.
control_sim = $(BUILD)/variants/control_$(1).o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(call control_variants_of,$(1)),$(RTL_BUILD)/control/$(v)/shim.o $(RTL_BUILD)/control/$(v)/rtl.a) \
  $(BUILD)/libsluice.a $(BUILD)/libverilated.a
