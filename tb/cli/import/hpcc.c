// HPCC: topology, flows and the file of its settings.
#include "tb/cli/import/import.h"

// Defaults of its switch
enum { RESERVE = 4 << 10, RESUME = 3 << 10 };

// The flows of ns3-rdma count packets, whose size is a setting.
int import_hpcc(struct import *m, const char *topology, const char *flows, const char *config) {
  m->private = RESERVE;
  m->resume = RESUME;
  m->headroom_of_bdp = true;
  m->alpha_of_rate = true;
  int status = import_ns3_topology(m, topology, IMPORT_NS3_HPCC);
  if (status == 0 && config != NULL) status = import_hpcc_config(m, config);
  if (status == 0 && flows != NULL) status = import_ns3_flows(m, flows);
  return status;
}
