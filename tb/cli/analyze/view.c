#define _POSIX_C_SOURCE 200809L
#include "tb/cli/analyze/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 160 };

static bool classes(const struct analysis *a) {
  for (int i = 1; i < a->channels; i++)
    if (a->channel[i].cls != a->channel[0].cls) return true;
  return false;
}

// sides: a bit for each direction of the link that flows use.
static int name_channel(struct analysis_view *v, int channel, unsigned sides, bool with_class) {
  const struct analysis_channel *c = &v->a->channel[channel];
  const struct scenario_link *l = &v->a->s->link[c->link];
  char name[NAME], cls[16] = "";
  if (with_class) snprintf(cls, sizeof(cls), "/%d", c->cls);
  if (sides == 3)
    snprintf(name, sizeof(name), "%s:%s%s", l->name, scenario_node_name(v->a->s, l->end[c->side].node), cls);
  else
    snprintf(name, sizeof(name), "%s%s", l->name, cls);
  v->name[channel] = arena_get(&v->text, strlen(name) + 1, 1);
  if (v->name[channel] == NULL) return ENOMEM;
  strcpy(v->name[channel], name);
  return 0;
}

static int name_all(struct analysis_view *v) {
  const struct analysis *a = v->a;
  uint8_t *sides = calloc((size_t)a->s->links + 1, 1);
  bool with_class = classes(a);
  int status = sides != NULL ? 0 : ENOMEM;
  for (int i = 0; status == 0 && i < a->channels; i++) sides[a->channel[i].link] |= (uint8_t)(1 << a->channel[i].side);
  for (int i = 0; status == 0 && i < a->channels; i++)
    status = name_channel(v, i, sides[a->channel[i].link], with_class);
  free(sides);
  return status;
}

// A channel and its sort key: the order of the scenario file.
struct place {
  uint64_t key;
  int channel;
};

static int compare(const void *a, const void *b) {
  uint64_t x = ((const struct place *)a)->key, y = ((const struct place *)b)->key;
  return (x > y) - (x < y);
}

static int sort(struct analysis_view *v) {
  const struct analysis *a = v->a;
  struct place *place = malloc(((size_t)a->channels + 1) * sizeof(*place));
  if (place == NULL) return ENOMEM;
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    place[i] = (struct place){((uint64_t)c->link * 2 + (unsigned)c->side) * SLUICE_MAX_CLASSES + (unsigned)c->cls, i};
  }
  qsort(place, (size_t)a->channels, sizeof(*place), compare);
  for (int i = 0; i < a->channels; i++) v->order[i] = place[i].channel;
  free(place);
  return 0;
}

int analysis_view_new(struct analysis_view *v, const struct analysis *a) {
  *v = (struct analysis_view){.a = a};
  size_t channels = (size_t)a->channels + 1;
  v->name = calloc(channels, sizeof(*v->name));
  v->order = calloc(channels, sizeof(*v->order));
  v->reason = malloc(channels * sizeof(*v->reason));
  v->next_reason = malloc(((size_t)a->reasons + 1) * sizeof(*v->next_reason));
  if (v->name == NULL || v->order == NULL || v->reason == NULL || v->next_reason == NULL) return ENOMEM;
  for (int i = 0; i < a->channels; i++) v->reason[i] = -1;
  for (int i = a->reasons - 1; i >= 0; i--) {
    v->next_reason[i] = v->reason[a->reason[i].channel];
    v->reason[a->reason[i].channel] = i;
  }
  int status = name_all(v);
  return status == 0 ? sort(v) : status;
}

void analysis_view_free(struct analysis_view *v) {
  free(v->name);
  free(v->order);
  free(v->reason);
  free(v->next_reason);
  arena_free(&v->text);
}
