// Scenario files for the tests of the loader: a valid file, the same file with one changed line, and the expected
// message.
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

// A valid scenario. The tests change one of its lines.
enum { TEXT_LINES = 32 };
extern const char *const text_good[TEXT_LINES];

// The file of a test. It exists from text_make() to text_remove().
extern char text_path[];
void text_make(void);
void text_remove(void);

// Write any bytes, or the valid file with one line replaced. The first line is 1, and 0 replaces none.
void text_write(const char *data, size_t size);
void text_write_changed(int line, const char *text);

// Load the file and expect this message, or no error.
void text_expect_error(int status, int line, const char *message);
void text_expect_ok(void);

#endif
