# Coverage of the C code and of the RTL. Included by the Makefile.

# C code: the tests without RTL. RTL: lock-step on one variant, small enough that its counters reach their limits, with powers of two of ports and
# classes, so that every address exists.
COVERAGE_VARIANT := 4x2x10
COVERAGE_CYCLES ?= 300000
$(RTL_BUILD)/cover_$(ONLY): $(BUILD)/obj/tests/coverage/cover.o $(SUPPORT_mmu) $(BUILD)/verilated/verilated_cov.o $(call sim,$(ONLY))
	$(call say,CXX)$(CXX) -fno-lto $^ $(CHECK_LIBS) -lz $(VERILATED_LIBS) -lm -lpthread -o $@
.PHONY: coverage coverage-programs coverage-rtl
coverage-programs: $(CHECK_PROGRAMS)
coverage: coverage-rtl ## test: print the coverage of C and of RTL
	@$(MAKE) -s MODEL_BUILD=$(BUILD)/coverage MODEL_FLAGS="--coverage -O0" coverage-programs
	@find $(BUILD)/coverage -name '*.gcda' -delete
	@BUILD=$(BUILD)/coverage tests/run.sh $(CHECK_TESTS:%=$(BUILD)/coverage/%)
	@rm -f $(BUILD)/coverage/c.html
	@gcovr --root . --filter 'cmodel/' --filter 'tb/' --object-directory $(BUILD)/coverage --print-summary --fail-under-line 80 \
	  --html-details $(BUILD)/coverage/c.html $(BUILD)/coverage && test -s $(BUILD)/coverage/c.html
coverage-rtl: | deps
	@$(MAKE) -s RTL_BUILD=$(BUILD)/coverage/rtl RTL_OPT=-O1 VERILATE_EXTRA="--trace-fst --coverage" MMU_CHECKS= \
	  SHIM_EXTRA=-DVM_COVERAGE=1 ONLY=$(COVERAGE_VARIANT) $(BUILD)/coverage/rtl/cover_$(COVERAGE_VARIANT)
	@rm -f $(BUILD)/coverage/rtl.dat $(BUILD)/coverage/rtl.json
	@SLUICE_COVERAGE=$(BUILD)/coverage/rtl.dat $(BUILD)/coverage/rtl/cover_$(COVERAGE_VARIANT) $(COVERAGE_CYCLES)
	@verilator_coverage --annotate $(BUILD)/coverage/rtl_annotated $(BUILD)/coverage/rtl.dat >/dev/null
	@$(YOSYS) -q -w 'Replacing memory' -p "read_verilog -sv $(MMU_RTL); chparam -set GATES 1 $(foreach d,$(call mmu_parameters,$(COVERAGE_VARIANT)),-set $(subst =, ,$(d))) sluice_mmu; \
	  hierarchy -check -top sluice_mmu; proc; flatten; opt -full; write_json $(BUILD)/coverage/rtl.json"
	@tests/coverage/points.py $(BUILD)/coverage/rtl.dat $(BUILD)/coverage/rtl.json tests/coverage/excluded
