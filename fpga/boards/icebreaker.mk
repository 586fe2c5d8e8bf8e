# iCEBreaker. Two LEDs: the one that shows the result blinks. Its pin's clock: the UP5K is three times slower than the HX8K.
FPGA_FAMILY := ice40
FPGA_DEVICE := up5k
FPGA_PACKAGE := sg48
FPGA_PIN_HZ := 12000000
FPGA_CLOCK ?= 12
FPGA_PLL_12 :=
# SIH and DSH. With STATIC it is 98 % of the device, and nextpnr finds no places in a quarter of an hour.
FPGA_SCHEMES ?= 6
FPGA_PARAMS = NP=2 NC=4 W=11 SCHEMES=$(FPGA_SCHEMES) STATS=0 $(FPGA_TIMES) LEDS=2 LED_LOW=1 BUTTONS=1 BUTTON_LOW=1
PROG ?= iceprog
