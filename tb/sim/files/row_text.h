// Text of rows: numbers, words and fields.
#ifndef ROW_TEXT_H
#define ROW_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- numbers as text, as printf() writes them, but faster; without a zero byte at the end ----

enum { DIGITS_WHOLE = 20, DIGITS_THOUSANDTHS = 21, DIGITS_FIXED = 352, DIGITS_PLACES = 6 };  // the longest texts

// Write a number, and return the end of its text. digits_whole(): as %u. digits_thousandths(): a thousandth of the
// value, with three digits behind the point.
char *digits_whole(char *to, uint64_t value);
char *digits_thousandths(char *to, uint64_t value);

// Nanoseconds; with picoseconds if they are not whole. At most DIGITS_THOUSANDTHS.
char *digits_time(char *to, uint64_t ps);

// As %.3f and %.6f: `places`, from 1 to DIGITS_PLACES, is the number of digits behind the point. A zero byte may
// follow, within DIGITS_FIXED.
char *digits_fixed(char *to, double value, int places);

// Text of rows, appended field by field: words, and numbers as printf() writes them.

// Begins as {0}, or by row_text_to().
struct row_text {
  char *data;
  size_t size, capacity;
  FILE *to;     // a full buffer is written to this file; NULL: the buffer grows, and its owner frees it
  bool failed;  // out of memory: words are missing
};

// A text in a block of the caller, which row_text_flush() writes to the file at the end. No block is smaller than
// ROW_TEXT_LEAST.
enum { ROW_TEXT_LEAST = 512 };
static inline struct row_text row_text_to(FILE *to, char *block, size_t size) {
  return (struct row_text){.data = block, .capacity = size, .to = to};
}

// Makes room for a text of that length. Returns false if there is none.
bool row_text_more(struct row_text *t, size_t length);
static inline bool row_text_room(struct row_text *t, size_t length) {
  return length <= t->capacity - t->size || row_text_more(t, length);
}

// Appends bytes, which may be more than the buffer of a file holds.
void row_text_long(struct row_text *t, const char *bytes, size_t length);
static inline void row_text_bytes(struct row_text *t, const char *bytes, size_t length) {
  if (length > t->capacity - t->size) {
    row_text_long(t, bytes, length);
    return;
  }
  memcpy(t->data + t->size, bytes, length);
  t->size += length;
}

static inline void row_text_word(struct row_text *t, const char *word) { row_text_bytes(t, word, strlen(word)); }

static inline void row_text_char(struct row_text *t, char c) {
  if (row_text_room(t, 1)) t->data[t->size++] = c;
}

// Appends a word and a comma.
static inline void row_text_field(struct row_text *t, const char *word) {
  row_text_word(t, word);
  row_text_char(t, ',');
}

static inline void row_text_whole(struct row_text *t, uint64_t value) {
  if (row_text_room(t, DIGITS_WHOLE)) t->size = (size_t)(digits_whole(t->data + t->size, value) - t->data);
}

static inline void row_text_thousandths(struct row_text *t, uint64_t value) {
  if (row_text_room(t, DIGITS_THOUSANDTHS)) t->size = (size_t)(digits_thousandths(t->data + t->size, value) - t->data);
}

static inline void row_text_fixed(struct row_text *t, double value, int places) {
  if (row_text_room(t, DIGITS_FIXED)) t->size = (size_t)(digits_fixed(t->data + t->size, value, places) - t->data);
}

static inline void row_text_time(struct row_text *t, uint64_t ps) {
  if (row_text_room(t, DIGITS_THOUSANDTHS)) t->size = (size_t)(digits_time(t->data + t->size, ps) - t->data);
}

// Writes the buffer to the file.
void row_text_flush(struct row_text *t);

#endif
