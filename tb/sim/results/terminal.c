#define _POSIX_C_SOURCE 200809L
#include "tb/sim/results/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
