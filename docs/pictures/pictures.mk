# Pictures of the pages that are made from runs.

picture_run = @$(BUILD)/sluice run $(1) --quiet --out $(BUILD)/pictures/$(2)
incast_run = $(call picture_run,tb/examples/scenarios/incast.yaml --set mmu.buffer=12MiB --set 'flows.*.bytes=300KB' --set mmu.scheme=$(1),incast_$(1))
picture_plot = @gnuplot -c tb/studies/plots/$(1).gp docs/pictures/$(2).svg

.PHONY: pictures
pictures: $(BUILD)/sluice ## develop: draw the pictures of the pages again
	@rm -rf $(BUILD)/pictures
	$(call picture_run,tb/examples/scenarios/case2.yaml,case2)
	$(call picture_run,tb/examples/scenarios/case2.yaml --mmu tb/examples/scenarios/mmu_ttl.yaml,case2_ttl)
	@for run in case2 case2_ttl; do SLUICE=$(BUILD)/sluice tb/studies/plots/plot.sh $(BUILD)/pictures/$$run 0 400 && \
	  cp $(BUILD)/pictures/$$run/pauses.svg docs/pictures/$$run.svg || exit 1; done
	$(call incast_run,SIH)
	$(call incast_run,DSH)
	$(call picture_plot,incast,incast) 'SIH: 16 hosts send 300 KB each to one, buffer 12 MiB' $(BUILD)/pictures/incast_SIH 'DSH: the same' $(BUILD)/pictures/incast_DSH
	@$(BUILD)/sluice topology leaf-spine --leaves 4 --spines 4 --hosts 4 --load 0.5 --duration-us 20000 --out $(BUILD)/pictures/leaf-spine.yaml
	$(call picture_run,$(BUILD)/pictures/leaf-spine.yaml,leaf-spine)
	$(call picture_plot,slowdown,slowdown) 'leaf-spine network, 16 hosts, web search at half load, DSH' $(BUILD)/pictures/leaf-spine
	@tb/studies/senders.sh >/dev/null
	@cp $(BUILD)/senders/senders.svg docs/pictures/senders.svg
	@tb/studies/room/time_based_gfc.sh >/dev/null
	@cp $(BUILD)/room/time-based-gfc.svg docs/pictures/time-based-gfc.svg
	@BUILD=$(BUILD) tb/studies/credits/credits.sh picture
	@$(BUILD)/sluice sweep tb/examples/sweeps/absorption.yaml --quiet --out $(BUILD)/pictures/absorption
	$(call picture_plot,absorption,absorption) $(BUILD)/pictures/absorption/sweep.csv
	@tb/studies/shared_pool/shared_pool.sh >/dev/null
	@cp $(BUILD)/shared-pool/shared-pool.svg docs/pictures/shared-pool.svg
