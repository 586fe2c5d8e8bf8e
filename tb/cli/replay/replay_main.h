#ifndef REPLAY_MAIN_H
#define REPLAY_MAIN_H

// sluice replay: returns the exit status.
int replay_main(int argc, char **argv);

#endif
