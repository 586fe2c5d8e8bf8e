#include "tb/sim/clocked/ranks_gather.h"

#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/ranks_text.h"
#include "tb/sim/ranks/gather.h"

void ranks_gather(struct network *n) {
  const struct gather g = {n->s, &n->result, n->ranks->t, n->ranks->first};
  ranks_agree(n);
  if (n->status != NETWORK_OK) return;
  n->result.cost.processes = n->ranks->t->ranks;
  n->result.cost.ahead = n->ranks->ahead;
  n->status = gather_results(&g);
  ranks_agree(n);
  if (n->status != NETWORK_OK) return;
  ranks_merge_texts(n);
  ranks_agree(n);
}
