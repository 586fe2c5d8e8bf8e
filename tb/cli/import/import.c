#define _POSIX_C_SOURCE 200809L
#include "tb/cli/import/import.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/files.h"
#include "tb/sim/files/vec.h"

enum { BUFFER = 32 << 20, PACKET = 1000, NOTE = 1024 };

void import_begin(struct import *m, const char *topology, struct error *err) {
  *m = (struct import){.path = topology, .packet = PACKET, .buffer = BUFFER, .err = err};
}

void import_free(struct import *m) {
  for (int i = 0; i < m->notes; i++) free(m->note[i]);
  free(m->note);
  free(m->is_switch);
  free(m->degree);
  free(m->link);
  free(m->flow);
  free(m->after);
}

int import_no_memory(struct import *m) { return error_no_memory(m->err, m->path); }

int import_file(struct import *m, const char *path, const char *form,
                int (*take)(struct import *m, struct rows *c, void *arg), void *arg) {
  struct rows c;
  const char *why;
  FILE *file = infile_open(path, false, &why);
  if (file == NULL) return error_at(m->err, path, "cannot open: %s; give a file", why);
  rows_begin(&c, file, path, form, m->err);
  int status = take(m, &c, arg);
  rows_end(&c);
  fclose(file);
  return status;
}

int import_note(struct import *m, const char *format, ...) {
  char text[NOTE];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  for (char *p = text; *p != '\0'; p++)
    if ((unsigned char)*p < ' ' || *p == 127) *p = '?';
  char **more = vec_grow(m->note, (size_t)m->notes, sizeof(*more));
  if (more == NULL) return import_no_memory(m);
  m->note = more;
  more[m->notes] = strdup(text);
  return more[m->notes] != NULL ? (m->notes++, 0) : import_no_memory(m);
}

int import_nodes(struct import *m, int nodes) {
  m->nodes = nodes;
  m->is_switch = calloc((size_t)nodes, sizeof(*m->is_switch));
  m->degree = calloc((size_t)nodes, sizeof(*m->degree));
  return m->is_switch != NULL && m->degree != NULL ? 0 : import_no_memory(m);
}

int import_link(struct import *m, const struct import_link *link) {
  struct import_link *more = vec_grow(m->link, (size_t)m->links, sizeof(*more));
  if (more == NULL) return import_no_memory(m);
  m->link = more;
  more[m->links++] = *link;
  m->degree[link->end[0]]++;
  m->degree[link->end[1]]++;
  return 0;
}

int import_flow(struct import *m, const struct import_flow *flow) {
  struct import_flow *more = m->flows < IMPORT_FLOWS ? vec_grow(m->flow, (size_t)m->flows, sizeof(*more)) : NULL;
  if (more == NULL) return import_no_memory(m);
  m->flow = more;
  more[m->flows++] = *flow;
  return 0;
}

int import_after(struct import *m, int flow) {
  int *more = vec_grow(m->after, (size_t)m->afters, sizeof(*more));
  if (more == NULL) return import_no_memory(m);
  m->after = more;
  more[m->afters++] = flow;
  return 0;
}

int import_host(struct import *m, struct rows *c, const char *name, const char *word, int *node) {
  uint64_t number;
  int status = rows_whole(c, name, word, 0, (uint64_t)(m->hosts > 0 ? m->hosts : m->nodes) - 1, &number);
  if (status != 0) return status;
  *node = (int)number;
  if (m->is_switch[*node]) return rows_wrong(c, "%s %d is a switch; name a host", name, *node);
  if (m->degree[*node] == 0) return rows_wrong(c, "%s %d has no link; name a host with a link", name, *node);
  return 0;
}
