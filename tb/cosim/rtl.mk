# Verilates the MMU; modules.mk Verilates the control frames, the credits and the rooms, switch.mk the switches. Included by the Makefile.

# Set these to build another RTL, or the RTL with other options, beside the first build.
RTL_DIR ?= rtl
RTL_BUILD ?= $(BUILD)/rtl
# Optimisation level of the compiler: -O3 for variants of the program, -O1 for variants that only tests run; -O1 compiles in half the time and
# runs a tenth slower.
RTL_OPT ?=
VERILATE_EXTRA ?= --trace-fst +define+SLUICE_TRACE
SHIM_EXTRA ?=
# For planted bugs: a file in front of the RTL, and objects of the tests.
RTL_FIRST ?=
# Assertions in the Verilated MMUs, except in the variants of the program, $(1), and in netlists.
MMU_CHECKS ?= tb/cosim/mmu_checks.sv
checks = $(if $(filter $*,$(1)),,$(MMU_CHECKS))
TEST_EXTRA ?=

# sluice.core gives the files and their order. The MMU alone needs no files of frame, credit, room, switch and lossless.
RTL_FILES := $(shell sed -n 's|^ *- rtl/||p' sluice.core)
RTL := $(addprefix $(RTL_DIR)/,$(RTL_FILES))
MMU_RTL := $(addprefix $(RTL_DIR)/,$(filter-out frame/% credit/% room/% switch/% lossless/%,$(RTL_FILES)))

VERILATOR := verilator
VERILATE := --cc -O3 -x-assign fast --x-initial unique --noassert
VERILATOR_ROOT = $(or $(shell $(VERILATOR) --getenv VERILATOR_ROOT),/usr/share/verilator)
TRACE := -DVM_TRACE=1 -DVM_TRACE_FST=1
runtime_flags = -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
SHIM_FLAGS = -I. $(CXXFLAGS) $(TRACE) $(SHIM_EXTRA) $(runtime_flags)
# Converts NAME=VALUE parameters of a module to options of Verilator.
verilator_parameters = $(patsubst -GPORT_LIMITS=%,-GPORT_LIMITS=1\'d%,$(patsubst -GCREDITS=%,-GCREDITS=1\'d%,$(patsubst -GINFINIBAND=%,-GINFINIBAND=1\'d%,$(patsubst -GSCHEMES=%,-GSCHEMES=7\'d%,$(addprefix -G,$(1))))))

# The Verilated model of variant $*; KIND_parameters gives its parameters.
#
# The Verilated copy of the RTL counts both edges of the clock, so that one evaluation is one cycle. A gated cycle is an edge that does not occur
# (sluice_clock_gate).
#
# A traced signal is computed in every run, so signals that exist only to mark unused bits for lint are not traced. The functions that write a
# trace take half of the compile time and run only with a trace, so they are not optimised.
#
# Verilator's headers are precompiled; that saves a second for each of some ten files of a variant.
edges := 's/posedge/edge/'
untraced := 's|^ *logic \(\[[^]]*\] \)\?unused[a-z_0-9, ]*;$$|/*verilator tracing_off*/&/*verilator tracing_on*/|'
# $(call headers,TRACE,LEVELS): with traces, 1, or without, 0, at some levels of optimisation.
headers = $(patsubst %,$(BUILD)/verilated/headers%.h.gch/trace$(1),$(2))
TRACED := $(call headers,1,-O0 $(or $(RTL_OPT),-O1))
UNTRACED := $(call headers,0,-O0 $(or $(RTL_OPT),-O1))
PRECOMPILED := $(sort $(TRACED) $(UNTRACED) $(call headers,1,$(or $(RTL_OPT),-O3)))
# $(call compiled,LEVEL): options for one level and its precompiled headers, of which the compiler takes the matching ones.
compiled = $(1) -include $(abspath $(BUILD)/verilated/headers$(1).h)
# $(call verilate,KIND), $(call compile,KIND): the recipe of an rtl.a: Verilator, then its make file. KIND_top is the module, KIND_rtl its files,
# KIND_verilate further options and .vlt files, KIND_opt the optimisation level.
define verilate
@rm -rf $(@D) && mkdir -p $(@D)/edges
@$(foreach f,$($(1)_rtl),sed -e $(edges) -e $(untraced) $(f) >$(@D)/edges/$(notdir $(f)) &&) true
$(call say,VERILATE)$(VERILATOR) $(VERILATE) $($(1)_verilate) --top-module $($(1)_top) --prefix V$(1)_$* \
  $(call verilator_parameters,$(call $(1)_parameters,$*)) -Mdir $(@D) $(RTL_FIRST) $(addprefix $(@D)/edges/,$(notdir $($(1)_rtl)))
endef
# $(call compile,KIND): the recipe's second part. + gives the inner make its share of the jobs, also with make -n, which must not run it.
compile = +@$(if $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),:,$(MAKE) -s -C $(@D) -f V$(1)_$*.mk V$(1)_$*__ALL.a \
  OPT_FAST='$$(if $$(findstring __Trace__,$$@),$(call compiled,-O0),$(call compiled,$($(1)_opt)))' OPT_SLOW='$(call compiled,-O0)' $(VERILATED_MAKE) >/dev/null \
  && mv $(@D)/V$(1)_$*__ALL.a $@)
# $(call shim_object,KIND,FLAGS): the recipe of a shim.o.
shim_object = $(call say,CXX)$(CXX) $(SHIM_FLAGS) $(2) -I$(@D) -DMODEL=V$(1)_$* $(addprefix -D,$(call $(1)_parameters,$*)) -c $< -o $@

$(RTL_BUILD)/shim_common.o: tb/cosim/shim_common.cpp tb/cosim/shim_common.h tb/cosim/shim_trace.h cmodel/sluice.h | deps
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(SHIM_FLAGS) -c $< -o $@

# They are moved when complete, because the compiler tries all files of the directory.
$(PRECOMPILED): part = $(@D).$(@F)
$(PRECOMPILED): trace = $(@F:trace%=%)
$(PRECOMPILED): $(BUILD)/verilated/headers%: | deps
	@mkdir -p $(@D)
	@printf '#include "verilated.h"\n#if VM_TRACE\n#include "verilated_fst_c.h"\n#endif\n' >$(part).h
	$(call say,CXX)$(CXX) $(runtime_flags) -faligned-new -fcf-protection=none -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=$(trace) -DVM_TRACE_FST=$(trace) \
	  -DVM_TRACE_VCD=0 $(firstword $(subst ., ,$*)) -x c++-header $(part).h -o $(part)
	@mv $(part) $@ && mv $(part).h $(@D:.gch=)

# The variants of a program as a table: $(call variant_table,STRUCT,SYMBOL,LIST,VARIANTS), the header is STRUCT.h, or shim_modules.h.
define variant_table
#include <stddef.h>

#include "tb/cosim/$(patsubst shim_%,shim_modules,$(1)).h"

$(foreach v,$(4),extern const struct $(1) $(2)_$(v);)
const struct $(1) *const $(3)[] = {$(foreach v,$(4),&$(2)_$(v),) NULL};
endef
# Written only if the list of variants changes, since the command line can set it. Other makes may write at the same time, so each uses its own
# temporary file.
.PHONY: always
NEW := new.$(shell echo $$PPID)
write_table = @$(shell mkdir -p $(@D))$(file >$@.$(NEW),$(variant_table))\
	  if cmp -s $@.$(NEW) $@; then rm $@.$(NEW); else mv $@.$(NEW) $@; fi
$(BUILD)/variants/%.o: $(BUILD)/variants/%.c | deps
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# The run-time library of Verilator, built once for all variants; the one for coverage is linked where it is needed.
RUNTIME := verilated verilated_threads verilated_fst_c
$(BUILD)/verilated/%.o: | deps
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) -std=c++17 -O2 $(TRACE) $(runtime_flags) -c $(VERILATOR_ROOT)/include/$*.cpp -o $@
$(BUILD)/libverilated.a: $(RUNTIME:%=$(BUILD)/verilated/%.o)
	$(call say,AR)rm -f $@ && gcc-ar rcs $@ $^

# ---- The MMU ----

# A variant is ports x classes x counter width, then s and the mask of schemes unless all (127) are built, then p1 with PORT_LIMITS. make VARIANTS="5x8x26 ..." adds variants to
# the program; a later make without VARIANTS links a program without them.
VARIANTS ?=
good_variant = $(shell echo '$(1)' | awk -F'[xsp]' '/^[0-9]+x[0-9]+x[0-9]+(s[0-9]+(p1)?)?$$/ && $$1 >= 1 && $$1 <= 64 && $$2 >= 1 && $$2 <= 8 && \
  $$3 >= 8 && $$3 <= 28 && (NF < 4 || ($$4 >= 1 && $$4 <= 127)) {print "good"}')
$(foreach v,$(VARIANTS),$(if $(call good_variant,$(v)),,$(error VARIANTS has "$(v)"; give PORTSxCLASSESxBITS, 1 to 64, 1 to 8, 8 to 28, \
  the mask of schemes, s1 to s127, and p1 with PORT_LIMITS, such as 5x8x26s7 or 5x8x26s7p1)))
PROGRAM_VARIANTS := 4x8x26s7 4x8x26s7p1 4x8x26 32x7x26s7
PROGRAM_VARIANTS += $(filter-out $(PROGRAM_VARIANTS),$(VARIANTS))
TEST_VARIANTS := 1x1x8 2x8x16 3x5x12 3x5x12s127p1 6x2x10s127p1 4x8x18 4x8x18s6 32x8x20 64x8x24
# make fuzz has these too: builds with one scheme.
LONG_VARIANTS := 4x8x16s2 4x8x16s8 4x8x16s16 4x8x16s32

variant_words = $(subst p, ,$(subst s, ,$(subst x, ,$(1))))
mmu_top := sluice_mmu
mmu_rtl = $(MMU_RTL)
mmu_parameters = NP=$(word 1,$(variant_words)) NC=$(word 2,$(variant_words)) W=$(word 3,$(variant_words)) \
  SCHEMES=$(or $(word 4,$(variant_words)),127) PORT_LIMITS=$(or $(word 5,$(variant_words)),0)
# The program's variants look rows up by words (SLUICE_BY_WORD), which is faster, and trace the RAMs; the tests' variants use the RTL of synthesis.
mmu_verilate = +define+SLUICE_EDGES $(if $(filter $*,$(PROGRAM_VARIANTS)),+define+SLUICE_BY_WORD --trace-max-array 1024) -GGATES=1\'d1 $(VERILATE_EXTRA) \
  $(call checks,$(PROGRAM_VARIANTS))
mmu_opt = $(or $(RTL_OPT),$(if $(filter $*,$(PROGRAM_VARIANTS)),-O3,-O1))
$(RTL_BUILD)/%/rtl.a: $(mmu_rtl) $(MMU_CHECKS) | $(filter %/trace1,$(PRECOMPILED)) deps
	$(call verilate,mmu)
	$(call compile,mmu)
$(RTL_BUILD)/%/shim.o: tb/cosim/shim.cpp tb/cosim/shim.h tb/cosim/shim_common.h tb/cosim/shim_trace.h cmodel/sluice.h $(RTL_BUILD)/%/rtl.a
	$(call shim_object,mmu)

# Libraries of the program, of the tests, or of one variant.
variants_of = $(if $(filter program,$(1)),$(if $(filter-out none,$(PROGRAM)),$(PROGRAM_VARIANTS)),$(if $(filter tests,$(1)),$(PROGRAM_VARIANTS) \
  $(TEST_VARIANTS),$(1)))
$(BUILD)/variants/%.c: always
	$(call write_table,shim,shim_Vmmu,shim_list,$(call variants_of,$*))

# Libraries that a program links to run these variants, in the linker's order.
sim = $(ENGINE_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/variants/$(1).o $(RTL_BUILD)/shim_common.o \
  $(foreach v,$(call variants_of,$(1)),$(RTL_BUILD)/$(v)/shim.o $(RTL_BUILD)/$(v)/rtl.a) \
  $(BUILD)/libsluice.a $(BUILD)/libverilated.a
