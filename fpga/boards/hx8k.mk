# iCE40-HX8K breakout board. No button: plant the fault with f over the UART.
# The image goes to the flash; with the board's jumpers set for it, PROG="iceprog -S" loads it without the flash.
FPGA_FAMILY := ice40
FPGA_DEVICE := hx8k
FPGA_PACKAGE := ct256
FPGA_PARAMS := NP=4 NC=4 W=12 SCHEMES=$(FPGA_SCHEMES) STATS=0 CLK_HZ=12000000 PARTS_PER_SECOND=12 LEDS=8 LED_LOW=0 BUTTONS=0
PROG ?= iceprog
