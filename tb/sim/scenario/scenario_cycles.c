// Warns of a cyclic buffer dependency. Routes that go up and then down have none, so they are not searched.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/dependencies.h"
#include "tb/sim/scenario/scenario_file.h"

enum { SHOWN = 6 };  // channels of a cycle that are named

static bool has_written(const struct checker *c) {
  for (unsigned i = 0; i < c->file->flows_count; i++)
    if (c->file->flows[i].route != NULL) return true;
  return false;
}

static void describe(const struct dependencies *d, const struct cycle *c, char *text, size_t size) {
  FILE *to = fmemopen(text, size, "w");
  if (to == NULL) return;
  for (int i = 0; i < c->length && i < SHOWN; i++) {
    const struct channel *x = &d->channel[c->channel[i]];
    const struct scenario_link *l = &d->s->link[x->lane / 2];
    fprintf(to, "%s:%s/%d waits for ", d->s->sw[l->end[x->lane % 2].node].name, l->name, x->cls);
  }
  if (c->length > SHOWN)
    fprintf(to, "%d more", c->length - SHOWN);
  else
    fprintf(to, "the first");
  fclose(to);
}

static int warn(struct checker *c, const struct dependencies *d, const struct cycle *cycle) {
  char text[SHOWN * 200] = "";
  describe(d, cycle, text, sizeof(text));
  return scenario_warn(c, "",
                       "the routes of the flows can deadlock, because their buffer dependencies have a cycle: %s; "
                       "give paths: up_down, or other routes or classes",
                       text);
}

int scenario_check_cycles(struct checker *c) {
  const struct scenario *s = c->s;
  struct dependencies d;
  struct cycles found = {.cycle = NULL};
  if (s->feedback == FEEDBACK_STAGE) return 0;  // a stage never stops a queue
  if (s->paths == PATHS_UP_DOWN && !has_written(c)) return 0;
  int status = dependencies_new(&d, s);
  if (status == 0) status = dependencies_of_flows(&d);
  if (status == 0) status = dependencies_of_answers(&d);
  if (status == 0) status = dependencies_of_ports(&d);
  if (status == 0) status = cycles_find(&d, 1, &found);
  if (status == ENOMEM) status = scenario_no_memory(c);
  if (status == 0 && found.count > 0) status = warn(c, &d, &found.cycle[0]);
  cycles_free(&found);
  dependencies_free(&d);
  return status;
}
