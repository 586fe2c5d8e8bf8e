// Tests sluice import with wrong files: one message for each wrong line. `make check T=import_lines` repeats it.
#define _POSIX_C_SOURCE 200809L
#include "tests/tools/imports.h"

#define CM "Nodes 8\n"
#define FIRES "0->1 size 1 start 0 send_done_trigger 5\n"
#define A_WORD "SIXTEEN_LETTERS_"
static const struct {
  enum format format;
  const char *net, *flows, *config;
  const char *file;
  int line;
  const char *message;
} bad[] = {
    {HPCC, "", NULL, NULL, "net.txt", 1, "the file is empty; give a topology"},
    {HPCC, "2\n", NULL, NULL, "net.txt", 1, "1 field; give the numbers of nodes, switches and links"},
    {HPCC, "6 2 1 1 6 H20\n", NULL, NULL, "net.txt", 1, "a topology of SimAI; use sluice import simai"},
    {SIMAI, "7 3 6\n", NULL, NULL, "net.txt", 1,
     "3 fields; give nodes, GPUs of a server, NVSwitches, other switches, links and GPU type, or use sluice import "
     "hpcc"},
    {HPCC, "2 x 1\n", NULL, NULL, "net.txt", 1, "switches is 'x'; give a whole number, 0 to 1"},
    {SIMAI, "3 1 1 2 1 A\n", NULL, NULL, "net.txt", 1, "3 switches of 3 nodes; give at least one switch and one host"},
    {HPCC, "3 2 1\n1\n", NULL, NULL, "net.txt", 2, "the file ends after 1 of 2 switches; complete it"},
    {HPCC, "3 1 1\n1 2\n", NULL, NULL, "net.txt", 2, "more than 1 switches; change the first line"},
    {HPCC, "3 2 1\n1 1\n", NULL, NULL, "net.txt", 2, "switch 1 is given twice; keep one"},
    {HPCC, "3 1 2\n2\n0 2 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "the file ends after 1 of 2 links; complete it"},
    {HPCC, "3 1 1\n2\n0 2 1Gbps 1us\n", NULL, NULL, "net.txt", 3,
     "4 fields; give two nodes, rate, delay and error rate"},
    {HPCC, "3 1 1\n2\n0 3 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "node is '3'; give a whole number, 0 to 2"},
    {HPCC, "3 1 1\n2\n0 1 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3,
     "a link between the hosts 0 and 1; one end must be a switch"},
    {HPCC, "3 1 1\n2\n2 2 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "a link from node 2 to itself; name two nodes"},
    {HPCC, "3 1 1\n2\n0 2 1Gbit 1us 0\n", NULL, NULL, "net.txt", 3,
     "rate is '1Gbit'; give a rate such as 100Gbps or 25000000000"},
    {HPCC, "3 1 1\n2\n0 2 1Gbps 1m 0\n", NULL, NULL, "net.txt", 3,
     "delay is '1m'; give a delay such as 1us or 0.001ms, at most 1s"},
    {HPCC, "3 1 1\n2\n0 2 1Gbps 1us 2\n", NULL, NULL, "net.txt", 3,
     "error rate is '2'; give a number such as 40 or 0.25, at most 1"},
    {HPCC, three, "", NULL, "flow.txt", 1, "the file is empty; begin with the number of flows"},
    {HPCC, three, "2\n0 2 3 100 5 0\n", NULL, "flow.txt", 2, "the file ends after 1 of 2 flows; complete it"},
    {HPCC, three, "1\n0 2 3 100 5\n", NULL, "flow.txt", 2,
     "5 fields; give source, destination, priority group, port, bytes and start in seconds"},
    {HPCC, three, "1\n0 4 3 100 5 0\n", NULL, "flow.txt", 2, "destination 4 is a switch; name a host"},
    {HPCC, three, "1\n0 0 3 100 5 0\n", NULL, "flow.txt", 2, "a flow from 0 to itself; name two hosts"},
    {HPCC, three, "1\n0 2 8 100 5 0\n", NULL, "flow.txt", 2, "priority group is '8'; give a whole number, 0 to 7"},
    {HPCC, three, "1\n0 2 3 100 5 -1\n", NULL, "flow.txt", 2,
     "start is '-1', which is negative; give a number such as 40 or 0.25, at most 1000000"},
    {HPCC, "4 1 1\n3\n0 3 1Gbps 1us 0\n", "1\n0 1 3 100 5 0\n", NULL, "flow.txt", 2,
     "destination 1 has no link; name a host with a link"},
    {HPCC, three, two_flows, "BUFFER_SIZE\n", "config.txt", 1, "BUFFER_SIZE has no value; add it"},
    {HPCC, three, two_flows, "PACKET_PAYLOAD_SIZE 1\n", "config.txt", 1,
     "PACKET_PAYLOAD_SIZE is '1'; give a whole number, 64 to 16384"},
    {HPCC, three, "2\n0 2 3 100 5 0\n0 2 3 100 2.0 9.5\n", NULL, "flow.txt", 3,
     "bytes is '2.0', as in a file of ns3-rdma, and the first flow is of HPCC; give source, destination, priority "
     "group, port, bytes and start in seconds in all"},
    {HPCC, three, "1\n0 2 3 100 2.0 2\n", NULL, "flow.txt", 2,
     "the flow ends at 2 s, not after its start at 2.0 s; the file is of ns3-rdma, so give source, destination, "
     "priority group, packets, start and end in seconds"},
    {HPCC, three, "1\n0 2 3 dctcp 5 0\n", NULL, "flow.txt", 2, "port is 'dctcp'; give a whole number, 0 to 4294967295"},
    {HPCC, three, "1\n0 2 3 100 1e3 0\n", NULL, "flow.txt", 2,
     "bytes is '1e3'; give a whole number, 1 to 1125899906842624"},
    {HTSIM, TWO_TIERS, "0->1 start 0 size 2.0\n", NULL, "flow.txt", 1,
     "size is '2.0'; give a whole number, 0 to 1125899906842624"},
    {HPCC, three, "1\n0 2 3 1.5 2.0 9.5\n", NULL, "flow.txt", 2,
     "packets is '1.5'; give a whole number, 1 to 4294967295"},
    {HPCC, three, two_flows, "CC_MODE hpcc\n", "config.txt", 1, "CC_MODE is 'hpcc'; give a whole number, 0 to 1000"},
    {HPCC, three, two_flows, "ENABLE_QCN 2\n", "config.txt", 1, "ENABLE_QCN is '2'; give a whole number, 0 to 1"},
    {HPCC, three, two_flows, "RATE_AI 5MB\nCC_MODE 3\n", "config.txt", 1,
     "RATE_AI is '5MB'; give a rate such as 100Gbps or 25000000000"},
    {HPCC, three, two_flows, "CC_MODE 1\nEWMA_GAIN 0\n", "config.txt", 2, "EWMA_GAIN is '0'; give at least 1e-06"},
    {HPCC, three, two_flows, "CC_MODE 1\nL2_ACK_INTERVAL 0\n", "config.txt", 2,
     "L2_ACK_INTERVAL is '0'; give a whole number, 1 to 60000"},
    {HPCC, three, two_flows, "KMIN_MAP 2 100000000000 400\n", "config.txt", 1,
     "KMIN_MAP has 1 of 2 pairs; give a rate and a value for each"},
    {HPCC, three, two_flows,
     "CC_MODE 1\nKMIN_MAP 1 100000000000 400\nKMAX_MAP 1 25000000000 400\n"
     "PMAX_MAP 1 100000000000 0.2\n",
     "config.txt", 3, "KMAX_MAP has no value for 100000000000; add it"},
    {HPCC, three, two_flows,
     "CC_MODE 1\nKMIN_MAP 1 100000000000 401\nKMAX_MAP 1 100000000000 400\n"
     "PMAX_MAP 1 100000000000 0.2\n",
     "config.txt", 2, "KMIN_MAP is 401000 B, above KMAX_MAP; lower it"},
    {HPCC, three, two_flows,
     "CC_MODE 1\nKMIN_MAP 1 25000000000 400\nKMAX_MAP 1 25000000000 400\n"
     "PMAX_MAP 1 25000000000 0.2\n",
     "config.txt", 0, "KMIN_MAP has no value for links of 100 Gb/s; add it to all three maps"},
    {HPCC, three, two_flows, "CC_MODE 1\nKMIN_MAP 1 25000000000 400\n", "config.txt", 0, "KMAX_MAP is missing; add it"},
    {HPCC, three, two_flows, "LINK_DOWN 5 0\n", "config.txt", 1,
     "LINK_DOWN needs three numbers; give microseconds and two nodes"},
    {HPCC, three, two_flows, "LINK_DOWN 5 0 6\n", "config.txt", 1,
     "there is no link between 0 and 6; name the ends of a link"},
    {HTSIM, "Nodes 8\nTiers 2\nTier 0\n", CM, NULL, "net.txt", 3,
     "Nodes, Tiers or Podsize is missing; add it above the first tier"},
    {HTSIM, "Nodes 8\nRadix_Up 2\n", CM, NULL, "net.txt", 2,
     "'Radix_Up' is above the first tier; give Nodes, Tiers and Podsize there"},
    {HTSIM, "Nodes 8\nTiers 4\n", CM, NULL, "net.txt", 2, "Tiers is '4'; give a whole number, 2 to 3"},
    {HTSIM, "Nodes 8\nTiers\n", CM, NULL, "net.txt", 2, "Tiers has no value; add it"},
    {HTSIM, "Tier 0\nRadix_Left 2\n", CM, NULL, "net.txt", 2, "'Radix_Left' is not a key; give one such as Radix_Down"},
    {HTSIM, "Tier 0\nBundle 1\nBundle 1\n", CM, NULL, "net.txt", 3, "Bundle of tier 0 is given twice; keep one"},
    {HTSIM, "Nodes 8\nTiers 2\nPodsize 8\nTier 0\n", CM, NULL, "net.txt", 4,
     "Radix_Down of tier 0 is missing or 0; add it"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 4\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 2\n", "") TIER(1, 1, "Radix_Down 2\n", ""), CM,
     NULL, "net.txt", 3, "Podsize is 4, which does not fit Nodes, 8; change one of them"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 8\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 2\n", "") TIER(1, 1, "Radix_Down 3\n", ""), CM,
     NULL, "net.txt", 11, "Radix_Down is 3, which does not fit the links of a pod's tier 0, 2; change one of them"},
    {HTSIM, TWO_TIERS "Bundle 0\n", CM, NULL, "net.txt", 15, "Bundle of tier 1 is 0; give at least 1"},
    {HTSIM, TWO_TIERS, CM, NULL, "flow.txt", 1, "no connection; add lines such as 0->1 start 0 size 1000"},
    {HTSIM, TWO_TIERS, "Connections 2\n0->1 start 0 size 1\n", NULL, "flow.txt", 2,
     "2 connections are stated above, the file has 1; change one of them"},
    {HTSIM, TWO_TIERS, "0->8 start 0 size 1\n", NULL, "flow.txt", 1, "destination is '8'; give a whole number, 0 to 7"},
    {HTSIM, TWO_TIERS, "8->0 start 0 size 1\n", NULL, "flow.txt", 1, "source is '8'; give a whole number, 0 to 7"},
    {HTSIM, TWO_TIERS, "0->1 start 0\n", NULL, "flow.txt", 1,
     "the flow has no size; give size and bytes, or size 0 for an endless flow"},
    {HTSIM, TWO_TIERS, "0->1 size 1\n", NULL, "flow.txt", 1, "the flow has neither start nor trigger; give one"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0 trigger 1\n", NULL, "flow.txt", 1,
     "the flow has start and trigger; give one"},
    {HTSIM, TWO_TIERS, "0->1 size 1 begin 0\n", NULL, "flow.txt", 1,
     "'begin' is not a word of a connection; give size, id, start, trigger, send_done_trigger, recv_done_trigger or "
     "prio"},
    {HTSIM, TWO_TIERS, "0->1 size 0 start 0 send_done_trigger 1\n", NULL, "flow.txt", 1,
     "an endless flow fires a trigger at its end; give a size"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\n2->1 size 1 trigger 5\n", NULL, "flow.txt", 2,
     "trigger 5 has no line; add trigger id 5 oneshot"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\n2->1 size 1 trigger 5\ntrigger id 5 oneshot\n", NULL, "flow.txt", 3,
     "no flow fires trigger 5; give one send_done_trigger"},
    {HTSIM, TWO_TIERS,
     "0->1 size 1 start 0 send_done_trigger 5\n2->1 size 1 trigger 5\ntrigger id 5 oneshot\ntrigger id 5 oneshot\n",
     NULL, "flow.txt", 4, "trigger 5 is given twice; keep one"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0 send_done_trigger 5\n2->1 size 1 trigger 5\ntrigger id 5 barrier\n", NULL,
     "flow.txt", 3, "1 flows fire trigger 5, its count is 0; change one of them"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\ntrigger id 5 twice\n", NULL, "flow.txt", 2,
     "'twice' is not a kind; give oneshot, multishot or barrier"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\nfailure switch_type AGG switch_id 0 link_id 0\n", NULL, "flow.txt", 2,
     "there is no such switch with uplinks; give switch_id 0 to 1 in three tiers"},
    {HTSIM, three_tiers,
     "failure switch_type AGG switch_id 1 link_id 0\nfailure switch_type AGG switch_id 1 link_id 0\n", NULL, "flow.txt",
     2, "the link has failed already; keep one line"},
    {HTSIM, three_tiers, "failure switch_type AGG switch_id 1 link_id 2\n", NULL, "flow.txt", 1,
     "the switch has no such link; give a smaller link_id"},
    {HTSIM, three_tiers, "failure switch_type TOR switch_id 1 link_id 0\n", NULL, "flow.txt", 1,
     "the switch of a failed link is not of type AGG; give switch_type AGG"},
    {HTSIM, TWO_TIERS, "flows 3\n", NULL, "flow.txt", 1,
     "'flows' is not the begin of a line; give a connection such as 0->1 start 0 size 1000"},
    // triggers
    {HTSIM, TWO_TIERS, "trigger id 5 oneshot\n" FIRES FIRES "2->1 size 1 trigger 5\n", NULL, "flow.txt", 1,
     "2 flows fire trigger 5; a oneshot is fired once"},
    {HTSIM, TWO_TIERS, FIRES "2->1 size 1 trigger 5\n3->1 size 1 trigger 5\ntrigger id 5 multishot\n", NULL, "flow.txt",
     4, "trigger 5 starts 2 flows and is fired 1 times; give as many"},
    {HTSIM, TWO_TIERS, FIRES FIRES "2->1 size 1 trigger 5\ntrigger id 5 barrier count 3\n", NULL, "flow.txt", 4,
     "2 flows fire trigger 5, its count is 3; change one of them"},
    {HTSIM, TWO_TIERS, FIRES FIRES "2->1 size 1 trigger 5\ntrigger id 5 barrier count 1\n", NULL, "flow.txt", 4,
     "2 flows fire trigger 5, its count is 1; change one of them"},
    {HTSIM, TWO_TIERS, FIRES "trigger id 4 oneshot\n", NULL, "flow.txt", 1,
     "trigger 5 has no line; add trigger id 5 oneshot"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0 recv_done_trigger 6\n", NULL, "flow.txt", 1,
     "trigger 6 has no line; add trigger id 6 oneshot"},
    {HTSIM, TWO_TIERS, FIRES "trigger oneshot\n", NULL, "flow.txt", 2, "the trigger has no id or no kind; add it"},
    {HTSIM, TWO_TIERS, FIRES "trigger id 5\n", NULL, "flow.txt", 2, "the trigger has no id or no kind; add it"},
    {HTSIM, TWO_TIERS, FIRES "trigger id 5 count 2\n", NULL, "flow.txt", 2, "the trigger has no id or no kind; add it"},
    {HTSIM, TWO_TIERS, FIRES "trigger id\n", NULL, "flow.txt", 2, "id has no value; add it"},
    {HTSIM, TWO_TIERS, FIRES "trigger id 5 barrier count x\n", NULL, "flow.txt", 2,
     "count is 'x'; give a whole number, 0 to 16777216"},
    {HTSIM, TWO_TIERS, "0->1 size 0 start 0 recv_done_trigger 1\n", NULL, "flow.txt", 1,
     "an endless flow fires a trigger at its end; give a size"},
    {HTSIM, TWO_TIERS, "Triggers 1\n0->1 start 0 size 1\n", NULL, "flow.txt", 2,
     "1 triggers are stated above, the file has 0; change one of them"},
    {HTSIM, TWO_TIERS, "Failures 2\n0->1 start 0 size 1\n", NULL, "flow.txt", 2,
     "2 failures are stated above, the file has 0; change one of them"},
    // connections, failures and settings
    {HTSIM, TWO_TIERS, "0->1 size 1 start\n", NULL, "flow.txt", 1, "start has no value; add it"},
    {HTSIM, TWO_TIERS, "0->1 size\n", NULL, "flow.txt", 1, "size has no value; add it"},
    {HTSIM, TWO_TIERS, "0->0 start 0 size 1\n", NULL, "flow.txt", 1, "a flow from 0 to itself; name two hosts"},
    {HTSIM, three_tiers, "failure switch_kind AGG\n", NULL, "flow.txt", 1,
     "'switch_kind' is not a word of a failure; give switch_type, switch_id and link_id"},
    {HTSIM, three_tiers, "failure switch_type\n", NULL, "flow.txt", 1,
     "the switch of a failed link is not of type AGG; give switch_type AGG"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 8\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 2\n", "Bundle 2\n")
         TIER(1, 1, "Radix_Down 2\n", ""),
     CM, NULL, "net.txt", 9, "Bundle of tier 0 is 2; give 1, because a host has one link"},
    {HPCC, three, two_flows, A_WORD A_WORD A_WORD A_WORD " 1\n", "config.txt", 1,
     "no setting; give a key and its value, such as CC_MODE 3"},
    // numbers of topologies and flows
    {HPCC, "x 1 1\n", NULL, NULL, "net.txt", 1, "nodes is 'x'; give a whole number, 2 to 1048576"},
    {SIMAI, "6 2 y 1 6 H20\n", NULL, NULL, "net.txt", 1, "switches is 'y'; give a whole number, 0 to 5"},
    {SIMAI, "6 2 1 y 6 H20\n", NULL, NULL, "net.txt", 1, "switches is 'y'; give a whole number, 0 to 5"},
    {HPCC, "3 1 0\n", NULL, NULL, "net.txt", 1, "links is '0'; give a whole number, 1 to 1048576"},
    {HPCC, "3 0 1\n", NULL, NULL, "net.txt", 1, "0 switches of 3 nodes; give at least one switch and one host"},
    {HPCC, "3 1 1\n3\n", NULL, NULL, "net.txt", 2, "switch is '3'; give a whole number, 0 to 2"},
    {HPCC, "3 1 1\n2\n0\n", NULL, NULL, "net.txt", 3, "1 field; give two nodes, rate, delay and error rate"},
    {HPCC, "3 1 1\n2\n3 2 1Gbps 1us 0\n", NULL, NULL, "net.txt", 3, "node is '3'; give a whole number, 0 to 2"},
    {HPCC, three, "x\n", NULL, "flow.txt", 1, "number of flows is 'x'; give a whole number, 1 to 16777216"},
    {HPCC, three, "1\n0\n", NULL, "flow.txt", 2,
     "1 field; give source, destination, priority group, port, bytes and start in seconds"},
    {HPCC, three, "1\nx 2 3 100 5 0\n", NULL, "flow.txt", 2, "source is 'x'; give a whole number, 0 to 6"},
    {HPCC, three, "1\n4 2 3 100 5 0\n", NULL, "flow.txt", 2, "source 4 is a switch; name a host"},
    {HPCC, three, "1\n0 x 3 100 5 0\n", NULL, "flow.txt", 2, "destination is 'x'; give a whole number, 0 to 6"},
    {HPCC, three, "1\n0 2 3 100 x.0 9\n", NULL, "flow.txt", 2,
     "start is 'x.0'; give a number such as 40 or 0.25, at most 1000000"},
    {HPCC, three, "1\n0 2 3 100 2.0 x\n", NULL, "flow.txt", 2,
     "end is 'x'; give a number such as 40 or 0.25, at most 1000000"},
    // values of settings
    {HPCC, three, two_flows, "LINK_DOWN x 0 6\n", "config.txt", 1,
     "LINK_DOWN is 'x'; give a whole number, 0 to 1000000000000"},
    {HPCC, three, two_flows, "LINK_DOWN 5 7 6\n", "config.txt", 1, "LINK_DOWN is '7'; give a whole number, 0 to 6"},
    {HPCC, three, two_flows, "LINK_DOWN 5 0 7\n", "config.txt", 1, "LINK_DOWN is '7'; give a whole number, 0 to 6"},
    {HPCC, three, two_flows, "BUFFER_SIZE 0\n", "config.txt", 1, "BUFFER_SIZE is '0'; give a whole number, 1 to 65536"},
    {HPCC, three, two_flows, "SIMULATOR_STOP_TIME x\n", "config.txt", 1,
     "SIMULATOR_STOP_TIME is 'x'; give a number such as 40 or 0.25, at most 1e+15"},
    {HPCC, three, two_flows, "KMIN_MAP 17\n", "config.txt", 1, "KMIN_MAP is '17'; give a whole number, 1 to 16"},
    {HPCC, three, two_flows, "KMIN_MAP 1 0 400\n", "config.txt", 1,
     "KMIN_MAP is '0'; give a whole number, 1 to 1000000000000000"},
    {HPCC, three, two_flows, "KMAX_MAP 1 100000000000 4294968\n", "config.txt", 1,
     "KMAX_MAP is '4294968'; give a whole number, 0 to 4294967"},
    {HPCC, three, two_flows, "PMAX_MAP 1 100000000000 2\n", "config.txt", 1,
     "PMAX_MAP is '2'; give a number such as 40 or 0.25, at most 1"},
    {HPCC, three, two_flows, "KMIN 4169872\n", "config.txt", 1, "KMIN is '4169872'; give a whole number, 0 to 4169871"},
    {HPCC, three, two_flows, "KMIN 5\n", "config.txt", 0, "KMAX is missing; add it"},
    {HPCC, three, two_flows, "KMIN 5\nKMAX 4\nPMAX 0.1\n", "config.txt", 1, "KMIN is 5150 B, above KMAX; lower it"},
    {HPCC, three, two_flows, "CC_MODE 1\nRP_TIMER x\n", "config.txt", 2,
     "RP_TIMER is 'x'; give a number such as 40 or 0.25, at most 1000000"},
    {HPCC, three, two_flows, "CC_MODE 1\nMIN_RATE 999\n", "config.txt", 2,
     "MIN_RATE is '999'; give a rate such as 100Gbps or 25000000000"},
    {HPCC, three, two_flows, "CC_MODE 1\nHAS_WIN 2\n", "config.txt", 2, "HAS_WIN is '2'; give a whole number, 0 to 1"},
    {HPCC, three, two_flows, "CC_MODE 1\nFAST_RECOVERY_TIMES 0\n", "config.txt", 2,
     "FAST_RECOVERY_TIMES is '0'; give a whole number, 1 to 1000"},
    // tiers that do not fit
    {HTSIM, "Nodes 1\n", CM, NULL, "net.txt", 1, "Nodes is '1'; give a whole number, 2 to 524288"},
    {HTSIM, "Podsize 0\n", CM, NULL, "net.txt", 1, "Podsize is '0'; give a whole number, 1 to 1048576"},
    {HTSIM, "Tier 3\n", CM, NULL, "net.txt", 1, "Tier is '3'; give a whole number, 0 to 2"},
    {HTSIM, "Tier 0\nBundle\n", CM, NULL, "net.txt", 2, "Bundle has no value; add it"},
    {HTSIM, "Tier 0\ndownlink_speed_gbps 1000001\n", CM, NULL, "net.txt", 2,
     "Downlink_speed_Gbps is '1000001'; give a whole number, 0 to 1000000"},
    {HTSIM, "Nodes 8\nTiers 2\nPodsize 8\n" TIER(0, 1, "Radix_Down 4\n", "") TIER(1, 1, "Radix_Down 2\n", ""), CM, NULL,
     "net.txt", 11, "Radix_Up of tier 0 is missing or 0; add it"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 3\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 2\n", "") TIER(1, 1, "Radix_Down 2\n", ""), CM,
     NULL, "net.txt", 3, "Podsize is 3, which does not fit Nodes, 8; change one of them"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 8\n" TIER(0, 1, "Radix_Down 3\nRadix_Up 2\n", "") TIER(1, 1, "Radix_Down 2\n", ""), CM,
     NULL, "net.txt", 6, "Radix_Down is 3, which does not fit Podsize, 8; change one of them"},
    {HTSIM,
     "Nodes 8\nTiers 2\nPodsize 8\n" TIER(0, 1, "Radix_Down 4\nRadix_Up 3\n", "")
         TIER(1, 1, "Radix_Down 2\n", "Bundle 2\n"),
     CM, NULL, "net.txt", 7, "Radix_Up is 3, which does not fit Bundle of tier 1, 2; change one of them"},
    {HTSIM,
     "Nodes 8\nTiers 3\nPodsize 4\n" TIER(0, 1, "Radix_Down 2\nRadix_Up 2\n", "")
         TIER(1, 1, "Radix_Down 2\nRadix_Up 3\n", "") TIER(2, 1, "Radix_Down 4\n", "Bundle 2\n"),
     CM, NULL, "net.txt", 12, "Radix_Up is 3, which does not fit Bundle of tier 2, 2; change one of them"},
    {HTSIM,
     "Nodes 8\nTiers 3\nPodsize 4\n" TIER(0, 1, "Radix_Down 2\nRadix_Up 2\n", "")
         TIER(1, 1, "Radix_Down 2\nRadix_Up 2\n", "") TIER(2, 1, "Radix_Down 3\n", "Bundle 2\n"),
     CM, NULL, "net.txt", 16, "Radix_Down is 3, which does not fit the links of the pods, 4; change one of them"},
    {HTSIM,
     "Nodes 524288\nTiers 3\nPodsize 8\n" TIER(0, 1, "Radix_Down 1\nRadix_Up 8\n", "")
         TIER(1, 1, "Radix_Down 8\nRadix_Up 1\n", "") TIER(2, 1, "Radix_Down 65536\n", ""),
     CM, NULL, "net.txt", 0, "more than 1048576 nodes; give fewer"},
    {HTSIM,
     "Nodes 524288\nTiers 3\nPodsize 8\n" TIER(0, 1, "Radix_Down 8\nRadix_Up 16\n", "")
         TIER(1, 1, "Radix_Down 16\nRadix_Up 1\n", "Bundle 16\n") TIER(2, 1, "Radix_Down 65536\n", ""),
     CM, NULL, "net.txt", 0, "more than 1048576 links; give fewer"},
    // numbers of a matrix
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0 id x\n", NULL, "flow.txt", 1,
     "id is 'x'; give a whole number, 0 to 1125899906842624"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start x\n", NULL, "flow.txt", 1,
     "start is 'x'; give a number such as 40 or 0.25, at most 1e+18"},
    {HTSIM, TWO_TIERS, "Nodes x\n", NULL, "flow.txt", 1, "Nodes is 'x'; give a whole number, 0 to 1048576"},
    {HTSIM, TWO_TIERS, "Connections x\n", NULL, "flow.txt", 1,
     "Connections is 'x'; give a whole number, 0 to 16777216"},
    {HTSIM, TWO_TIERS, "0->1 size 1 start 0\ntrigger id x oneshot\n", NULL, "flow.txt", 2,
     "id is 'x'; give a whole number, 0 to 4294967295"},
    {HTSIM, three_tiers, "failure switch_id x\n", NULL, "flow.txt", 1,
     "switch_id is 'x'; give a whole number, 0 to 1048576"},
    {HTSIM, three_tiers, "failure switch_id 0 link_id x\n", NULL, "flow.txt", 1,
     "link_id is 'x'; give a whole number, 0 to 1048576"},
    {HTSIM, three_tiers, "failure link_id 0\n", NULL, "flow.txt", 1,
     "there is no such switch with uplinks; give switch_id 0 to 3 in three tiers"},
    {HTSIM, TWO_TIERS,
     "0->1 size 1 trigger 5 send_done_trigger 6\n1->0 size 1 trigger 6 send_done_trigger 5\ntrigger id 5 "
     "oneshot\ntrigger id 6 oneshot\n",
     NULL, "flow.txt", 0, "each flow starts after another; one needs a start"},
};

START_TEST(bad_line) {
  char expected[512];
  ck_assert_int_eq(read_files(bad[_i].format, bad[_i].net, bad[_i].flows, bad[_i].config), EINVAL);
  char line[16] = "";  // line 0: of the whole file
  if (bad[_i].line != 0) snprintf(line, sizeof line, ":%d", bad[_i].line);
  snprintf(expected, sizeof expected, "%s%s: %s", in_dir(bad[_i].file), line, bad[_i].message);
  ck_assert_str_eq(err.text, expected);
}
END_TEST

START_TEST(missing_file) {
  write_text("net.txt", three);
  import_begin(&m, in_dir("net.txt"), &err);
  ck_assert_int_eq(import_hpcc(&m, in_dir("net.txt"), "/nonexistent", NULL), EINVAL);
  ck_assert_str_eq(err.text, "/nonexistent: cannot open: No such file or directory; give a file");
}
END_TEST

// ---- sizes ----

// A number as users may write it: mostly digits, at most 9 of them, so that a whole one fits.
static void draw_number(uint32_t *seed, char *to) {
  static const char letters[] = "0123456789012345678901234567890123456789..eE+-x,_kK";
  int length = 0;
  do {
    *seed = *seed * 1664525 + 1013904223;
    to[length++] = letters[(*seed >> 8) % (sizeof letters - 1)];
  } while (length < 9 && (*seed >> 28) > 3);
  to[length] = '\0';
}

static const struct {
  enum format format;
  const char *net, *flows;
  uint64_t unit, least;
} sized[] = {{HPCC, three, "1\n0 2 3 100 %s 2\n", 1, 1},
             {HPCC, three, "1\n0 2 3 %s 2.0 9.5\n", 1000, 1},
             {HTSIM, TWO_TIERS, "0->1 start 0 size %s\n", 1, 0}};

// A size of digits alone is read, and each other one is an error with file, line and remedy. With a point, the fifth
// column of HPCC is a start of ns3-rdma.
START_TEST(sizes_are_whole_numbers) {
  char number[16], flows[64], place[256];
  uint32_t seed = 1;
  int read = 0, times = 0, wrong = 0;
  for (int i = 0; i < 3000; i++) {
    draw_number(&seed, number);
    const bool whole = strspn(number, "0123456789") == strlen(number) && strtoull(number, NULL, 10) >= sized[_i].least;
    snprintf(flows, sizeof flows, sized[_i].flows, number);
    snprintf(place, sizeof place, "%s:%d: ", in_dir("flow.txt"), sized[_i].format == HPCC ? 2 : 1);
    if (read_files(sized[_i].format, sized[_i].net, flows, NULL) == 0) {
      const bool time = _i == 0 && strchr(number, '.') != NULL;
      ck_assert_msg(time || whole, "%s is read as %" PRIu64 " B", number, m.flow[0].bytes);
      ck_assert_uint_eq(m.flow[0].bytes, time ? 100 * 1000 : strtoull(number, NULL, 10) * sized[_i].unit);
      if (time) has_note("flows of ns3-rdma");
      time ? times++ : read++;
    } else {
      ck_assert_msg(!whole, "%s: %s", number, err.text);
      ck_assert_msg(strncmp(err.text, place, strlen(place)) == 0 && strstr(err.text, "give ") != NULL, "%s: %s", number,
                    err.text);
      wrong++;
    }
  }
  ck_assert(read > 500 && wrong > 500 && (times > 0) == (_i == 0));
}
END_TEST

// Starts of ns3-rdma without a point look like sizes of HPCC.
START_TEST(times_that_look_like_sizes) {
  ck_assert_int_eq(read_files(HPCC, three, "2\n0 2 3 20000 2 9\n1 2 3 20000 2 9.5\n", NULL), 0);
  has_note("flow.txt: all flows have fewer than 64 B; in a file of ns3-rdma, write the starts as 2.0, not as 2");
  ck_assert_int_eq(read_files(HPCC, three, "2\n0 2 3 20000 2 9\n1 2 3 20000 64 9.5\n", NULL), 0);
  has_no_note("ns3-rdma");
  ck_assert_int_eq(read_files(HPCC, three, "1\n0 2 3 100 2 0.1\n", NULL), 0);
  has_no_note("ns3-rdma");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 60);
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_loop_test(t, bad_line, 0, COUNT(bad));
  tcase_add_test(t, missing_file);
  tcase_add_loop_test(t, sizes_are_whole_numbers, 0, COUNT(sized));
  tcase_add_test(t, times_that_look_like_sizes);
  Suite *s = suite_create("import_lines");
  suite_add_tcase(s, t);
  return suite_run(s);
}
