#define _GNU_SOURCE
#include "tb/sim/results/command.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/files.h"
#include "tb/sim/results/json_out.h"

// Writes a word with control characters as $'...', so that the command is one line.
static void word_of_controls(const char *text, FILE *to) {
  fputs("$'", to);
  for (; *text != '\0'; text++)
    if (iscntrl((unsigned char)*text))
      fprintf(to, "\\%03o", (unsigned char)*text);
    else
      fputs(*text == '\'' ? "\\'" : *text == '\\' ? "\\\\" : (const char[]){*text, '\0'}, to);
  fputc('\'', to);
}

static bool has_controls(const char *text) {
  while (*text != '\0' && !iscntrl((unsigned char)*text)) text++;
  return *text != '\0';
}

// Puts a word between single quotes if a shell would change it.
static void word(const char *text, FILE *to) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (*text != '\0' && text[strspn(text, plain)] == '\0') {
    fputs(text, to);
    return;
  }
  if (has_controls(text)) {
    word_of_controls(text, to);
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
    argp_failure(state, argp_err_exit_status, 0, "%s is '%s'%s; give a whole number, %" PRIu64 " to %" PRIu64, what,
                 text, number_fault(text), least, most);
  return number;
}

int command_choice(const char *what, const char *word, const char *const *names, struct argp_state *state) {
  char all[128] = "";
  struct near near;
  near_begin(&near, word, strlen(word));
  for (int i = 0; names[i] != NULL; i++) {
    if (strcmp(word, names[i]) == 0) return i;
    strcat(all, i == 0 ? "; use " : names[i + 1] != NULL ? ", " : " or ");
    strncat(all, names[i], sizeof all - strlen(all) - sizeof " or ");
    near_offer(&near, names[i]);
  }
  argp_failure(state, argp_err_exit_status, 0, "unknown %s '%s'%s", what, word, near_or(&near, all));
  return 0;
}

// ---- unknown options ----

static const char *const argp_own[] = {"help", "usage", NULL};

// The option of a long name, which getopt also takes shortened. Every name is offered to near.
static const struct argp_option *long_option(const struct argp *argp, const char *name, size_t length, bool *known,
                                             struct near *near) {
  const struct argp_option *found = NULL;
  for (const struct argp_option *o = argp->options; o != NULL && (o->name != NULL || o->key != 0); o++) {
    if (o->name == NULL) continue;
    near_offer(near, o->name);
    if (strncmp(o->name, name, length) != 0) continue;
    *known = true;
    if (found == NULL || o->name[length] == '\0') found = o;
  }
  for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++) {
    const struct argp_option *o = long_option(c->argp, name, length, known, near);
    if (o != NULL) found = o;
  }
  return found;
}

static const struct argp_option *short_option(const struct argp *argp, int key) {
  for (const struct argp_option *o = argp->options; o != NULL && (o->name != NULL || o->key != 0); o++)
    if (o->key == key) return o;
  for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++) {
    const struct argp_option *o = short_option(c->argp, key);
    if (o != NULL) return o;
  }
  return NULL;
}

// -qj 4: options of one letter, the last of which may have a value.
static int letters(const struct argp *argp, const char *argument, struct near *near) {
  near_begin(near, "", 0);
  for (const char *key = argument + 1; *key != '\0'; key++) {
    const struct argp_option *o = short_option(argp, *key);
    if (o == NULL && *key != '?') return 0;
    if (o != NULL && o->arg != NULL) return key[1] == '\0' ? 2 : 1;
  }
  return 1;
}

// How many arguments this one and its value are, as far as the value is another argument; 0: an unknown option.
static int one_argument(const struct argp *argp, const char *argument, struct near *near) {
  if (argument[0] != '-') return 1;
  if (argument[1] != '-') return letters(argp, argument, near);
  const char *name = argument + 2;
  const size_t length = strcspn(name, "=");
  bool known = false;
  near_begin(near, name, length);
  const struct argp_option *o = long_option(argp, name, length, &known, near);
  for (int i = 0; argp_own[i] != NULL; i++) {
    near_offer(near, argp_own[i]);
    known |= strncmp(argp_own[i], name, length) == 0;
  }
  if (!known) return 0;
  return o != NULL && o->arg != NULL && name[length] == '\0' ? 2 : 1;
}

error_t command_parse(const struct argp *argp, int argc, char **argv, void *input) {
  struct near near;
  for (int i = 1, step; i < argc && strcmp(argv[i], "--") != 0; i += step) {
    step = one_argument(argp, argv[i], &near);
    if (step != 0) continue;
    char question[NEAR_TEXT] = "", otherwise[64];
    if (near.distance < NEAR_FAR) snprintf(question, sizeof question, ", did you mean '--%s'?", near.best);
    snprintf(otherwise, sizeof otherwise, "; %.40s --help lists all", argv[0]);
    fprintf(stderr, "%s: unknown option '%.*s'%s\n", argv[0], (int)strcspn(argv[i], "="), argv[i],
            question[0] != '\0' ? question : otherwise);
    exit(argp_err_exit_status);
  }
  return argp_parse(argp, argc, argv, 0, NULL, input);
}

void command_scenario(const char **file, char *arg, struct argp_state *state) {
  if (*file != NULL) argp_failure(state, argp_err_exit_status, 0, "more than one scenario; give one");
  *file = arg;
}

bool command_is_utf8(const char *name, const char *command) {
  if (utf8_is(command)) return true;
  fprintf(stderr, "%s: the command is not UTF-8, which JSON and YAML require; rename its files\n", name);
  return false;
}

static int cannot(const char *path, int error) {
  fprintf(stderr, "%s: cannot write: %s; give --out a file that can be written\n", path, strerror(error));
  return 1;
}

int command_out(const char *path, void (*put)(const void *what, FILE *to), const void *what) {
  struct outfile o;
  struct stat old;
  if (stat(path, &old) == 0 && !S_ISREG(old.st_mode)) {
    fprintf(stderr, "%s: not a regular file; give --out a file\n", path);
    return 2;
  }
  int error = outfile_open(&o, path);
  if (error != 0) return cannot(path, error);
  put(what, o.to);
  error = outfile_close(&o, true);
  return error != 0 ? cannot(path, error) : 0;
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
  int error = outfile_flush(stdout);
  if (error != 0 && error != EPIPE)
    fprintf(stderr, "%s: standard output cannot be written: %s\n", name, strerror(error));
  return error == 0 ? 0 : -1;
}
