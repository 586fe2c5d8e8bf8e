// sluice plan
#ifndef PLAN_MAIN_H
#define PLAN_MAIN_H

// argv[0] is the name in messages. Returns the exit status: 0 planned, 1 internal or I/O error, 2 bad input.
int plan_main(int argc, char **argv);

#endif
