#ifndef RUN_MAIN_H
#define RUN_MAIN_H

// sluice run. argv[0] is the name in messages. Returns the exit status (run_arguments.h).
int run_main(int argc, char **argv);

#endif
