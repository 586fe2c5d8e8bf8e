#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>

// Whether a text is UTF-8, as JSON requires: no overlong form, no surrogate, nothing above U+10FFFF.
bool utf8_is(const char *text);

#endif
