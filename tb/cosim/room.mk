# The Verilated time-based GFC of an MMU, sluice_room_port, for the tests in tests/room. A variant is ports x classes x bits of a cell counter x
# bits of the period, and s1 for the map by stages, s2 for the linear one, s3 for both.

ROOM_VARIANTS := 4x8x18x12s3 3x5x12x8s1 2x2x28x20s2 1x1x8x6s3
ROOM_RTL := $(addprefix $(RTL_DIR)/,$(filter common/% mmu/states/sluice_stage.sv room/%,$(RTL_FILES)))

room_top := sluice_room_port
room_rtl = $(ROOM_RTL)
room_parameters = $(join NP= NC= W= TB= MAPS=,$(wordlist 1,5,$(variant_words)))
# Built without traces.
room_verilate = $(filter -W%,$(VERILATE_EXTRA))
room_opt = $(or $(RTL_OPT),-O1)
$(RTL_BUILD)/room/%/rtl.a: $(room_rtl) tb/cosim/room.mk | $(PRECOMPILED) deps
	$(call verilate,room)
	$(call compile,room)
$(RTL_BUILD)/room/%/shim.o: tb/cosim/shim_room.cpp tb/cosim/shim_room.h tb/cosim/shim_bits.h tb/cosim/shim_common.h tb/cosim/shim_trace.h cmodel/room/sluice_room_port.h $(RTL_BUILD)/room/%/rtl.a
	$(call shim_object,room)

room_variants_of = $(if $(filter all,$(1)),$(ROOM_VARIANTS),$(1))
$(BUILD)/variants/room_%.c: always
	$(call write_table,shim_room,shim_Vroom,shim_room_list,$(call room_variants_of,$*))

# Libraries that a test links to run these variants.
room_sim = $(BUILD)/variants/room_$(1).o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(call room_variants_of,$(1)),$(RTL_BUILD)/room/$(v)/shim.o $(RTL_BUILD)/room/$(v)/rtl.a) \
  $(BUILD)/libsluice.a $(BUILD)/libverilated.a
