# The timing diagrams as pictures, by WaveDrom from PyPI.

WAVEDROM := $(BUILD)/wavedrom
$(WAVEDROM)/bin/wavedrompy: docs/hardware/timing/requirements.txt | deps
	@rm -rf $(WAVEDROM) && python3 -m venv $(WAVEDROM) && $(WAVEDROM)/bin/pip install -q --disable-pip-version-check -r $<

.PHONY: diagrams
diagrams: $(WAVEDROM)/bin/wavedrompy ## develop: render docs/hardware/timing/*.json again
	@for d in $(wildcard docs/hardware/timing/*.json); do $< --input $$d --svg $${d%.json}.svg || exit 1; done
