# iCE40-HX8K breakout board. No button: plant the fault with f over the UART.
# The image goes to the flash; with the board's jumpers set for it, PROG="iceprog -S" loads it without the flash.
FPGA_FAMILY := ice40
FPGA_DEVICE := hx8k
FPGA_PACKAGE := ct256
FPGA_PIN_HZ := 12000000
# The clock, MHz: one of those below. 12 is the pin's, the others come from the PLL (DIVR DIVF DIVQ FILTER of icepll -i 12).
FPGA_CLOCK ?= 150
FPGA_PLL_12 :=
FPGA_PLL_32 := 0 84 5 1
FPGA_PLL_36 := 0 47 4 1
FPGA_PLL_100 := 0 66 3 1
FPGA_PLL_120 := 0 79 3 1
FPGA_PLL_150 := 0 49 2 1
FPGA_PARAMS = NP=4 NC=4 W=12 SCHEMES=$(FPGA_SCHEMES) STATS=0 $(FPGA_TIMES) LEDS=8 LED_LOW=0 BUTTONS=0
PROG ?= iceprog
