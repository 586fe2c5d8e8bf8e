# iCEBreaker. Two LEDs: the one that shows the result blinks.
FPGA_FAMILY := ice40
FPGA_DEVICE := up5k
FPGA_PACKAGE := sg48
FPGA_PARAMS := NP=2 NC=4 W=11 SCHEMES=$(FPGA_SCHEMES) STATS=0 CLK_HZ=12000000 PARTS_PER_SECOND=12 LEDS=2 LED_LOW=1 BUTTONS=1 BUTTON_LOW=1
# Placements span 11.9 to 12.5 MHz here: one that meets the 12 MHz.
FPGA_SEED ?= 4
PROG ?= iceprog
