#include "tb/sim/scenario/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/traffic/random.h"

// The position of a name of so many characters, or its position if it were added.
static struct name *place_of(const struct names *n, const char *text, size_t length) {
  uint64_t hash = 0;
  for (size_t i = 0; i < length; i++) hash = random_mix(hash ^ (unsigned char)text[i]);
  for (unsigned i = (unsigned)hash;; i++) {
    struct name *place = &n->place[i & (n->places - 1)];
    if (place->text == NULL || (strncmp(place->text, text, length) == 0 && place->text[length] == '\0')) return place;
  }
}

static int grow(struct names *n) {
  struct names more = {.places = n->places != 0 ? 2 * n->places : 16, .count = n->count};
  more.place = calloc(more.places, sizeof(*more.place));
  if (more.place == NULL) return ENOMEM;
  for (unsigned i = 0; i < n->places; i++)
    if (n->place[i].text != NULL) *place_of(&more, n->place[i].text, strlen(n->place[i].text)) = n->place[i];
  free(n->place);
  *n = more;
  return 0;
}

int names_add(struct names *n, const char *name, int number) {
  if (2 * n->count >= n->places && grow(n) != 0) return ENOMEM;
  *place_of(n, name, strlen(name)) = (struct name){name, number};
  n->count++;
  return 0;
}

int names_find(const struct names *n, const char *name) { return names_find_part(n, name, strlen(name)); }

int names_find_part(const struct names *n, const char *text, size_t length) {
  if (n->places == 0) return -1;
  const struct name *place = place_of(n, text, length);
  return place->text != NULL ? place->number : -1;
}

void names_offer(const struct names *n, int least, int most, struct near *near) {
  for (unsigned i = 0; i < n->places; i++)
    if (n->place[i].text != NULL && n->place[i].number >= least && n->place[i].number <= most)
      near_offer(near, n->place[i].text);
}

void names_free(struct names *n) {
  free(n->place);
  *n = (struct names){0};
}
