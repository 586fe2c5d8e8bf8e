// SimAI: HPCC's formats with another first line of the topology.
#include "tb/cli/import/import.h"

int import_simai(struct import *m, const char *topology, const char *flows) {
  int status = import_ns3_topology(m, topology, IMPORT_NS3_SIMAI);
  if (status == 0 && flows != NULL) status = import_ns3_flows(m, flows);
  if (status == 0)
    status = import_note(
        m, "%s: SimAI sends flows inside a server over its NVSwitch; here a flow takes any shortest route", topology);
  return status;
}
