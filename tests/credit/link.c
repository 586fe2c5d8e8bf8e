#include "tests/credit/link.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint64_t seed_of_run;

void link_fail(const struct link *l, const char *format, ...) {
  char text[300], name[40];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  lockstep_name(&l->port[0].model.dims, name, sizeof name);
  ck_abort_msg("cycle %llu, seed %llu: %s; SLUICE_VARIANT=%s SLUICE_SEED=%llu make test T=credit repeats it",
               (unsigned long long)l->now, (unsigned long long)seed_of_run, text, name,
               (unsigned long long)seed_of_run);
}

void link_new(struct link *l, int variant, uint64_t seed, int episode) {
  memset(l, 0, sizeof *l);
  seed_of_run = seed;
  l->rng = seed << 16 ^ (uint64_t)episode;
  for (int p = 0; p < 2; p++) {
    lockstep_new(&l->port[p], variant);
    l->started[p] = -1;
  }
}

void link_free(struct link *l) {
  for (int p = 0; p < 2; p++) lockstep_free(&l->port[p]);
}

uint32_t link_below(struct link *l, uint32_t n) {
  l->rng += UINT64_C(0x9e3779b97f4a7c15);  // splitmix64
  uint64_t z = l->rng;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)((z ^ z >> 31) % n);
}

static bool chance(struct link *l, uint32_t of_1024) { return link_below(l, 1024) < of_1024; }

uint32_t link_credits(const struct link *l, int sender, uint32_t bytes) {
  const int sum = (int)bytes + l->in[sender].config.tx_overhead, size = 1 << l->port[0].model.dims.shift;
  return sum <= 0 ? 0 : (uint32_t)((sum - 1) / size + 1);
}

static bool infiniband(const struct link *l) { return l->port[0].model.dims.infiniband; }

// Credits of the buffer of a channel in the direction to port p.
static uint64_t room(const struct link *l, int p, int c) { return l->in[p].config.room[c]; }

static struct link_item *append(struct link *l, const struct link_traffic *t, int to, uint32_t loss) {
  struct link_direction *d = &l->to[to];
  if (d->last - d->first == LINK_ITEMS) link_fail(l, "the line to port %d is full", to);
  const uint64_t at = l->now + 1 + t->delay + link_below(l, t->delay_more + 1);
  if (at > d->latest) d->latest = at;
  struct link_item *item = &d->item[d->last++ % LINK_ITEMS];
  *item = (struct link_item){.arrives = d->latest, .lost = chance(l, loss)};
  return item;
}

// What reaches a port in a cycle: a word, a packet behind it, and a packet that leaves the buffer. The scoreboard
// counts them after the cycle, as the port does.
struct events {
  struct link_item word, packet;
  struct sluice_credit_packet leaves;
};

static void arrive(struct link *l, int p, struct events *e) {
  struct link_direction *d = &l->to[p];
  while (d->first != d->last && !e->packet.packet.valid) {
    const struct link_item *item = &d->item[d->first % LINK_ITEMS];
    if (item->arrives > l->now || (item->word.valid && e->word.word.valid)) break;
    d->first++;
    *(item->word.valid ? &e->word : &e->packet) = *item;
  }
  l->lost_words += e->word.lost;
  if (e->word.word.valid && !e->word.lost) l->in[p].rx = e->word.word;
  const struct sluice_credit_packet *packet = &e->packet.packet;
  if (!packet->valid) return;
  const struct link_channel *ch = &d->channel[packet->channel];
  const bool overflow = ch->occupied + link_credits(l, !p, packet->bytes) > room(l, p, packet->channel);
  l->lost_packets += e->packet.lost;
  l->overflows += overflow && !e->packet.lost;
  e->packet.lost |= overflow;
  if (!e->packet.lost) l->in[p].in = *packet;
}

static void drain(struct link *l, const struct link_traffic *t, int p, struct events *e) {
  const int c = (int)link_below(l, (uint32_t)l->port[p].model.dims.channels);
  const struct link_channel *ch = &l->to[p].channel[c];
  if (!chance(l, t->drains) || ch->first == ch->last) return;
  e->leaves = l->in[p].out = (struct sluice_credit_packet){true, (uint8_t)c, ch->stored[ch->first % LINK_STORED]};
}

static void count(struct link *l, int p, const struct events *e) {
  for (int c = 0; c < l->port[p].model.dims.channels; c++) {
    struct link_channel *of = &l->to[p].channel[c];
    memmove(&of->shown[1], &of->shown[0], sizeof of->shown - sizeof of->shown[0]);
    of->shown[0] = of->freed;
  }
  const struct sluice_credit_word *w = &e->word.word;
  struct link_channel *ch = &l->to[p].channel[w->channel];
  if (w->valid && !e->word.lost && w->kind == SLUICE_CREDIT_FREED) {
    l->to[!p].channel[w->channel].known = e->word.value;
  } else if (w->valid && !e->word.lost) {
    if (e->word.value < ch->received) link_fail(l, "port %d, channel %d: more received than sent", p, w->channel);
    ch->freed += e->word.value - ch->received;
    ch->received = e->word.value;
  }
  if (e->packet.packet.valid) {
    const struct sluice_credit_packet *packet = &e->packet.packet;
    ch = &l->to[p].channel[packet->channel];
    ch->under_way--;
    if (!e->packet.lost) {
      const uint32_t n = link_credits(l, !p, packet->bytes);
      ch->received += n;
      ch->occupied += n;
      ch->stored[ch->last++ % LINK_STORED] = packet->bytes;
    }
  }
  if (e->leaves.valid) {
    ch = &l->to[p].channel[e->leaves.channel];
    const uint32_t n = link_credits(l, !p, e->leaves.bytes);
    ch->first++;
    ch->occupied -= n;
    ch->freed += n;
  }
}

static void want(struct link *l, const struct link_traffic *t, int p) {
  struct sluice_credit_in *in = &l->in[p];
  if (!in->snd.valid || link_below(l, 4) == 0) {  // a packet that asks again may give way to another
    const uint32_t most = t->most_bytes - t->least_bytes + 1;
    in->snd.channel = (uint8_t)link_below(l, (uint32_t)l->port[p].model.dims.channels);
    in->snd.bytes = (uint16_t)(t->least_bytes + link_below(l, most));
  }
  const struct link_channel *ch = &l->to[!p].channel[in->snd.channel];
  in->snd.valid = chance(l, t->sends) && ch->under_way + (ch->last - ch->first) + 2 < LINK_STORED;
  in->tx_ready = chance(l, t->words_ready) || l->waited[p] >= t->ready_within;
}

static void start(struct link *l, const struct link_traffic *t, int p) {
  struct link_ask *ask = l->ask[p], first = ask[1], now = {.packet = l->in[p].snd};
  const struct sluice_credit_packet *snd = &first.packet;
  struct link_channel *ch = &l->to[!p].channel[ask[0].packet.channel];
  const bool follows = l->started[p] == snd->channel, expected = first.fits && !follows,
             ready = l->port[p].out.snd_ready;
  now.credits = link_credits(l, p, now.packet.bytes);
  ask[1] = ask[0];
  ask[1].fits = infiniband(l) ? ch->sent + ask[0].credits <= ch->known
                              : ch->sent - ch->known + ask[0].credits <= l->in[p].config.limit[ask[0].packet.channel];
  ask[0] = now;
  l->started[p] = -1;
  if (!snd->valid) return;
  ch = &l->to[!p].channel[snd->channel];
  if (ready != expected)
    link_fail(l, "port %d, channel %d: snd_ready: expected %d, got %d: sent %llu, known %llu, packet %u, follows %d", p,
              snd->channel, expected, ready, (unsigned long long)ch->sent, (unsigned long long)ch->known, first.credits,
              follows);
  l->stops += !ready;
  l->follows += follows;
  if (!ready) return;
  append(l, t, !p, t->packets_lost)->packet = *snd;
  ch->sent += first.credits;
  ch->under_way++;
  l->starts++;
  l->started[p] = snd->channel;
  l->in[p].snd.valid = false;
}

static void word(struct link *l, const struct link_traffic *t, int p) {
  const struct sluice_credit_word *w = &l->port[p].out.tx;
  const int bits = l->port[p].model.dims.bits;
  l->waited[p] = w->valid && !l->in[p].tx_ready ? l->waited[p] + 1 : 0;
  l->waiting_words += l->waited[p] > 0;
  if (!w->valid) return;
  const struct link_channel *sent = &l->to[!p].channel[w->channel], *here = &l->to[p].channel[w->channel];
  const uint64_t value = w->kind == SLUICE_CREDIT_CONSUMED
                             ? sent->sent
                             : here->shown[LINK_SHOWN - 1] + (infiniband(l) ? room(l, p, w->channel) : 0);
  if (w->value != (value & ((UINT64_C(1) << bits) - 1)))
    link_fail(l, "port %d, channel %d, kind %d: expected value %llu, modulo 2^%d, got %u", p, w->channel, w->kind,
              (unsigned long long)value, bits, w->value);
  if (!l->in[p].tx_ready) return;
  struct link_item *item = append(l, t, !p, t->words_lost);
  item->word = *w;
  item->value = value;
  l->words[w->kind]++;
  l->wraps += value >> bits != 0;
}

void link_step(struct link *l, const struct link_traffic *t) {
  l->now++;
  struct events events[2] = {0};
  for (int p = 0; p < 2; p++) {
    struct sluice_credit_in *in = &l->in[p];
    want(l, t, p);
    in->in.valid = in->out.valid = in->rx.valid = false;
    arrive(l, p, &events[p]);
    drain(l, t, p, &events[p]);
    if (!lockstep_step(&l->port[p], in)) link_fail(l, "port %d: %s", p, l->port[p].difference);
  }
  for (int p = 0; p < 2; p++) {
    word(l, t, p);
    start(l, t, p);
  }
  for (int p = 0; p < 2; p++) count(l, p, &events[p]);
}

bool link_drained(const struct link *l) {
  for (int p = 0; p < 2; p++)
    for (int c = 0; c < l->port[p].model.dims.channels; c++) {
      const struct link_channel *ch = &l->to[p].channel[c];
      if (ch->under_way != 0 || ch->first != ch->last) return false;
    }
  return true;
}

bool link_whole(const struct link *l) {
  for (int p = 0; p < 2; p++)
    for (int c = 0; c < l->port[p].model.dims.channels; c++) {
      const struct link_channel *ch = &l->to[p].channel[c];
      if (ch->known != ch->sent + (infiniband(l) ? room(l, p, c) : 0)) return false;
    }
  return true;
}
