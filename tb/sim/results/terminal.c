#include "tb/sim/results/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tb/sim/files/vec.h"

int terminal_width(int fd) {
  const char *columns = getenv("COLUMNS");
  struct winsize window;
  int wide = columns != NULL ? atoi(columns) : 0;
  if (wide <= 0 && ioctl(fd, TIOCGWINSZ, &window) == 0) wide = window.ws_col;
  return wide > 0 ? wide : TERMINAL_COLUMNS;
}

bool terminal_erases(int fd) {
  const char *kind = getenv("TERM");
  return isatty(fd) && kind != NULL && kind[0] != '\0' && strcmp(kind, "dumb") != 0;
}

static bool has_colours(FILE *to) {
  const char *none = getenv("NO_COLOR");
  return (none == NULL || none[0] == '\0') && terminal_erases(fileno(to));
}

void terminal_print(FILE *to, enum terminal_colour colour, const char *format, ...) {
  const bool coloured = colour != TERMINAL_PLAIN && has_colours(to);
  va_list args;
  if (coloured) fprintf(to, "\033[%dm", (int)colour);
  va_start(args, format);
  vfprintf(to, format, args);
  va_end(args);
  if (coloured) fputs("\033[0m", to);
}

// Keeps more of the end, because names differ there.
char *terminal_cut(const char *text, int width, char to[TERMINAL_CUT]) {
  static const char ellipsis[] = "...";
  if (width > TERMINAL_CUT - 1) width = TERMINAL_CUT - 1;
  int length = (int)strlen(text), dots = (int)sizeof(ellipsis) - 1, tail = (width - dots + 1) / 2;
  if (length <= width)
    snprintf(to, TERMINAL_CUT, "%s", text);
  else
    snprintf(to, TERMINAL_CUT, "%.*s%s%s", width - dots - tail, text, ellipsis, text + length - tail);
  return to;
}

void terminal_wrap(const char *text, int at, int indent, int width, FILE *to) {
  char word[TERMINAL_CUT], whole[TERMINAL_CUT];
  while (*(text += strspn(text, " ")) != '\0') {
    int length = (int)strcspn(text, " ");
    snprintf(whole, sizeof(whole), "%.*s", length, text);
    terminal_cut(whole, width - indent, word);
    text += length;
    if (at > indent && at + 1 + (int)strlen(word) > width) at = fprintf(to, "\n") - 1;
    at += fprintf(to, "%*s%s", at > indent ? 1 : indent - at, "", word);
  }
  fprintf(to, "\n");
}

// ---- tables ----

enum { CELL = TERMINAL_CUT, COLUMNS = 16, GAP = 2, CUT_TO = 12, CUT_LEAST = 6 };

struct cell {
  char text[CELL];
  enum terminal_colour colour;
};

struct text_table {
  struct text_column column[COLUMNS];
  int columns, cells;  // the first cells are the titles
  struct cell *cell;
  bool failed;
};

struct text_table *text_table_new(const struct text_column *columns, int count) {
  struct text_table *t = calloc(1, sizeof(*t));
  if (t == NULL || count > COLUMNS) return t;
  t->columns = count;
  memcpy(t->column, columns, (size_t)count * sizeof(*columns));
  for (int i = 0; i < count; i++) text_cell(t, "%s", columns[i].title != NULL ? columns[i].title : "");
  return t;
}

void text_cell(struct text_table *t, const char *format, ...) {
  if (t == NULL || t->failed) return;
  struct cell *more = vec_grow(t->cell, (size_t)t->cells, sizeof(*more));
  if (more == NULL) {
    t->failed = true;
    return;
  }
  t->cell = more;
  struct cell *c = &t->cell[t->cells++];
  va_list args;
  va_start(args, format);
  vsnprintf(c->text, sizeof(c->text), format, args);
  va_end(args);
  c->colour = TERMINAL_PLAIN;
}

void text_cell_colour(struct text_table *t, enum terminal_colour colour) {
  if (t != NULL && t->cells > 0) t->cell[t->cells - 1].colour = colour;
}

// ---- widths ----

struct layout {
  int width[COLUMNS];  // 0: the column is left out
};

static int total(const struct text_table *t, const struct layout *l) {
  int sum = -GAP;
  for (int i = 0; i < t->columns; i++)
    if (l->width[i] > 0) sum += l->width[i] + GAP;
  return sum;
}

// While the table is too wide, shortens the longest column of names by one character, down to `least`.
static void cut_names(const struct text_table *t, struct layout *l, int least) {
  while (total(t, l) > TERMINAL_COLUMNS) {
    int longest = -1;
    for (int i = 0; i < t->columns; i++)
      if (t->column[i].kind == TEXT_NAME && l->width[i] > least && (longest < 0 || l->width[i] > l->width[longest]))
        longest = i;
    if (longest < 0) return;
    l->width[longest]--;
  }
}

static struct layout lay_out(const struct text_table *t) {
  struct layout whole = {{0}}, l;
  for (int i = 0; i < t->cells; i++) {
    int column = i % t->columns, wide = (int)strlen(t->cell[i].text);
    if (t->column[column].title != NULL && wide > whole.width[column]) whole.width[column] = wide;
  }
  for (int extra = t->columns;; extra--) {
    l = whole;
    cut_names(t, &l, CUT_TO);
    if (total(t, &l) <= TERMINAL_COLUMNS) return l;
    while (extra > 0 && (t->column[extra - 1].kind != TEXT_EXTRA || whole.width[extra - 1] == 0)) extra--;
    if (extra == 0) break;
    whole.width[extra - 1] = 0;
  }
  cut_names(t, &l, CUT_LEAST);
  return l;
}

// ---- printing ----

static void print_row(const struct text_table *t, const struct layout *l, const struct cell *row, FILE *to) {
  int gap = 0, blanks = 0;  // blanks: spaces that are printed only before further text
  for (int i = 0; i < t->columns; i++) {
    char text[TERMINAL_CUT];
    if (l->width[i] == 0) continue;
    terminal_cut(row[i].text, l->width[i], text);
    int rest = l->width[i] - (int)strlen(text);
    bool left = t->column[i].kind == TEXT_NAME;
    blanks += gap + (left ? 0 : rest);
    if (text[0] != '\0') {
      fprintf(to, "%*s", blanks, "");
      terminal_print(to, row[i].colour, "%s", text);
      blanks = 0;
    }
    blanks += left ? rest : 0;
    gap = GAP;
  }
  fputc('\n', to);
}

int text_table_print(struct text_table *t, FILE *to) {
  if (t == NULL) return -1;
  int status = t->failed ? -1 : 0;
  if (status == 0) {
    struct layout l = lay_out(t);
    for (int i = 0; i + t->columns <= t->cells; i += t->columns) print_row(t, &l, &t->cell[i], to);
  }
  free(t->cell);
  free(t);
  return status;
}
