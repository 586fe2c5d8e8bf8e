// A JSON file, written part by part: an object whose values are given one after the other; lists and objects in it are
// written row by row, one row per line. So a file of any size needs memory for one row only.
#ifndef JSON_OUT_H
#define JSON_OUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { JSON_OUT_DIGITS = 15 };  // significant digits of a real: a decimal number is written as it was rounded

struct json_out {
  FILE *to;
  size_t digits;
  char close;       // closing character of the open list or object, 0: none
  bool more, rows;  // a value has been written; a row has been written
  bool bad;
};

void json_out_begin(struct json_out *o, FILE *to, size_t digits);

// Takes ownership of the value. NULL, which jansson returns for a text that is not UTF-8, makes the file bad.
void json_out_value(struct json_out *o, const char *key, json_t *value);

// Rows of a list, '[', whose keys are NULL, or of an object, '{', are between open and close.
void json_out_open(struct json_out *o, const char *key, char open);
void json_out_row(struct json_out *o, const char *key, json_t *value);
void json_out_close(struct json_out *o);

// Returns 0, or -1: out of memory, or a text was not UTF-8.
int json_out_end(struct json_out *o);

// Appends a value to a list, key NULL, or adds it to an object, and takes ownership of both. Returns the list or
// object; NULL, if out of memory.
json_t *json_put(json_t *to, const char *key, json_t *value);

// A real with that many decimals; null if it is not finite.
json_t *json_decimals(double value, int decimals);

// Whether a text is UTF-8, as JSON requires: no overlong form, no surrogate, nothing above U+10FFFF.
bool utf8_is(const char *text);

#endif
