// Unfinished files, which are removed when a signal ends the program
#ifndef TEMPFILES_H
#define TEMPFILES_H

#include <stdbool.h>

// Installs the handlers. SIGINT, SIGTERM and SIGHUP remove the files and then have their usual effect; an ignored
// signal stays ignored. A write beyond the size limit of files becomes an error of the write instead of a signal.
void tempfiles_watch(void);

// To be called before a file or directory is created, and when it is complete or removed. Directories are added from
// above; those that are empty are removed. Too many files, or too long a path, are not watched. If the name is known
// only after the creation, tempfiles_make() creates and adds the file while signals are blocked.
void tempfiles_add(const char *path);
void tempfiles_drop(const char *path);
void tempfiles_hold_signals(bool hold);

// While waves are being written; NULL: no more. Their writer maps its temporary files, so a full disk causes SIGBUS.
void tempfiles_mapped(const char *waves);

// An unfinished line is on the terminal of standard error; a signal handler erases it before it prints.
void tempfiles_line(bool unfinished);

// In a child process: forgets the files of the parent, and lets signals end the child without a message.
void tempfiles_child(void);

#endif
