# The ledger of evidence (docs/verification/evidence.md). Included by the Makefile.

# BUDGET: the longest time of a run. ROWS: names or patterns of rows, also fresh ones: ROWS="'prove *' planted".
BUDGET ?= 2h
ROWS ?=
EVIDENCE := MAKEFLAGS= BUILD=$(BUILD) tests/evidence/evidence.py
.PHONY: evidence evidence-status evidence-pages evidence-today lint-evidence
evidence: | deps ## test: run the stale rows of the ledger of evidence, the cheapest first; BUDGET=2h, ROWS="'prove *'"
	@$(EVIDENCE) run --budget $(BUDGET) $(ROWS)
evidence-status: ## test: print which rows of the ledger are fresh, stale or failed, and the CPU hours that a run of them takes
	@$(EVIDENCE) status
evidence-today: | deps ## test: run one affordable row of the ledger, another one every day, as CI does
	@$(EVIDENCE) today --budget $(BUDGET)
evidence-pages: ## develop: write the lines of the pages that name rows of the ledger
	@$(EVIDENCE) pages
lint-evidence:
	$(call say,LINT)$(EVIDENCE) pages --check
