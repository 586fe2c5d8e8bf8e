# Pictures of the pages that show results of runs.

.PHONY: pictures
pictures: $(BUILD)/sluice ## develop: draw docs/pictures/case2.svg again
	@$(BUILD)/sluice run tb/examples/scenarios/case2.yaml --quiet --out $(BUILD)/case2 && tb/studies/plots/plot.sh $(BUILD)/case2 0 400
	@cp $(BUILD)/case2/pauses.svg docs/pictures/case2.svg
