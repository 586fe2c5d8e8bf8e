// sluice regs: decodes a dump of registers.
#ifndef REGS_MAIN_H
#define REGS_MAIN_H

int regs_main(int argc, char **argv);

#endif
