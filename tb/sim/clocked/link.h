// Links: each end sends towards the other, and receives from it.
#ifndef NET_LINK_H
#define NET_LINK_H

#include "tb/sim/clocked/port.h"

// One end of every link of the scenario; n->port has room for them.
void links_init(struct network *n);

// A frame is sent from now on, and arrives later (EVENT_SENT, EVENT_ARRIVE).
void port_send(struct network *n, struct port *p, struct packet *packet);
void port_kick_at(struct network *n, struct port *p, uint64_t clock);

// Statistics of what the other end's feedback does to this one.
void port_closed(struct network *n, struct port *p, bool closed);
void port_count_message(struct network *n, struct port *p, const struct pause *m);
uint64_t port_paused(const struct network *n, int link, int direction);  // up to now, also where a gate is closed

#endif
