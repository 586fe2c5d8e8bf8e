#ifndef SWEEP_MAIN_H
#define SWEEP_MAIN_H

// sluice sweep: returns the exit status.
int sweep_main(int argc, char **argv);

#endif
