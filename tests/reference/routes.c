// Routes [traffic: routes], and links that fall and return [scenarios: events at given times; spec 14].
#include "tests/reference/simulator.h"

// ---- routes ----

// Links from switch to switch over the links in use.
void measure(struct simulator *s) {
  const struct network *net = s->net;
  for (int to = 0; to < net->switches; to++) {
    for (int n = 0; n < net->switches; n++) s->distance[n][to] = n == to ? 0 : INT16_MAX;
    for (int round = 0; round < net->switches; round++)
      for (int i = 0; i < 2 * net->links; i++) {
        int a = s->port[i].node, b = s->port[i ^ 1].node;
        if (s->usable[i / 2] && is_switch(s, a) && is_switch(s, b))
          s->distance[a][to] = (int)smaller(s->distance[a][to], s->distance[b][to] + 1);
      }
  }
}

// The port of the switch that begins a shortest way to the port, by the link declared first; -1: none.
static int next_port(const struct simulator *s, int node, int last) {
  if (!s->usable[last / 2]) return -1;
  int to = s->port[last].node;
  if (node == to) return last;
  for (int i = 0; i < 2 * s->net->links; i++)
    if (s->usable[i / 2] && s->port[i].node == node && is_switch(s, s->port[i ^ 1].node) &&
        s->distance[node][to] < INT16_MAX && s->distance[s->port[i ^ 1].node][to] + 1 == s->distance[node][to])
      return i;
  return -1;
}

static int port_between(const struct simulator *s, int from, int to) {
  for (int i = 0; i < 2 * s->net->links; i++)
    if (s->port[i].node == from && s->port[i ^ 1].node == to) return i;
  return -1;
}

static int link_in_use(const struct simulator *s, int host, int kept, int end) {
  if (s->usable[kept / 2] && s->port[kept | 1].node == host) return kept;
  for (int l = 0; l < s->net->links; l++)
    if (s->port[2 * l + 1].node == host && s->usable[l]) return 2 * l + end;
  return kept;
}

// The access links of a flow that are up: that of the source first, then that of the destination. Without a way each
// end keeps its link if it is up, or takes the first that is. A source without a link waits.
static void choose_links(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  int from = s->net->switches + s->net->flow[f].from, to = s->net->switches + s->net->flow[f].to;
  int least = INT16_MAX;
  sender->first = link_in_use(s, from, sender->first, 1);  // hosts are the ends b
  sender->last = link_in_use(s, to, sender->last, 0);
  bool up = s->usable[sender->first / 2];
  int kept = sender->first;
  for (int i = 1; i < 2 * s->net->links; i += 2)
    for (int j = 0; j < 2 * s->net->links && s->port[i].node == from && (up ? s->usable[i / 2] : i == kept); j += 2) {
      if (s->port[j ^ 1].node != to || !s->usable[j / 2]) continue;
      int distance = planted(s, FAULT_ACCESS) ? 0 : s->distance[s->port[i ^ 1].node][s->port[j].node];
      if (distance >= least) continue;
      least = distance;
      sender->first = i;
      sender->last = j;
    }
}

// The path of a flow; a fixed one has the switches of its `route`.
void find_path(struct simulator *s, int f) {
  const struct net_flow *flow = &s->net->flow[f];
  struct sender *sender = &s->sender[f];
  choose_links(s, f);
  sender->path[0] = sender->first;
  sender->hops = 1;
  int last = s->net->switches + flow->to;
  for (int node = s->port[sender->first ^ 1].node; node != last;) {
    int i = sender->hops;
    int port = flow->hops == 0 ? next_port(s, node, sender->last)
                               : port_between(s, node, i < flow->hops ? flow->route[i] : last);
    if (port < 0 || sender->hops == NET_HOPS + 2) abort();
    sender->path[sender->hops++] = port;
    node = s->port[port ^ 1].node;
  }
}

// Where a switch sends a packet: along the path of its flow, packets to the sender backwards. When routes have changed,
// towards the access link.
int egress_of(const struct simulator *s, const struct packet *p, int node) {
  const struct sender *sender = &s->sender[p->flow];
  for (int i = 0; i < sender->hops && (!s->rerouted || s->net->flow[p->flow].hops > 0); i++) {
    if (p->kind == DATA && s->port[sender->path[i]].node == node) return sender->path[i];
    if (p->kind != DATA && s->port[sender->path[i] ^ 1].node == node) return sender->path[i] ^ 1;
  }
  return next_port(s, node, p->kind == DATA ? sender->last : sender->first ^ 1);
}

// The least sum of delays between two hosts, without outages [spec 14, after].
int64_t least_delay(const struct simulator *s, int from, int to) {
  int nodes = s->net->switches + s->net->hosts;
  int64_t delay[NET_NODES] = {0}, hop = planted(s, FAULT_HOPS) ? 1000000 * US : 0;
  for (int n = 0; n < nodes; n++) delay[n] = n == s->net->switches + from ? 0 : NEVER;
  for (int round = 0; round < nodes; round++)
    for (int i = 0; i < 2 * s->net->links; i++) {
      int a = s->port[i].node, b = s->port[i ^ 1].node;
      if (!is_switch(s, a) && a != s->net->switches + from) continue;
      delay[b] = smaller(delay[b], delay[a] + link_of(s, i)->delay_ps + hop);
    }
  return hop > 0 ? delay[s->net->switches + to] % hop : delay[s->net->switches + to];
}

// ---- links that fall and return ----

void find_routes(struct simulator *s) {
  bool change = false;
  for (int l = 0; l < s->net->links; l++) {
    change = change || s->usable[l] != s->port[2 * l].up;
    s->usable[l] = s->port[2 * l].up;
  }
  if (!change) return;
  s->rerouted = true;
  progress(s);
  measure(s);
  for (int f = 0; f < s->net->flows; f++) {
    if (s->net->flow[f].hops > 0) continue;
    if (!planted(s, FAULT_KEPT)) choose_links(s, f);
    hold_timer(s, f);
  }
  for (int i = 0; i < 2 * s->net->links; i++) try_to_send(s, i);
}

void link_event(struct simulator *s, int link, bool up) {
  progress(s);
  for (int port = 2 * link; port < 2 * link + 2; port++) {
    struct port *p = &s->port[port];
    p->up = up;
    if (up) {
      if (any_active(s, port)) mark(s, port, 0, false);
      continue;
    }
    p->life++;
    while (is_switch(s, p->node) && p->control.head != NULL) free(take(&p->control));
    for (int c = 0; c <= WHOLE; c++) p->closed_until[c] = 0;
    for (int c = 0; c < s->net->classes && !planted(s, FAULT_FLUSH); c++)
      while (p->queue[c].head != NULL) {
        struct packet *packet = take(&p->queue[c]);
        p->waiting[c] -= cells_of(s, packet->bytes);
        dequeue(s, packet, true);
        drop(s, packet, port);
      }
  }
  for (int port = 2 * link; port < 2 * link + 2; port++) {
    hold_timers(s, port);
    try_to_send(s, port);
  }
  schedule(s, s->now + s->net->reroute_us * US + (planted(s, FAULT_REROUTE) ? US / 10 : 0), REROUTE, 0, 0, NULL);
}
