# The Verilated switch, as a library for every variant: ports x classes x bits of a stream x bytes of a cell x cells, s and the
# mask of schemes, then s1 for credits, then s and LINE unless it is the bits of a stream, then p1 with PORT_LIMITS. Included by the Makefile.
SWITCH_VARIANTS ?= 4x8x64x64x4096s15 5x5x32x64x2048s118 2x4x128x256x1024s15 3x5x64x64x2048s15s1 4x5x128x128x2048s4s0s118 5x3x64x64x2048s127s1s40p1
switch_words = $(call variant_words,$(firstword $(subst p, ,$(1))))
switch_parameters = $(join NP= NC= DW= CELL= CELLS= SCHEMES=,$(wordlist 1,6,$(switch_words))) CREDITS=$(or $(word 7,$(switch_words)),0) \
  PORT_LIMITS=$(if $(findstring p1,$(1)),1,0) LINE=$(or $(word 8,$(switch_words)),$(word 3,$(switch_words)))

SWITCH_RTL := $(addprefix $(RTL_DIR)/,$(filter-out frame/% room/% lossless/%,$(RTL_FILES)))

switch_top := sluice_switch
switch_rtl = $(SWITCH_RTL)
switch_verilate = $(VERILATE_EXTRA) tb/cosim/switch.vlt $(MMU_CHECKS)
switch_opt = $(or $(RTL_OPT),-O1)
$(RTL_BUILD)/switch/%/rtl.a: $(switch_rtl) $(MMU_CHECKS) tb/cosim/switch.vlt tb/cosim/switch.mk | $(TRACED) deps
	$(call verilate,switch)
	$(call compile,switch)
$(RTL_BUILD)/switch/%/shim.o: tb/cosim/switch_shim.cpp tb/cosim/switch_shim.h tb/cosim/shim_common.h tb/cosim/shim_trace.h $(RTL_BUILD)/switch/%/rtl.a
	$(call shim_object,switch)

$(RTL_BUILD)/switch/variants.c: always
	$(call write_table,switch_shim,switch_shim_Vswitch,switch_shim_list,$(SWITCH_VARIANTS))
$(RTL_BUILD)/switch/variants.o: $(RTL_BUILD)/switch/variants.c | deps
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# Libraries that a program links to run the switch.
switch_sim = $(RTL_BUILD)/switch/variants.o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(SWITCH_VARIANTS),$(RTL_BUILD)/switch/$(v)/shim.o $(RTL_BUILD)/switch/$(v)/rtl.a) $(BUILD)/libsluice.a $(BUILD)/libverilated.a

# ---- With MAC control frames: sluice_lossless_switch ----

# The program contains the first variant.
LOSSLESS_VARIANTS := 4x8x64x64x4096s15
# Variants of `sluice run --engine switch` (docs/guide/engines.md); make FULL_SWITCH="4x8x64x64x4096s127 ..." adds more.
FULL_SWITCH ?=
FULL_SWITCH_VARIANTS := 4x8x128x256x65536s127 4x8x128x256x65536s127p1 8x8x64x128x8192s7 $(FULL_SWITCH)
LOSSLESS_TEST_VARIANTS := $(LOSSLESS_VARIANTS) 4x3x16x64x1024s50 2x2x64x64x512s3s1 4x3x128x128x512s6s0s118 4x5x64x64x1024s118p1

lossless_top := sluice_lossless_switch
lossless_rtl = $(RTL)
# MACS: LOSSLESS_MACS of switch_shim.h
lossless_parameters = $(switch_parameters) MACS=64
lossless_verilate = $(if $(filter $*,$(LOSSLESS_VARIANTS)),--trace-max-array 1024) $(VERILATE_EXTRA) tb/cosim/lossless.vlt $(call checks,$(LOSSLESS_VARIANTS) $(FULL_SWITCH_VARIANTS))
lossless_opt = $(or $(RTL_OPT),-O1)
$(RTL_BUILD)/lossless/%/rtl.a: $(lossless_rtl) $(MMU_CHECKS) tb/cosim/lossless.vlt tb/cosim/switch.mk | $(TRACED) deps
	$(call verilate,lossless)
	$(call compile,lossless)
$(RTL_BUILD)/lossless/%/shim.o: tb/cosim/switch_shim.cpp tb/cosim/switch_shim.h tb/cosim/shim_common.h tb/cosim/shim_trace.h $(RTL_BUILD)/lossless/%/rtl.a
	$(call shim_object,lossless,-DLOSSLESS)

# Switches of a network are built without traces.
$(FULL_SWITCH_VARIANTS:%=$(RTL_BUILD)/lossless/%/rtl.a): | $(UNTRACED)
$(foreach v,$(FULL_SWITCH_VARIANTS),$(RTL_BUILD)/lossless/$(v)/rtl.a $(RTL_BUILD)/lossless/$(v)/shim.o): VERILATE_EXTRA :=
$(FULL_SWITCH_VARIANTS:%=$(RTL_BUILD)/lossless/%/shim.o): SHIM_EXTRA += -DUNTRACED

# make demo keeps the full switches that are built, but builds none.
lossless_all := $(sort $(LOSSLESS_VARIANTS) $(FULL_SWITCH_VARIANTS))
lossless_demo := $(sort $(LOSSLESS_VARIANTS) $(foreach v,$(FULL_SWITCH_VARIANTS),$(if $(wildcard $(RTL_BUILD)/lossless/$(v)/shim.o),$(v))))
lossless_none :=
lossless_variants_of = $(if $(filter program,$(1)),$(lossless_$(PROGRAM)),$(if $(filter tests,$(1)),$(LOSSLESS_TEST_VARIANTS),$(1)))
$(BUILD)/variants/lossless_%.c: always
	$(call write_table,switch_shim,switch_shim_Vlossless,lossless_shim_list,$(call lossless_variants_of,$*))

# Libraries that a program links to run them: $(call lossless_sim,program), tests, or one variant.
lossless_sim = $(BUILD)/variants/lossless_$(1).o $(foreach v,$(call lossless_variants_of,$(1)),$(RTL_BUILD)/lossless/$(v)/shim.o $(RTL_BUILD)/lossless/$(v)/rtl.a)
