#include "cmodel/switch/sluice_link.h"

static bool ends(const struct sluice_link *l, bool up) { return l->inside && (l->closing || !up); }

static bool passes(const struct sluice_link *l, bool up) { return up && !l->ignoring && !ends(l, up); }

struct sluice_beat sluice_link_word(const struct sluice_link *l, bool up, const struct sluice_beat *from_mac) {
  if (ends(l, up)) return (struct sluice_beat){.valid = true, .last = true, .bad = true};
  struct sluice_beat beat = *from_mac;
  beat.valid &= passes(l, up);
  return beat;
}

bool sluice_link_ready(const struct sluice_link *l, bool up, bool ready) { return !passes(l, up) || ready; }

void sluice_link_step(struct sluice_link *l, bool up, bool ready, const struct sluice_beat *from_mac) {
  const bool cut = ends(l, up), pass = passes(l, up);
  const bool word = from_mac->valid && sluice_link_ready(l, up, ready);
  const bool silence = l->silent == SLUICE_LINK_SILENCE - 1;
  l->silent = word || !l->ignoring ? 0 : (l->silent + 1) % SLUICE_LINK_SILENCE;
  l->closing = cut && !ready;
  if (cut)
    l->inside = !ready;
  else if (pass && word)
    l->inside = !from_mac->last;
  if (!pass && word)
    l->ignoring = !from_mac->last;
  else if (silence)
    l->ignoring = false;
}
