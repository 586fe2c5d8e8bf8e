#ifndef REPLAY_MAIN_H
#define REPLAY_MAIN_H

// sluice replay. argv[0] is the name in messages. Returns the exit status: 0 done, 1 internal or I/O error, 2 bad
// input, 3 RTL and model differ.
int replay_main(int argc, char **argv);

#endif
