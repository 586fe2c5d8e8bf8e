#ifndef SWEEP_MAIN_H
#define SWEEP_MAIN_H

// sluice sweep. argv[0] is the name in messages. Returns the exit status, enum sweep_exit.
int sweep_main(int argc, char **argv);

#endif
