#include "tb/sim/files/rows.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/number.h"

int rows_wrong(struct rows *c, const char *format, ...) {
  char place[ERROR_PLACE];
  va_list args;
  snprintf(place, sizeof(place), "%s:%lu", c->path, c->line > 0 ? c->line : 1);
  va_start(args, format);
  int status = error_vat(c->err, place, format, args);
  va_end(args);
  return status;
}

static const char byte_order_mark[] = "\xef\xbb\xbf";

// Reads one line without its end. Returns 1, 0 at the end of the file, -1 on an error.
static int next_line(struct rows *c) {
  if (fgets(c->text, ROWS_LINE, c->file) == NULL) {
    if (!ferror(c->file)) return 0;
    rows_wrong(c, "cannot read: %s; give a CSV file", strerror(errno));
    return -1;
  }
  c->line++;
  size_t length = strlen(c->text);
  if (length > 0 && c->text[length - 1] == '\n') {
    c->text[--length] = '\0';
  } else if (!feof(c->file)) {
    rows_wrong(c, "the line is longer than %d characters or holds a zero byte; give %s", ROWS_LINE - 2, c->heading);
    return -1;
  }
  if (length > 0 && c->text[length - 1] == '\r') c->text[length - 1] = '\0';
  if (c->line == 1 && strncmp(c->text, byte_order_mark, 3) == 0) memmove(c->text, c->text + 3, length - 2);
  return 1;
}

static int row(struct rows *c) {
  for (;;) {
    int status = next_line(c);
    if (status != 1) return status;
    if (c->text[0] != '\0' && c->text[0] != '#') return 1;
  }
}

int rows_begin(struct rows *c, FILE *file, const char *path, const char *heading, struct error *err) {
  *c = (struct rows){.path = path, .file = file, .heading = heading, .err = err, .fields = 1};
  for (const char *p = heading; *p != '\0'; p++) c->fields += *p == ',';
  int status = row(c);
  if (status < 0) return EINVAL;
  if (status == 0) return rows_wrong(c, "the file is empty; begin with the line %s", heading);
  if (strcmp(c->text, heading) == 0) return 0;
  return rows_wrong(c, "not the heading; give %s", heading);  // the text of a foreign file is not shown
}

int rows_next(struct rows *c) {
  int status = row(c), fields = 0;
  if (status != 1) return status;
  for (char *p = c->text; p != NULL; fields++) {
    char *comma = strchr(p, ',');
    if (comma != NULL) *comma++ = '\0';
    if (fields < c->fields) c->field[fields] = p;
    p = comma;
  }
  if (fields == c->fields) return 1;
  rows_wrong(c, "%d field%s; give %s", fields, fields == 1 ? "" : "s", c->heading);
  return -1;
}

// The name of a column of the heading
static const char *column(const struct rows *c, int field, char *name, size_t size) {
  const char *p = c->heading;
  for (; field > 0; field--) p = strchr(p, ',') + 1;
  snprintf(name, size, "%.*s", (int)strcspn(p, ","), p);
  return name;
}

int rows_whole(struct rows *c, int field, uint64_t low, uint64_t high, uint64_t *value) {
  char name[32], *end;
  errno = 0;
  *value = strtoull(c->field[field], &end, 10);
  if (isdigit((unsigned char)*c->field[field]) && *end == '\0' && errno == 0 && *value >= low && *value <= high)
    return 0;
  return rows_wrong(c, "%s is '%.24s'%s; give a whole number, %" PRIu64 " to %" PRIu64,
                    column(c, field, name, sizeof(name)), c->field[field], number_fault(c->field[field]), low, high);
}

int rows_decimal(struct rows *c, int field, double high, double *value) {
  char name[32];
  const char *text = c->field[field];
  size_t whole = strspn(text, "0123456789"), part = text[whole] == '.' ? 1 + strspn(text + whole + 1, "0123456789") : 0;
  if (whole > 0 && part != 1 && text[whole + part] == '\0') {
    *value = strtod(text, NULL);
    if (*value <= high) return 0;
  }
  return rows_wrong(c, "%s is '%.24s'%s; give a number such as 40 or 0.25, at most %.10g",
                    column(c, field, name, sizeof(name)), text, number_fault(text), high);
}
