// Unfinished files, which are removed when a signal ends the program
#ifndef TEMPFILES_H
#define TEMPFILES_H

#include <stdbool.h>

// Installs the handlers. SIGINT, SIGTERM and SIGHUP remove the files and then have their usual effect; an ignored
// signal stays ignored. A write beyond the size limit of files, or to a pipe without a reader, becomes an error of the
// write instead of a signal.
void tempfiles_watch(void);

// tempfiles_add(): to be called before a file or directory is created; parents are added before their directories.
// tempfiles_drop(): to be called when the file is complete or removed. A signal removes the added files, and the added
// directories that are empty. Too many files, and too long paths, are not removed. tempfiles_hold_signals() blocks the
// signals while a file is created whose name is known only afterwards.
void tempfiles_add(const char *path);
void tempfiles_drop(const char *path);
void tempfiles_hold_signals(bool hold);

// Sets the path of the waves while they are written; NULL: no waves. Their writer maps its temporary files, so a full
// disk causes SIGBUS.
void tempfiles_mapped(const char *waves);

// Sets whether the terminal of standard error shows an unfinished line, which a signal handler erases before it prints.
void tempfiles_line(bool unfinished);

// In a child process: forgets the files of the parent, and lets signals end the child without a message.
void tempfiles_child(void);

#endif
