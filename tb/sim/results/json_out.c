#include "tb/sim/results/json_out.h"

#include <math.h>

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
