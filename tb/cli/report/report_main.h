// sluice report
#ifndef REPORT_MAIN_H
#define REPORT_MAIN_H

// argv[0] is the name in messages. Returns the exit status: 0 written, 1 internal or I/O error, 2 bad input.
int report_main(int argc, char **argv);

#endif
