# The Verilated modules beside MMU and switch, each for the tests of a folder, built without traces: control, credit and room. Included by the
# Makefile. NAME_VARIANTS are the variants, NAME_RTL the files, and $(call NAME_sim,VARIANT) the libraries that a test links, VARIANT being one or all.

# sluice_control, for tests/frame: ports x classes x bits of a beat. The one with beats of 24 bits has no credits.
CONTROL_VARIANTS := 3x5x8 2x8x24 2x8x64 6x2x256
CONTROL_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% frame/%,$(RTL_FILES)))
control_top := sluice_control
control_rtl = $(CONTROL_RTL)
control_parameters = NP=$(word 1,$(variant_words)) NC=$(word 2,$(variant_words)) WIDTH=$(word 3,$(variant_words)) CREDITS=$(if $(filter 24,$(word 3,$(variant_words))),0,1)

# sluice_credit_port, for tests/credit: channels x bits of a counter x log2 of a credit's bytes x bits of a length x bits of a period, and s1 for
# InfiniBand.
CREDIT_VARIANTS := 8x20x7x14x20 8x12x6x14x20s1 3x8x4x8x8 2x8x4x8x8s1 1x20x0x14x12 32x20x6x16x28
CREDIT_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% credit/%,$(RTL_FILES)))
credit_top := sluice_credit_port
credit_rtl = $(CREDIT_RTL)
credit_parameters = $(join VC= W= SHIFT= BB= TB=,$(wordlist 1,5,$(variant_words))) INFINIBAND=$(or $(word 6,$(variant_words)),0)

# sluice_room_port, the time-based GFC of an MMU, for tests/room: ports x classes x bits of a cell counter x bits of the period, and s1 for the map by
# stages, s2 for the linear one, s3 for both.
ROOM_VARIANTS := 4x8x18x12s3 3x5x12x8s1 2x2x28x20s2 1x1x8x6s3
ROOM_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% mmu/states/sluice_stage.sv room/%,$(RTL_FILES)))
room_top := sluice_room_port
room_rtl = $(ROOM_RTL)
room_parameters = $(join NP= NC= W= TB= MAPS=,$(wordlist 1,5,$(variant_words)))

# What shim_modules.h includes.
MODULE_HEADERS := cmodel/frame/sluice_frame.h cmodel/credit/sluice_credit_port.h cmodel/room/sluice_room_port.h

# $(call module_rules,name,NAME)
define module_rules
$(1)_verilate = $$(filter -W%,$$(VERILATE_EXTRA))
$(1)_opt = $$(or $$(RTL_OPT),-O1)
$$(RTL_BUILD)/$(1)/%/rtl.a: $$($(1)_rtl) tb/cosim/modules.mk | $$(UNTRACED) deps
	$$(call verilate,$(1))
	$$(call compile,$(1))
$$(RTL_BUILD)/$(1)/%/shim.o: tb/cosim/shim_$(1).cpp tb/cosim/shim_modules.h tb/cosim/shim_common.h tb/cosim/shim_trace.h $$(MODULE_HEADERS) $$(RTL_BUILD)/$(1)/%/rtl.a
	$$(call shim_object,$(1))
$(1)_variants_of = $$(if $$(filter all,$$(1)),$$($(2)_VARIANTS),$$(1))
$$(BUILD)/variants/$(1)_%.c: always
	$$(call write_table,shim_$(1),shim_V$(1),shim_$(1)_list,$$(call $(1)_variants_of,$$*))
$(1)_sim = $$(BUILD)/variants/$(1)_$$(1).o $$(RTL_BUILD)/shim_common.o \
  $$(foreach v,$$(call $(1)_variants_of,$$(1)),$$(RTL_BUILD)/$(1)/$$(v)/shim.o $$(RTL_BUILD)/$(1)/$$(v)/rtl.a) \
  $$(BUILD)/libsluice.a $$(BUILD)/libverilated.a
endef
$(eval $(call module_rules,control,CONTROL))
$(eval $(call module_rules,credit,CREDIT))
$(eval $(call module_rules,room,ROOM))
