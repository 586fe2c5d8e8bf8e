# RTL against three tools, C against two. Included by the Makefile.

C_SOURCES := $(wildcard $(foreach d,cmodel tb tests,$(d)/*.[ch] $(d)/*/*.[ch] $(d)/*/*/*.[ch]) docs/*.c)
CXX_SOURCES := $(wildcard tb/cosim/*.cpp tests/*/*.cpp)

LINT_VARIANTS := 4x8x26 1x1x8 3x5x12 3x5x12s127p1 64x8x28s127p1 4x8x18s6p1 64x8x28 4x8x26s7 4x8x16s2 4x8x16s8 4x8x16s16 4x8x16s32
YOSYS_VARIANTS := 4x8x18 3x5x12 3x5x12s127p1 9x4x18s127p1

# $(call stopped,TOP,FILES,PARAMETERS,OTHERS): each bad parameter must stop every tool at a module that names the parameter. OTHERS are set too.
# -defer: Yosys elaborates only the module with the bad parameter, not each module with its default parameters.
stopped = @for p in $(3); do name=sluice_[a-z_]*parameter_.*$${p%=*}; \
  for run in "$(VERILATOR) --lint-only --top-module $(1) $(addprefix -G,$(4)) -G$$p $(2)" \
    "tests/icarus.sh $(BUILD)/lint.vvp -s $(1) $(4:%=-P$(1).%) -P$(1).$$p $(2)" \
    "$(YOSYS) -q -p 'read_verilog -defer -sv $(2); hierarchy -check -top $(1) $(foreach s,$(4),-chparam $(subst =, ,$(s))) -chparam $${p%=*} $${p\#*=}'"; do \
    eval "$$run" 2>&1 | grep -q "$$name" || { echo "lint: $$p does not stop: $$run" >&2; exit 1; }; done; done

# $(call icarus,TOP,FILES,OPTIONS): errors and warnings fail.
icarus = tests/icarus.sh $(BUILD)/$@.vvp -s $(1) $(3) $(2)

.PHONY: lint
lint: lint-tools lint-registers lint-keys lint-rules lint-columns lint-includes lint-pages lint-evidence lint-verilator lint-yosys lint-icarus lint-parameters lint-frame lint-credit lint-room lint-switch lint-fpga lint-fpga-switch lint-mac-10g lint-planted lint-mutants lint-tests lint-cppcheck lint-format lint-area ## test: check RTL with three tools and the C code with two

# Finds planted bugs and faults of proofs whose source line is gone, or planted bugs that do not compile, without running the long lists.
PLANTED_RTL = tests/planted/planted.sv $(RTL:$(RTL_DIR)/%=$(BUILD)/lint/planted/src/%)
lint_planted = $(VERILATOR) --lint-only -Wno-lint -Wno-fatal --top-module $(1) $(PLANTED_RTL)
.PHONY: lint-planted
lint-planted: | deps
	$(call say,LINT)BUILD=$(BUILD)/lint tests/planted/planted.py --check $(PLANTED_LISTS)
	$(quiet)tests/formal/faults.sh
	$(quiet)$(call lint_planted,sluice_mmu -GPORT_LIMITS=1\'d1 -GGATES=1\'d1) && $(call lint_planted,sluice_lossless_switch -GCREDITS=1\'d1 -GPORT_LIMITS=1\'d1)

# A test whose headers can create an engine with RTL must be in RTL_TESTS or NO_RTL_TESTS, and one that runs longer without sanitizers in
# LONG_RUN_TESTS or RTL_TESTS; otherwise a run of it would be missing unnoticed.
MAY_USE_RTL := $(filter-out $(RTL_TESTS) $(NO_RTL_TESTS),$(foreach f,mmu frame credit room switch,$(TESTS_$(f))))
.PHONY: lint-tests
lint-tests: | deps
	@for t in $(wildcard $(foreach t,$(call some,MAY_USE_RTL),tests/*/$(t).c)); do \
	  included=$$($(CC) $(INCLUDES) -MM $$t) && case "$$included" in *"$$t"*) ;; *) false ;; esac || { echo "lint: $(CC) -MM $$t failed" >&2; exit 1; }; \
	  if echo "$$included" | grep -q 'tb/cosim/[a-z_]*\(engine\|shim\)'; then \
	    echo "lint: $$t includes an engine with RTL, and is not in RTL_TESTS of tests/tests.mk" >&2; exit 1; fi; done
	@for t in $$(grep -lE 'ENGINE_RTL|ENGINE_BOTH|HAS_RTL|--engine rtl' tests/*/test_*.c tests/*/test_*.py); do test=$${t%.*}; case " $(RTL_TESTS) $(NO_RTL_TESTS) " in *" $${test##*/} "*) ;; \
	  *) echo "lint: $$t runs an engine with RTL, and is not in RTL_TESTS of tests/tests.mk" >&2; exit 1 ;; esac; done
	@for t in $$(grep -lE 'LONG_RUN|STRIDE|__SANITIZE_ADDRESS__' tests/*/test_*.c); do case " $(RTL_TESTS) $(LONG_RUN_TESTS) " in *" $$(basename $$t .c) "*) ;; \
	  *) echo "lint: $$t runs longer without sanitizers, and is not in LONG_RUN_TESTS of tests/tests.mk" >&2; exit 1 ;; esac; done

# Each tool must refuse a file with a fault; a tool that reports nothing would pass all lint.
.PHONY: lint-tools
lint-tools: | deps
	$(call say,LINT)BUILD=$(BUILD)/lint VERILATOR="$(VERILATOR)" YOSYS="$(YOSYS)" tests/lint/tools.sh

.PHONY: lint-registers lint-keys lint-rules lint-columns lint-verilator lint-yosys lint-icarus lint-parameters lint-cppcheck lint-includes lint-pages lint-format lint-area
# Every generated file agrees with the register table.
lint-registers: | deps
	cmodel/registers/generate.py --check
# So do the generated files and the key page with the table of scenario keys.
lint-keys: | deps
	tb/sim/scenario/write_keys.py --check
# Each rule is one function, and both engines call it.
lint-rules:
	tests/rules.py
# No line of SystemVerilog is wider than 120 columns.
lint-columns:
	tests/lint/columns.py rtl fpga tests tb
lint-verilator: | deps
	$(call say,LINT)$(foreach v,$(call some,LINT_VARIANTS),$(VERILATOR) --lint-only -Wall --top-module sluice_mmu \
	  $(call verilator_parameters,$(call mmu_parameters,$(v))) $(MMU_RTL) &&) $(VERILATOR) --lint-only -Wall --top-module sluice_mmu -GGATES=1\'d1 $(MMU_RTL)
# Short pipelines are arrays that become registers on purpose.
lint-yosys: | deps
	@# Yosys 0.23 extends '0 and '1 to 32 bits in a sum or difference; the other tools size them by the operands.
	@! grep -rnE "'[01] *[-+] |[-+] *'[01]([^a-z0-9_]|$$)" rtl fpga --include='*.sv' --include='*.svh' || { echo "give '0 and '1 of a sum a width" >&2; exit 1; }
	$(call say,LINT)$(foreach v,$(call some,YOSYS_VARIANTS),$(YOSYS) -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $(RTL); \
	  chparam -set GATES $(if $(filter 3x5x12,$(v)),1,0) $(foreach d,$(call mmu_parameters,$(v)),-set $(subst =, ,$(d))) sluice_mmu; \
	  hierarchy -check -top sluice_mmu; proc; check -assert" &&) true
lint-icarus: | deps
	$(quiet)tests/lint/constructs.py $(shell find rtl fpga -name '*.sv')
	$(call say,LINT)$(call icarus,sluice_mmu,$(RTL))
	$(quiet)$(call icarus,sluice_mmu,$(RTL),-Psluice_mmu.GATES=1)
	$(quiet)$(call icarus,sluice_mmu,$(RTL),-Psluice_mmu.PORT_LIMITS=1)
lint-parameters: | deps
	$(call stopped,sluice_mmu,$(RTL),NP=0 NP=65 NC=9 W=7 W=29 SCHEMES=0)
lint-cppcheck: $(PLACE_C) | deps
	@mkdir -p $(BUILD)/cppcheck
	@# The directory has the results of files that have not changed since.
	$(call say,LINT)cppcheck -q --cppcheck-build-dir=$(BUILD)/cppcheck --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr \
	  '-Dck_abort_msg(...)=abort()' '-Dck_assert(x)=if(!(x))abort()' '-Dck_assert_msg(x,...)=if(!(x))abort()' \
	  $(INCLUDES) $(filter %.c,$(C_SOURCES)) $(PLACE_C)
lint-includes:
	tests/includes.py
# Links, index and lengths of the pages; numbers of summaries; the page of proofs has the proofs that exist.
lint-pages:
	tests/pages/links.py
	tests/pages/figures.py
	tests/pages/proofs.py
lint-format: | deps
	$(call say,LINT)clang-format --dry-run -Werror $(C_SOURCES) $(CXX_SOURCES) $(PAGE_JS)
# The tables of docs/hardware/area.md are those of the tracked results.
lint-area:
	$(call say,LINT)synth/page.py synth/results.md docs/hardware/area.md --check

# ---- Control frames ----

.PHONY: lint-frame
lint-frame: | deps ## develop: check the RTL of the control frames with three tools
	$(call say,LINT)$(foreach v,$(call some,CONTROL_VARIANTS) 1x1x16 64x8x16,$(VERILATOR) --lint-only -Wall --top-module sluice_control \
	  $(call verilator_parameters,$(call control_parameters,$(v))) $(CONTROL_RTL) &&) true
	$(quiet)$(foreach v,$(call some,CONTROL_VARIANTS),yosys -q -e '.' -p "read_verilog -sv $(CONTROL_RTL); \
	  chparam $(foreach d,$(call control_parameters,$(v)),-set $(subst =, ,$(d))) sluice_control; \
	  hierarchy -check -top sluice_control; proc; check -assert" &&) true
	$(quiet)$(call icarus,sluice_control,$(CONTROL_RTL))
	$(call stopped,sluice_control,$(CONTROL_RTL),NP=0 NP=65 NC=9 WIDTH=0 WIDTH=12 WIDTH=264)

# ---- Credits ----

.PHONY: lint-credit
lint-credit: | deps ## develop: check the RTL of the credits with three tools
	$(call say,LINT)$(foreach v,$(call some,CREDIT_VARIANTS) 1x24x12x16x32 32x4x6x7x4s1,$(VERILATOR) --lint-only -Wall --top-module sluice_credit_port \
	  $(call verilator_parameters,$(call credit_parameters,$(v))) $(CREDIT_RTL) &&) true
	$(quiet)$(foreach v,$(call some,CREDIT_VARIANTS),yosys -q -e '.' -p "read_verilog -sv $(CREDIT_RTL); \
	  chparam $(foreach d,$(call credit_parameters,$(v)),-set $(subst =, ,$(d))) sluice_credit_port; \
	  hierarchy -check -top sluice_credit_port; proc; check -assert" &&) true
	$(quiet)$(call icarus,sluice_credit_port,$(CREDIT_RTL))
	$(call stopped,sluice_credit_port,$(CREDIT_RTL),VC=0 VC=33 TB=3 TB=33)
	$(call stopped,sluice_credit_port,$(CREDIT_RTL),W=3 W=25 SHIFT=13 BB=6 BB=17)

# ---- Rooms of time-based GFC ----

.PHONY: lint-room
lint-room: | deps ## develop: check the RTL of time-based GFC with three tools
	$(call say,LINT)$(foreach v,$(call some,ROOM_VARIANTS),$(VERILATOR) --lint-only -Wall --top-module sluice_room_port \
	  $(call verilator_parameters,$(call room_parameters,$(v))) $(ROOM_RTL) &&) true
	$(quiet)$(foreach v,$(call some,ROOM_VARIANTS),yosys -q -e '.' -p "read_verilog -sv $(ROOM_RTL); \
	  chparam $(foreach d,$(call room_parameters,$(v)),-set $(subst =, ,$(d))) sluice_room_port; \
	  hierarchy -check -top sluice_room_port; proc; check -assert" &&) true
	$(quiet)$(call icarus,sluice_room_port,$(ROOM_RTL))
	$(call stopped,sluice_room_port,$(ROOM_RTL),NP=0 NP=65 NC=9 W=7 W=29 TB=3 TB=33 MAPS=0 MAPS=4)

# ---- Switch ----

SWITCH_LINT_VARIANTS := 4x8x64x64x4096s127 3x5x32x64x1024s6s1 2x1x8x32x256s1 16x2x32x128x4096s2 8x8x64x128x4096s7 2x8x128x256x1024s15 4x8x128x128x2048s4s0s118 5x3x64x64x2048s127s1s40p1
SWITCH_YOSYS_VARIANTS := 4x8x64x64x4096s6 3x5x32x64x1024s15s1 3x5x32x64x1024s7p1
.PHONY: lint-switch
# sluice_lossless_switch contains sluice_switch, which alone has only its own ports to check.
lint-switch: | deps
	$(call say,LINT)$(VERILATOR) --lint-only -Wall --top-module sluice_switch $(SWITCH_RTL)
	$(quiet)$(call icarus,sluice_switch,$(SWITCH_RTL))
	$(quiet)$(foreach v,$(call some,SWITCH_LINT_VARIANTS),$(VERILATOR) --lint-only -Wall --top-module sluice_lossless_switch \
	  $(call verilator_parameters,$(call switch_parameters,$(v))) $(RTL) &&) true
	$(quiet)$(foreach v,$(call some,SWITCH_YOSYS_VARIANTS),yosys -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $(RTL); \
	  chparam $(foreach d,$(call switch_parameters,$(v)),-set $(subst =, ,$(d))) sluice_lossless_switch; \
	  hierarchy -check -top sluice_lossless_switch; proc; check -assert" &&) true
	@# The credits and the limits of ports exist with their parameters only, and sluice_switch above has none.
	$(quiet)$(call icarus,sluice_lossless_switch,$(RTL),-Psluice_lossless_switch.CREDITS=1 -Psluice_lossless_switch.PORT_LIMITS=1)
	$(call stopped,sluice_switch,$(SWITCH_RTL),NP=1 NP=17 NC=9 DW=24 CELL=48 CELLS=1000 CELLS=128 MACS=65 LINE=65 DW=128,SCHEMES=6)
# Only the bound of an output stops this one.
	$(call stopped,sluice_switch,$(SWITCH_RTL),LINE=119,DW=128 CELL=128 CELLS=2048 SCHEMES=6)
