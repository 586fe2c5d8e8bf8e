// sluice import FORMAT FILE...
#ifndef IMPORT_MAIN_H
#define IMPORT_MAIN_H

// argv[0] is the name in messages. Returns the exit status: 0 written, 1 internal or I/O error, 2 bad input.
int import_main(int argc, char **argv);

#endif
