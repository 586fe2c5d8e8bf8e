#ifndef RUN_MAIN_H
#define RUN_MAIN_H

// sluice run: returns the exit status.
int run_main(int argc, char **argv);

#endif
