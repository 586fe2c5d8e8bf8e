#define _GNU_SOURCE
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// A word that a shell would not leave alone goes between single quotes.
static void word(const char *text, FILE *to) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (*text != '\0' && text[strspn(text, plain)] == '\0') {
    fputs(text, to);
    return;
  }
  fputc('\'', to);
  for (; *text != '\0'; text++) fputs(*text == '\'' ? "'\\''" : (const char[]){*text, '\0'}, to);
  fputc('\'', to);
}

char *command_line(int argc, char **argv) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (to == NULL) return NULL;
  fputs(argv[0], to);  // "sluice run"
  for (int i = 1; i < argc; i++) {
    fputc(' ', to);
    word(argv[i], to);
  }
  fclose(to);
  return text;
}

void command_json(const char *text, FILE *to) {
  fputc('"', to);
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(to, "\\%c", c);
    else if (c == '\n')
      fputs("\\n", to);
    else if (c < 0x20)
      fprintf(to, "\\u%04x", c);
    else
      fputc(c, to);
  }
  fputc('"', to);
}

int command_flush(const char *name) {
  if (fflush(stdout) == 0 && ferror(stdout) == 0) return 0;
  fprintf(stderr, "%s: standard output cannot be written: %s\n", name, strerror(errno));
  return -1;
}
