// What the tests of scenario files have in common: a file that is right, or wrong in one line, and what is said of it.
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

// A scenario that is right. The tests change one line of it.
enum { TEXT_LINES = 32 };
extern const char *const text_good[TEXT_LINES];

// The file of a test, there from text_make() to text_remove().
extern char text_path[];
void text_make(void);
void text_remove(void);

// Any bytes, or the good lines but for one, the first is 1.
void text_write(const char *data, size_t size);
void text_write_changed(int line, const char *text);

// The one line that loading the file gives, or none.
void text_expect_error(int status, int line, const char *message);
void text_expect_ok(void);

#endif
