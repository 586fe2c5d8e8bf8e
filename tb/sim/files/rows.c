#include "tb/sim/files/rows.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/error.h"

enum { FIRST_SIZE = 1024 };

static const char blanks[] = " \t";

int rows_wrong(struct rows *c, const char *format, ...) {
  char place[ERROR_PLACE];
  va_list args;
  snprintf(place, sizeof(place), "%s:%lu", c->path, c->line > 0 ? c->line : 1);
  va_start(args, format);
  int status = error_vat(c->err, place, format, args);
  va_end(args);
  return status;
}

void rows_begin(struct rows *c, FILE *file, const char *path, const char *form, struct error *err) {
  *c = (struct rows){.path = path, .file = file, .form = form, .err = err};
}

void rows_end(struct rows *c) {
  free(c->text);
  c->text = NULL;
}

// ---- lines ----

static bool grow(struct rows *c) {
  size_t size = c->size > 0 ? 2 * c->size : FIRST_SIZE;
  char *more = size <= ROWS_LINE ? realloc(c->text, size) : NULL;
  if (more == NULL) return false;
  c->text = more;
  c->size = size;
  return true;
}

// Reads one line without its end. Returns 1, 0 at the end of the file, -1 on an error.
static int next_line(struct rows *c) {
  size_t length = 0;
  do {
    if (length + 1 >= c->size && !grow(c)) {
      c->line++;
      rows_wrong(c, "the line is longer than %d characters; give %s", ROWS_LINE - 1, c->form);
      return -1;
    }
    if (fgets(c->text + length, (int)(c->size - length), c->file) == NULL) {
      if (ferror(c->file)) {
        rows_wrong(c, "cannot read: %s; give a text file", strerror(errno));
        return -1;
      }
      if (length == 0) return 0;
      break;
    }
    length += strlen(c->text + length);
  } while (length + 1 == c->size && c->text[length - 1] != '\n');
  c->line++;
  if (length > 0 && c->text[length - 1] == '\n') {
    c->text[--length] = '\0';
  } else if (!feof(c->file)) {
    rows_wrong(c, "the line holds a zero byte; give %s", c->form);
    return -1;
  }
  if (length > 0 && c->text[length - 1] == '\r') c->text[--length] = '\0';
  if (c->line == 1 && strncmp(c->text, "\xef\xbb\xbf", 3) == 0) memmove(c->text, c->text + 3, length - 2);
  return 1;
}

int rows_line(struct rows *c) {
  for (;;) {
    int status = next_line(c);
    if (status != 1) return status;
    c->rest = c->text + strspn(c->text, blanks);
    if (*c->rest != '\0' && *c->rest != '#') return 1;
  }
}

char *rows_word(struct rows *c) {
  char *word = c->rest;
  if (*word == '\0') return NULL;
  c->rest += strcspn(word, blanks);
  if (*c->rest != '\0') *c->rest++ = '\0';
  c->rest += strspn(c->rest, blanks);
  return word;
}

// Splits the line at commas. Returns the number of fields.
static int at_commas(struct rows *c) {
  int fields = 0;
  for (char *p = c->text; p != NULL; fields++) {
    char *comma = strchr(p, ',');
    if (comma != NULL) *comma++ = '\0';
    if (fields < ROWS_FIELDS) c->field[fields] = p;
    p = comma;
  }
  return fields;
}

int rows_split(struct rows *c) {
  if (strchr(c->text, ',') != NULL) return at_commas(c);
  int fields = 0;
  for (char *word; (word = rows_word(c)) != NULL; fields++)
    if (fields < ROWS_FIELDS) c->field[fields] = word;
  return fields;
}

// ---- columns ----

static int find(const struct rows *c, const char *name) {
  for (int i = 0; i < c->columns; i++)
    if (strcmp(c->column[i].name, name) == 0) return i;
  return -1;
}

static int place(const struct rows *c, int known) {
  for (int k = 0; k < c->width; k++)
    if (c->known[k] == known) return k;
  return -1;
}

// A column that is not known, but near to one that the file lacks, is misspelt.
static int other(struct rows *c, const char *name) {
  struct near near;
  near_begin(&near, name, strlen(name));
  for (int i = 0; i < c->columns; i++)
    if (place(c, i) < 0) near_offer(&near, c->column[i].name);
  if (near.distance != NEAR_FAR) return rows_wrong(c, "there is no column '%.40s'%s", name, near_question(&near));
  size_t used = strlen(c->others);
  snprintf(c->others + used, sizeof(c->others) - used, "%s%.40s", used > 0 ? ", " : "", name);
  return 0;
}

int rows_heading(struct rows *c, const struct rows_column *column, int columns) {
  int status = rows_line(c);
  if (status < 0) return EINVAL;
  if (status == 0) return rows_wrong(c, "the file is empty; begin with the line %s", c->form);
  c->column = column;
  c->columns = columns;
  c->width = at_commas(c);
  if (c->width > ROWS_FIELDS) return rows_wrong(c, "more than %d columns; give %s", ROWS_FIELDS, c->form);
  int known = 0;
  for (int k = 0; k < c->width; k++) {
    c->known[k] = find(c, c->field[k]);
    if (c->known[k] >= 0 && place(c, c->known[k]) < k)
      return rows_wrong(c, "column %s is given twice; keep one", c->field[k]);
    known += c->known[k] >= 0;
  }
  if (known == 0) return rows_wrong(c, "not the heading; give %s", c->form);  // the text of a foreign file is not shown
  for (int k = 0; k < c->width && status != EINVAL; k++)
    if (c->known[k] < 0) status = other(c, c->field[k]);
  if (status == EINVAL) return EINVAL;
  for (int i = 0; i < columns; i++)
    if (column[i].required && place(c, i) < 0)
      return rows_wrong(c, "column %s is missing; give %s", column[i].name, c->form);
  return 0;
}

int rows_next(struct rows *c) {
  int status = rows_line(c);
  if (status != 1) return status;
  int fields = 0;
  for (int i = 0; i < c->columns; i++) c->field[i] = "";
  for (char *p = c->text; p != NULL; fields++) {
    char *comma = strchr(p, ',');
    if (comma != NULL) *comma++ = '\0';
    if (fields < c->width && c->known[fields] >= 0) c->field[c->known[fields]] = p;
    p = comma;
  }
  if (fields == c->width) return 1;
  rows_wrong(c, "%d field%s, the heading has %d; give %s", fields, fields == 1 ? "" : "s", c->width, c->form);
  return -1;
}

// ---- numbers ----

// Whether the text is a number without a sign: digits, perhaps a point and digits, perhaps an exponent.
static bool is_number(const char *text, double *value) {
  static const char digits[] = "0123456789";
  size_t n = strspn(text, digits);
  if (n == 0) return false;
  const char *p = text + n;
  if (*p == '.') {
    n = strspn(p + 1, digits);
    if (n == 0) return false;
    p += 1 + n;
  }
  if (*p == 'e' || *p == 'E') {
    p += 1 + (p[1] == '+' || p[1] == '-');
    n = strspn(p, digits);
    if (n == 0) return false;
    p += n;
  }
  if (*p != '\0') return false;
  *value = strtod(text, NULL);
  return true;
}

int rows_whole(struct rows *c, const char *name, const char *text, uint64_t low, uint64_t high, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 10);
  const bool whole = isdigit((unsigned char)*text) && *end == '\0' && errno == 0;
  if (whole && *value >= low && *value <= high) return 0;
  return rows_wrong(c, "%s is '%.24s'%s; give a whole number, %" PRIu64 " to %" PRIu64, name, text, number_fault(text),
                    low, high);
}

int rows_decimal(struct rows *c, const char *name, const char *text, double high, double *value) {
  if (is_number(text, value) && *value <= high) return 0;
  return rows_wrong(c, "%s is '%.24s'%s; give a number such as 40 or 0.25, at most %.10g", name, text,
                    number_fault(text), high);
}
