// A JSON file, written part by part: an object whose values are given one after the other, and of its lists and objects
// one element after the other, each on its line. So that a file of any size takes the memory of one row.
#ifndef JSON_OUT_H
#define JSON_OUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { JSON_OUT_DIGITS = 15 };  // significant ones of a real: a decimal number is written as it was rounded

struct json_out {
  FILE *to;
  size_t digits;
  char close;       // of the list or object that is open, 0: none
  bool more, rows;  // a value has been written; a row
  bool bad;
};

void json_out_begin(struct json_out *o, FILE *to, size_t digits);

// Takes the value over. NULL, which is what jansson makes of a text that is not UTF-8, makes the file bad.
void json_out_value(struct json_out *o, const char *key, json_t *value);

// Between open and close go the rows of a list, '[', whose keys are NULL, or of an object, '{'.
void json_out_open(struct json_out *o, const char *key, char open);
void json_out_row(struct json_out *o, const char *key, json_t *value);
void json_out_close(struct json_out *o);

// Returns 0 or -1: out of memory, or a text was not UTF-8.
int json_out_end(struct json_out *o);

// A real with so many decimals; one that is not finite is null.
json_t *json_decimals(double value, int decimals);

#endif
