// Unfinished files, which a signal that ends the program must not leave behind.
#ifndef TEMPFILES_H
#define TEMPFILES_H

#include <stdbool.h>

// SIGINT, SIGTERM and SIGHUP remove them and then do what they always do; one that is ignored stays ignored. A write
// beyond the limit for files is an error of the write, not a signal.
void tempfiles_watch(void);

// To be called before a file is made, and when it is complete or gone. Of directories, from above, those that are empty
// then are removed. Too many, or too long a path, are not watched. What is known only once it is made is made and added
// while signals wait.
void tempfiles_add(const char *path);
void tempfiles_drop(const char *path);
void tempfiles_hold_signals(bool hold);

// While waves are being written, NULL: no more. Their writer maps its temporary files, so that a full disk is a SIGBUS.
void tempfiles_mapped(const char *waves);

// An unfinished line is on the terminal of standard error: a handler erases it before its own line.
void tempfiles_line(bool unfinished);

// In a process of its own: what its parent watches is not this one's, and a signal ends it without a word.
void tempfiles_child(void);

#endif
