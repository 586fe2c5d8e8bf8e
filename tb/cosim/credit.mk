# The Verilated credits of a port, sluice_credit_port, for the tests in tests/credit. A variant is channels x bits of a counter x log2 of a
# credit's bytes x bits of a length x bits of a period, and s1 for InfiniBand.

CREDIT_VARIANTS := 8x20x7x14x20 8x12x6x14x20s1 3x8x4x8x8 2x8x4x8x8s1 1x20x0x14x12 32x20x6x16x28
CREDIT_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% credit/%,$(RTL_FILES)))

credit_top := sluice_credit_port
credit_rtl = $(CREDIT_RTL)
credit_parameters = $(join VC= W= SHIFT= BB= TB=,$(wordlist 1,5,$(variant_words))) INFINIBAND=$(or $(word 6,$(variant_words)),0)
# Built without traces.
credit_verilate = $(filter -W%,$(VERILATE_EXTRA))
credit_opt = $(or $(RTL_OPT),-O1)
$(RTL_BUILD)/credit/%/rtl.a: $(credit_rtl) tb/cosim/credit.mk | $(PRECOMPILED) deps
	$(call verilate,credit)
	$(call compile,credit)
$(RTL_BUILD)/credit/%/shim.o: tb/cosim/shim_credit.cpp tb/cosim/shim_credit.h tb/cosim/shim_bits.h tb/cosim/shim_common.h tb/cosim/shim_trace.h cmodel/credit/sluice_credit_port.h $(RTL_BUILD)/credit/%/rtl.a
	$(call shim_object,credit)

credit_variants_of = $(if $(filter all,$(1)),$(CREDIT_VARIANTS),$(1))
$(BUILD)/variants/credit_%.c: always
	$(call write_table,shim_credit,shim_Vcredit,shim_credit_list,$(call credit_variants_of,$*))

# Libraries that a test links to run these variants.
credit_sim = $(BUILD)/variants/credit_$(1).o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(call credit_variants_of,$(1)),$(RTL_BUILD)/credit/$(v)/shim.o $(RTL_BUILD)/credit/$(v)/rtl.a) \
  $(BUILD)/libsluice.a $(BUILD)/libverilated.a
