// The credits of scheme CBFC.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "tb/sim/scenario/scenario_mmu.h"

#define PATH "mmu.credits."

enum { MOST_PERIOD = 1000000 };  // us

bool mmu_credits_static(const struct keys *k) { return *PICK(k, scheme) == SLUICE_CBFC && PICK(k, alpha) == NULL; }

// ---- values ----

// The default is that of [SAI]; InfiniBand: 65,536 symbol times of 4 ns are 262 us.
static int period(struct checker *c, const char *path, double us, uint64_t *ps) {
  *ps = (uint64_t)llround(us * 1e6);
  if (us == 0 || (us >= 0.1 && us <= MOST_PERIOD)) return 0;
  return scenario_wrong(c, path, "%s is %g; it must be 0.1 to %d, or 0: never", path + sizeof(PATH) - 1, us,
                        MOST_PERIOD);
}

static int probability(struct checker *c, const char *path, const double *given, double *to) {
  if (given != NULL) *to = *given;
  if (*to >= 0 && *to < 1) return 0;
  return scenario_wrong(c, path, "%s is %g; it must be 0 to below 1", path + sizeof(PATH) - 1, *to);
}

static int size_and_overhead(struct checker *c, const struct file_credits *f, struct scenario_credits *x) {
  x->size = x->infiniband ? SLUICE_CREDIT_BLOCK_IB : CREDIT_SIZE_UE;
  if (f->credit_bytes != NULL && x->infiniband)
    return scenario_wrong(c, PATH "credit_bytes", "a block of InfiniBand has 64 bytes; leave credit_bytes out");
  if (f->credit_bytes != NULL) x->size = *f->credit_bytes;
  x->overhead = (int)VALUE_OR(f->overhead_bytes, 0);
  return 0;
}

static int amount(struct checker *c, const struct file_credits *f, struct scenario_credits *x) {
  uint64_t bytes = x->infiniband ? CREDIT_AMOUNT_IB : CREDIT_AMOUNT_UE;
  const uint64_t low = x->infiniband ? CREDIT_AMOUNT_LEAST_IB : CREDIT_AMOUNT_UE,
                 high = x->infiniband ? CREDIT_AMOUNT_MOST_IB : CREDIT_AMOUNT_MOST_UE;
  if (f->amount != NULL) {
    int status = scenario_amount(c, PATH "amount", f->amount, low, high, &bytes);
    if (status != 0) return status;
  }
  x->amount = bytes / x->size != 0 ? (uint32_t)(bytes / x->size) : 1;
  return 0;
}

static int limit(struct checker *c, const char *path, const char *text, const struct scenario_credits *x,
                 uint32_t *to) {
  uint64_t bytes;
  int status = scenario_amount(c, path, text, (uint64_t)credits_of(x, c->s->mtu) * x->size,
                               (uint64_t)sluice_credit_most(x->infiniband, x->bits) * x->size, &bytes);
  if (status == 0) *to = (uint32_t)(bytes / x->size);
  return status;
}

// The credits of the largest packet must have fewer bits than a counter.
static int limits(struct checker *c, const struct file_credits *f, struct scenario_credits *x) {
  const uint32_t largest = credits_of(x, c->s->mtu);
  const unsigned classes = (unsigned)c->s->dims.classes;
  char path[64];
  int status = 0;
  if (largest >= 1u << (x->bits - 1))
    return scenario_wrong(c, PATH "credit_bytes", "a packet of %u bytes takes %u credits; raise credit_bytes",
                          c->s->mtu, largest);
  x->own_limits = f->limits_count != 0;
  if (x->own_limits && f->limit != NULL)
    return scenario_wrong(c, PATH "limits", "limits sets limit too; leave limit out");
  if (x->own_limits && f->limits_count != classes)
    return scenario_wrong(c, PATH "limits", "limits has %u values; give one for each of the %u classes",
                          f->limits_count, classes);
  if (!x->own_limits && f->limit == NULL) return 0;
  for (unsigned i = 0; status == 0 && i < classes; i++) {
    snprintf(path, sizeof(path), PATH "limits.%u", i);
    status = x->own_limits ? limit(c, path, f->limits[i], x, &x->limit[i])
                           : limit(c, PATH "limit", f->limit, x, &x->limit[i]);
  }
  return status;
}

static int take(struct checker *c, const struct file_credits *f, struct scenario_credits *x) {
  x->infiniband = VALUE_OR(f->kind, DEFAULT_CREDITS_KIND) != 0;
  x->bits = x->infiniband ? SLUICE_CREDIT_BITS_IB : SLUICE_CREDIT_BITS_UE;
  int status = size_and_overhead(c, f, x);
  if (status == 0) status = amount(c, f, x);
  if (status == 0) status = limits(c, f, x);
  if (status == 0)
    status =
        period(c, PATH "freed_period_us", VALUE_OR(f->freed_period_us, DEFAULT_CREDITS_FREED_PERIOD_US), &x->freed_ps);
  if (status == 0)
    status = period(c, PATH "consumed_period_us", VALUE_OR(f->consumed_period_us, DEFAULT_CREDITS_CONSUMED_PERIOD_US),
                    &x->consumed_ps);
  if (status == 0) status = probability(c, PATH "message_loss", f->message_loss, &x->message_loss);
  return status == 0 ? probability(c, PATH "frame_loss", f->frame_loss, &x->frame_loss) : status;
}

// ---- a switch ----

int mmu_credits_registers(struct keys *k, struct sluice_config *cfg) {
  const struct file_mmu *all = k->all;
  char path[64];
  if (PICK(k, headroom) != NULL)
    return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, headroom), "headroom", path, sizeof(path)),
                          "under CBFC no queue has headroom; leave headroom out");
  const bool second = all->every_second_class != NULL && *all->every_second_class != 0;
  const char *half = all->tree_levels != NULL ? "tree_levels" : second ? "every_second_class" : NULL;
  if (half != NULL)
    return scenario_wrong(k->c, mmu_path(k, false, half, path, sizeof(path)),
                          "CBFC does not halve the classes; leave %s out, and give ttl and a class for each hop", half);
  if (all->ttl == NULL) return 0;
  if (*all->ttl < 2 || (int)*all->ttl > k->c->s->dims.classes)
    return scenario_wrong(k->c, "mmu.ttl", "ttl is %u; it must be 2 to %d, the number of classes", *all->ttl,
                          k->c->s->dims.classes);
  cfg->ttl0 = (int)*all->ttl;
  return 0;
}

// ---- all switches ----

// A size of packets of which a buffer of `cells` cells holds fewer than `credits` credits; 0: none.
static uint32_t misfit(const struct scenario *s, uint64_t credits, uint64_t cells) {
  for (uint32_t bytes = 1; bytes <= s->mtu; bytes++) {
    const uint64_t of_packet = (bytes + s->cell_bytes - 1) / s->cell_bytes, n = credits_of(&s->credits, bytes);
    if ((unsigned __int128)credits * of_packet > (unsigned __int128)cells * n) return bytes;
  }
  return 0;
}

// The limit of a channel, class cls of the packets on the link of port p; a dynamic limit is largest with an empty
// pool. Warns of a static limit that is over-committed, and of a limit that stops the channel until the next full
// counter.
static int check_limit(struct checker *c, int sw, int p, int cls) {
  const struct scenario *s = c->s;
  const struct scenario_credits *x = &s->credits;
  const uint32_t largest = credits_of(x, s->mtu);
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  uint64_t cells = sluice_limits_of(cfg, p)->phi;
  if (x->dynamic) cells += (uint64_t)ldexp((double)cfg->shared, cfg->alpha);
  const uint32_t most = credits_in(x, cells * s->cell_bytes), given = x->limit[cls];
  const uint32_t limit = given != 0 && (!x->dynamic || given < most) ? given : most;
  const uint32_t bytes = x->dynamic ? 0 : misfit(s, limit, cells);
  char where[160];
  const int at = snprintf(where, sizeof(where), "switch %s, link %s", s->sw[sw].name, s->link[s->sw[sw].link[p]].name);
  if (x->own_limits) snprintf(where + at, sizeof(where) - (size_t)at, ", class %d", cls);
  if (limit < largest)
    return scenario_wrong(c, "mmu.buffer",
                          "%s: a queue has %u credits, and a packet of %u bytes takes %u; raise private or buffer",
                          where, limit, s->mtu, largest);
  if (bytes != 0)
    return scenario_warn(c, "mmu.credits",
                         "%s: %u credits exceed the %" PRIu64
                         " cells of a queue with packets of %u bytes: packets may be lost; lower %s, or raise private "
                         "or overhead_bytes",
                         where, limit, cells, bytes, x->own_limits ? "limits" : "limit");
  if (x->amount > limit - largest + 1)
    return scenario_warn(c, "mmu.credits",
                         "%s: with %u credits and an amount of %u a packet may wait for a full counter; lower amount, "
                         "or raise private or buffer",
                         where, limit, x->amount);
  return 0;
}

// The limits of a switch, until one warning.
static int check_limits(struct checker *c, int sw) {
  const struct scenario *s = c->s;
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  const unsigned channels = (unsigned)cfg->lossless >> sluice_class_down(SLUICE_CBFC, cfg);
  const int warnings = s->warnings;
  for (int p = 0; p < s->sw[sw].ports; p++)
    for (int k = 0; k < s->dims.classes; k++) {
      if (!(channels >> k & 1)) continue;
      int status = check_limit(c, sw, p, k);
      if (status != 0 || s->warnings != warnings) return status;
    }
  return 0;
}

int mmu_credits_check(struct checker *c) {
  static const struct file_credits none = {.kind = NULL};
  struct scenario *s = c->s;
  const size_t warnings = (size_t)s->warnings;
  int shared = 0;
  s->credits.dynamic = c->mmu->alpha != NULL;
  int status = take(c, c->mmu->credits != NULL ? c->mmu->credits : &none, &s->credits);
  for (int i = 0; status == 0 && i < s->switches; i++) {
    if (c->file->switches[i].mmu != NULL && c->file->switches[i].mmu->alpha != NULL)
      return scenario_wrong(c, "mmu", "alpha holds for all switches under CBFC; set it in the scenario's mmu");
    if ((size_t)s->warnings == warnings) status = check_limits(c, i);  // one warning is enough
    if (status == 0 && !s->credits.dynamic && s->sw[i].cfg.shared != 0 && !shared++)
      status =
          scenario_warn(c, "mmu.shared", "shared does nothing under CBFC without alpha; leave it out, or give alpha");
  }
  if (status == 0 && s->processing != 0)
    status = scenario_warn(c, "processing_ns", "processing_ns does nothing under CBFC; leave it out");
  return status;
}
