#!/bin/bash
# Runs the netlist of the smallest build in lock-step with the C model. make netlist-damaged shows that the test can fail.
exec "${MAKE:-make}" -s BUILD="${BUILD:-build}" netlist-small
