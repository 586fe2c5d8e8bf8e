// sluice analyze FILE
#ifndef ANALYZE_MAIN_H
#define ANALYZE_MAIN_H

// argv[0] is the name in messages. Returns the exit status: 0 analysed, 1 internal or I/O error, 2 bad input.
int analyze_main(int argc, char **argv);

#endif
