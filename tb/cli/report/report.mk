# The page of `sluice report` contains the scripts of tb/cli/report/page, and Plotly from the Debian package, minified.

PLOTLY := /usr/share/python3-plotly/plotly.js
PLOTLY_NOTICE := /usr/share/doc/python3-plotly/copyright
PAGE := tb/cli/report/page
PAGE_JS := $(addprefix $(PAGE)/,text.js table.js plot.js network.js ring.js tiers.js heatmap.js time.js slowdown.js traffic.js flows.js \
  parameters.js keys.js occupancy.js compare.js sweep.js page.js)
PAGE_DIR := $(BUILD)/report
REPORT_PAGE := $(PAGE_DIR)/page.o

$(PAGE_DIR)/plotly.js: | deps
	@mkdir -p $(@D)
	$(call say,ESBUILD)esbuild --log-level=warning --minify --legal-comments=inline $(PLOTLY) --outfile=$@
$(PAGE_DIR)/head.html: $(PAGE)/head.html $(PAGE)/style.css
	@mkdir -p $(@D)
	@{ cat $(PAGE)/head.html; echo '<style>'; cat $(PAGE)/style.css; echo '</style></head><body>'; } >$@
# The licence notices of Plotly and its parts are part of the page.
$(PAGE_DIR)/tail.html: $(PAGE_DIR)/plotly.js $(PAGE_JS)
	@{ echo '<script type="text/plain" id="plotly-notice">'; cat $(PLOTLY_NOTICE); echo '</script>'; \
	  echo '<script>'; cat $<; echo '</script>'; echo '<script>"use strict";'; cat $(PAGE_JS); echo '</script></body></html>'; } >$@
$(REPORT_PAGE): tb/cli/report/page.S $(PAGE_DIR)/head.html $(PAGE_DIR)/tail.html
	$(call say,AS)$(CC) -c -DPAGE_HEAD='"$(PAGE_DIR)/head.html"' -DPAGE_TAIL='"$(PAGE_DIR)/tail.html"' $< -o $@

# Only this target installs a browser, because the package is large.
.PHONY: test-report
test-report: $(BUILD)/sluice ## test: check report pages in a browser (installs chromium)
	@$(MAKE) -s deps PACKAGES=chromium
	@command -v chromium >/dev/null || { echo "test-report: chromium is not installed" >&2; exit 1; }
	@BUILD=$(BUILD) tests/program/report.sh
