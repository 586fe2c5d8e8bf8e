#include "tb/sim/results/json_out.h"

#include <math.h>
#include <stdint.h>

enum { ROW = 4096 };

// Most values fit into one row, which is faster than an fwrite() for each part of them.
static void dump(struct json_out *o, json_t *value) {
  char row[ROW];
  size_t flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(o->digits), size = json_dumpb(value, row, sizeof(row), flags);
  if (size == 0)
    o->bad = true;
  else if (size <= sizeof(row))
    fwrite(row, 1, size, o->to);
  else if (json_dumpf(value, o->to, flags) != 0)
    o->bad = true;
  json_decref(value);
}

static void put_key(struct json_out *o, const char *key) {
  dump(o, json_string(key));
  fputs(": ", o->to);
}

void json_out_begin(struct json_out *o, FILE *to, size_t digits) {
  *o = (struct json_out){.to = to, .digits = digits};
  fputc('{', to);
}

static void next_value(struct json_out *o, const char *key) {
  fputs(o->more ? ",\n  " : "\n  ", o->to);
  o->more = true;
  put_key(o, key);
}

void json_out_value(struct json_out *o, const char *key, json_t *value) {
  next_value(o, key);
  dump(o, value);
}

void json_out_open(struct json_out *o, const char *key, char open) {
  next_value(o, key);
  fputc(open, o->to);
  o->close = open == '[' ? ']' : '}';
  o->rows = false;
}

void json_out_row(struct json_out *o, const char *key, json_t *value) {
  fputs(o->rows ? ",\n    " : "\n    ", o->to);
  o->rows = true;
  if (key != NULL) put_key(o, key);
  dump(o, value);
}

void json_out_close(struct json_out *o) { fprintf(o->to, "%s%c", o->rows ? "\n  " : "", o->close); }

int json_out_end(struct json_out *o) {
  fputs("\n}\n", o->to);
  return o->bad ? -1 : 0;
}

json_t *json_put(json_t *to, const char *key, json_t *value) {
  if ((key != NULL ? json_object_set_new(to, key, value) : json_array_append_new(to, value)) == 0) return to;
  json_decref(to);
  return NULL;
}

json_t *json_decimals(double value, int decimals) {
  double scale = pow(10, decimals);
  return isfinite(value) ? json_real(round(value * scale) / scale) : json_null();
}

// ---- UTF-8 ----

// Returns the number of bytes that follow the first one, and sets *least to the smallest code point of that length; -1:
// no first byte.
static int rest(uint8_t first, uint32_t *least) {
  static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  int more = first < 0x80 ? 0 : first < 0xc0 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf8 ? 3 : -1;
  if (more >= 0) *least = smallest[more];
  return more;
}

bool utf8_is(const char *text) {
  for (const uint8_t *p = (const uint8_t *)text; *p != '\0';) {
    uint32_t least = 0;
    int more = rest(*p, &least);
    if (more < 0) return false;
    uint32_t code = more == 0 ? *p : *p & (0x3fu >> more);
    p++;
    for (; more > 0; more--, p++) {
      if ((*p & 0xc0) != 0x80) return false;
      code = code << 6 | (*p & 0x3f);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  }
  return true;
}
