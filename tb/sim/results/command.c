#define _GNU_SOURCE
#include "tb/sim/results/command.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/tempfiles.h"

// Puts a word between single quotes if a shell would change it.
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

uint64_t command_number(const char *what, const char *text, uint64_t least, uint64_t most, struct argp_state *state) {
  char *end;
  errno = 0;
  uint64_t number = strtoull(text, &end, 10);
  if (errno != 0 || *end != '\0' || *text < '0' || *text > '9' || number < least || number > most)
    argp_failure(state, argp_err_exit_status, 0, "%s '%s' is not a number from %" PRIu64 " to %" PRIu64, what, text,
                 least, most);
  return number;
}

int command_engine(const char *name, const char *const *names, struct argp_state *state) {
  char all[100] = "";
  for (int i = 0; names[i] != NULL; i++) {
    if (strcmp(name, names[i]) == 0) return i;
    if (i > 0) strcat(all, names[i + 1] != NULL ? ", " : " or ");
    strncat(all, names[i], sizeof all - strlen(all) - sizeof ", ");
  }
  argp_failure(state, argp_err_exit_status, 0, "engine '%s' is unknown; use %s", name, all);
  return -1;
}

void command_scenario(const char **file, char *arg, struct argp_state *state) {
  if (*file != NULL) argp_failure(state, argp_err_exit_status, 0, "more than one scenario; give one");
  *file = arg;
}

bool command_is_utf8(const char *name, const char *command) {
  json_t *text = json_string(command);
  if (text == NULL) fprintf(stderr, "%s: the command is not UTF-8, as JSON must be; rename its files\n", name);
  json_decref(text);
  return text != NULL;
}

int command_width(int fd) {
  const char *columns = getenv("COLUMNS");
  struct winsize window;
  int wide = columns != NULL ? atoi(columns) : 0;
  if (wide <= 0 && ioctl(fd, TIOCGWINSZ, &window) == 0) wide = window.ws_col;
  return wide > 0 ? wide : 80;
}

static int cannot(const char *path) {
  fprintf(stderr, "%s: cannot write: %s; give --out a file that can be written\n", path, strerror(errno));
  return 1;
}

static FILE *open_part(char *part) {
  tempfiles_hold_signals(true);
  int fd = mkstemp(part);
  if (fd >= 0) tempfiles_add(part);
  tempfiles_hold_signals(false);
  if (fd < 0) return NULL;
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  FILE *f = fdopen(fd, "w");
  if (f != NULL) return f;
  close(fd);
  unlink(part);
  tempfiles_drop(part);
  return NULL;
}

int command_out(const char *path, void (*put)(const void *what, FILE *to), const void *what) {
  char part[4096];
  struct stat old;
  if (stat(path, &old) == 0 && !S_ISREG(old.st_mode)) {
    fprintf(stderr, "%s: it is not a file; give --out a file\n", path);
    return 2;
  }
  if ((size_t)snprintf(part, sizeof(part), "%s.XXXXXX", path) >= sizeof(part)) {
    errno = ENAMETOOLONG;
    return cannot(path);
  }
  FILE *f = open_part(part);
  if (f == NULL) return cannot(path);
  put(what, f);
  bool bad = ferror(f) != 0;
  bad = fclose(f) != 0 || bad;
  int code = !bad && rename(part, path) == 0 ? 0 : cannot(path);
  if (code != 0) unlink(part);
  tempfiles_drop(part);
  return code;
}

bool command_replaces(const char *path, const char *begin, size_t size) {
  char there[16];
  struct stat old;
  if (stat(path, &old) != 0) return true;
  FILE *f = S_ISREG(old.st_mode) ? fopen(path, "re") : NULL;
  if (f == NULL) return false;
  size_t got = fread(there, 1, size, f);
  fclose(f);
  return got == 0 || (got == size && memcmp(there, begin, size) == 0);
}

int command_flush(const char *name) {
  if (fflush(stdout) == 0 && ferror(stdout) == 0) return 0;
  fprintf(stderr, "%s: standard output cannot be written: %s\n", name, strerror(errno));
  return -1;
}
