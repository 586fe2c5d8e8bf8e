// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// Every register, counter and statistic by address.
// clang-format off
#include "cmodel/driver/sluice_lookup.h"

static const char *const scheme_values[] = {"STATIC", "SIH", "DSH", "TTL", "GFC", "GFC_LINEAR", "SHP", NULL};
static const struct sluice_map_field fields_0[] = {
  {"SCHEME", 0, 3, scheme_values},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_7[] = {
  {"DROP_BOUNCED", 0, 1, NULL},
  {"HALF", 1, 1, NULL},
  {"ODD", 2, 1, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_24[] = {
  {"COUNT_LEADING_ZEROS", 4, 1, NULL},
  {NULL, 0, 0, NULL}};
static const char *const reason_values[] = {"OK", "UNCONFIGURED", "BAD_VALUE", "BAD_SCHEME", "BAD_ALPHA", "BAD_POOLS", "BAD_HEADROOM", "BAD_XON", "BAD_TIMES", "BAD_TTL", "BAD_STAGES", "BUSY", NULL};
static const struct sluice_map_field fields_30[] = {
  {"REASON", 0, 4, reason_values},
  {"CONFIGURED", 4, 1, NULL},
  {"ACTIVE", 5, 1, NULL},
  {"BUSY", 6, 1, NULL},
  {"AT_PORT", 7, 1, NULL},
  {"PORT", 8, 6, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_33[] = {
  {"READY", 0, 1, NULL},
  {"RESERVE", 1, 1, NULL},
  {"ECN", 2, 1, NULL},
  {"PORT", 8, 4, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_36[] = {
  {"DECREMENT", 0, 1, NULL},
  {"NON_IP", 8, 8, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_38[] = {
  {"PORT", 0, 5, NULL},
  {"ENABLE", 8, 1, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_39[] = {
  {"LINK", 16, 1, NULL},
  {"STORM", 17, 1, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_43[] = {
  {"CLASS", 0, 3, NULL},
  {"TRUST_PCP", 4, 1, NULL},
  {"TRUST_DSCP", 5, 1, NULL},
  {"STRICT", 8, 8, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_46[] = {
  {"SLOPE", 0, 16, NULL},
  {"ENABLE", 31, 1, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_52[] = {
  {"RULE", 16, 1, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_59[] = {
  {"PORT", 16, 5, NULL},
  {"VALID", 31, 1, NULL},
  {NULL, 0, 0, NULL}};
static const struct sluice_map_field fields_100[] = {
  {"PAUSE", 16, 1, NULL},
  {NULL, 0, 0, NULL}};

static const struct sluice_map_row rows[] = {
  {"mmu", "SCHEME", "number", NULL, fields_0, 0x0, 0x0000, 4, 0, 1, 1, 0, 3, false, false, SLUICE_READ_WRITE},
  {"mmu", "BUFFER", "cells", "SAI_BUFFER_POOL_ATTR_SIZE", NULL, 0x0, 0x0004, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "PRIVATE", "cells", "SAI_BUFFER_PROFILE_ATTR_RESERVED_BUFFER_SIZE", NULL, 0x0, 0x0008, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "SHARED", "cells", "SAI_BUFFER_POOL_ATTR_SHARED_SIZE", NULL, 0x0, 0x000c, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "HEADROOM", "cells", "SAI_BUFFER_PROFILE_ATTR_XOFF_TH", NULL, 0x0, 0x0010, 4, 0, 1, 1, 0, 24, false, false, SLUICE_READ_WRITE},
  {"mmu", "LOSSLESS", "bits", "SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL", NULL, 0x0, 0x0014, 4, 0, 1, 1, 0, 8, false, false, SLUICE_READ_WRITE},
  {"mmu", "TTL0", "hops", NULL, NULL, 0x0, 0x0018, 4, 0, 1, 1, 0, 8, false, false, SLUICE_READ_WRITE},
  {"mmu", "TTL_OPTIONS", "bits", NULL, fields_7, 0x0, 0x001c, 4, 0, 1, 1, 0, 3, false, false, SLUICE_READ_WRITE},
  {"mmu", "PARTITION", "cells", NULL, NULL, 0x0, 0x0020, 4, 0, 8, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "HEADROOM_POOL", "cells", NULL, NULL, 0x0, 0x0040, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "PORT_HEADROOM", "cells", NULL, NULL, 0x0, 0x0044, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "MAX_PACKET", "cells", NULL, NULL, 0x0, 0x0048, 4, 0, 1, 1, 0, 14, false, false, SLUICE_READ_WRITE},
  {"mmu", "ALPHA", "exponent", "SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH", NULL, 0x0, 0x004c, 4, 0, 1, 1, 0, 4, true, false, SLUICE_READ_WRITE},
  {"mmu", "XOFF", "cells", "SAI_BUFFER_PROFILE_ATTR_SHARED_STATIC_TH", NULL, 0x0, 0x0050, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "XON", "cells", "SAI_BUFFER_PROFILE_ATTR_XON_TH", NULL, 0x0, 0x0054, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "DELTA_Q", "cells", "SAI_BUFFER_PROFILE_ATTR_XON_OFFSET_TH", NULL, 0x0, 0x0058, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "DELTA_P", "cells", NULL, NULL, 0x0, 0x005c, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "PAUSE_TIME", "quanta", NULL, NULL, 0x0, 0x0060, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"mmu", "REFRESH", "quanta", NULL, NULL, 0x0, 0x0064, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"mmu", "QUANTA_STEP", "1/16 bit time", NULL, NULL, 0x0, 0x0068, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"mmu", "NATIVE", "bit", NULL, NULL, 0x0, 0x006c, 4, 0, 1, 1, 0, 1, false, false, SLUICE_READ_WRITE},
  {"mmu", "WEIGHT", "1/65536", NULL, NULL, 0x0, 0x0070, 4, 0, 8, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"mmu", "STAGE_TOP", "cells", NULL, NULL, 0x0, 0x0090, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "STAGE_BASE", "cells", NULL, NULL, 0x0, 0x0094, 4, 0, 1, 1, 0, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "STAGES", "number", NULL, fields_24, 0x0, 0x0098, 4, 0, 1, 1, 0, 5, false, false, SLUICE_READ_WRITE},
  {"mmu", "STAGE", "cells", NULL, NULL, 0x0, 0x009c, 4, 0, 15, 1, 1, 28, false, false, SLUICE_READ_WRITE},
  {"mmu", "CELL_STEP", "1/65536", NULL, NULL, 0x0, 0x00d8, 4, 0, 1, 1, 0, 24, false, false, SLUICE_READ_WRITE},
  {"mmu", "DRAIN_CYCLES", "1/256 cycle", NULL, NULL, 0x0, 0x00dc, 4, 0, 1, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"mmu", "ALPHA_LOSSY", "exponent", "SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH", NULL, 0x0, 0x00e0, 4, 0, 1, 1, 0, 4, true, false, SLUICE_READ_WRITE},
  {"mmu", "COMMIT", "any", NULL, NULL, 0x0, 0x00e4, 4, 0, 1, 1, 0, 0, false, false, SLUICE_WRITE_ONLY},
  {"mmu", "STATUS", "bits", NULL, fields_30, 0x0, 0x00e8, 4, 0, 1, 1, 0, 14, false, false, SLUICE_READ_ONLY},
  {"mmu", "PORT_SELECT", "bits", NULL, NULL, 0x0, 0x00ec, 4, 0, 1, 1, 0, 7, false, false, SLUICE_READ_WRITE},
  {"mmu", "PORT_WINDOW", "-", NULL, NULL, 0x0, 0x00f0, 4, 0, 4, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"switch", "STATUS", "bits", NULL, fields_33, 0x0, 0x0100, 4, 0, 1, 1, 0, 12, false, false, SLUICE_READ_ONLY},
  {"switch", "MAX_FRAME", "bytes", "SAI_PORT_ATTR_MTU", NULL, 0x5ee, 0x0104, 4, 0, 1, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"switch", "PRIORITY", "bits", "SAI_PORT_ATTR_QOS_DOT1P_TO_TC_MAP", NULL, 0x76543210, 0x0108, 4, 0, 1, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"switch", "TTL_MODE", "bits", NULL, fields_36, 0x0, 0x010c, 4, 0, 1, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"switch", "FLOOD", "bits", "SAI_SWITCH_ATTR_FDB_UNICAST_MISS_PACKET_ACTION", NULL, 0x0, 0x0114, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"switch", "MANAGEMENT", "bits", NULL, fields_38, 0x0, 0x0118, 4, 0, 1, 1, 0, 9, false, false, SLUICE_READ_WRITE},
  {"switch", "CAUSE", "bits", NULL, fields_39, 0x0, 0x011c, 4, 0, 1, 1, 0, 18, false, false, SLUICE_READ_WRITE},
  {"switch", "INTERRUPT", "bits", NULL, NULL, 0x0, 0x0120, 4, 0, 1, 1, 0, 18, false, false, SLUICE_READ_WRITE},
  {"switch", "WRITE_PORTS", "bits", NULL, NULL, 0xffff, 0x0124, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"switch", "QUANTUM", "units of 64 bytes", "SAI_SCHEDULER_ATTR_SCHEDULING_WEIGHT", NULL, 0x91, 0x0140, 4, 0, 8, 1, 0, 12, false, false, SLUICE_READ_WRITE},
  {"switch", "PORT", "bits", "SAI_PORT_ATTR_QOS_DEFAULT_TC", fields_43, 0xff00, 0x0180, 4, 0, 16, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"switch", "ECN_KMIN", "cells", "SAI_WRED_ATTR_ECN_COLOR_UNAWARE_MIN_THRESHOLD", NULL, 0x0, 0x0200, 4, 0, 8, 1, 0, 32, false, true, SLUICE_READ_WRITE},
  {"switch", "ECN_KMAX", "cells", "SAI_WRED_ATTR_ECN_COLOR_UNAWARE_MAX_THRESHOLD", NULL, 0x0, 0x0220, 4, 0, 8, 1, 0, 32, false, true, SLUICE_READ_WRITE},
  {"switch", "ECN_SLOPE", "2^-24 per cell", "SAI_WRED_ATTR_ECN_COLOR_UNAWARE_MARK_PROBABILITY", fields_46, 0x0, 0x0240, 4, 0, 8, 1, 0, 32, false, true, SLUICE_READ_WRITE},
  {"switch", "ECN_SEED", "number", NULL, NULL, 0x0, 0x0260, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"switch", "WATCHDOG_CLOCK", "cycles", NULL, NULL, 0x0, 0x0270, 4, 0, 1, 1, 0, 10, false, false, SLUICE_READ_WRITE},
  {"switch", "WATCHDOG_POLL", "us", NULL, NULL, 0x0, 0x0274, 4, 0, 1, 1, 0, 20, false, false, SLUICE_READ_WRITE},
  {"switch", "WATCHDOG_DETECTION", "us", NULL, NULL, 0x0, 0x0278, 4, 0, 1, 1, 0, 26, false, true, SLUICE_READ_WRITE},
  {"switch", "WATCHDOG_RESTORATION", "us", NULL, NULL, 0x0, 0x027c, 4, 0, 1, 1, 0, 26, false, true, SLUICE_READ_WRITE},
  {"switch", "WATCHDOG_ACTION", "bits", NULL, fields_52, 0x0, 0x0280, 4, 0, 1, 1, 0, 17, false, true, SLUICE_READ_WRITE},
  {"switch", "CREDITS_PORTS", "bits", NULL, NULL, 0x0, 0x02c0, 4, 0, 1, 1, 0, 16, false, false, SLUICE_READ_WRITE},
  {"switch", "CREDITS_AMOUNT", "cells", NULL, NULL, 0x0, 0x02c4, 4, 0, 1, 1, 0, 20, false, false, SLUICE_READ_WRITE},
  {"switch", "CREDITS_CONSUMED", "cycles", NULL, NULL, 0x0, 0x02c8, 4, 0, 1, 1, 0, 20, false, false, SLUICE_READ_WRITE},
  {"switch", "CREDITS_FREED", "cycles", NULL, NULL, 0x0, 0x02cc, 4, 0, 1, 1, 0, 20, false, false, SLUICE_READ_WRITE},
  {"switch", "CREDITS_LIMIT", "cells", NULL, NULL, 0x0, 0x02e0, 4, 0, 8, 1, 0, 20, false, true, SLUICE_READ_WRITE},
  {"switch", "MAC_LOW", "address", NULL, NULL, 0x0, 0x0400, 8, 0, 64, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"switch", "MAC_HIGH", "bits", "SAI_FDB_ENTRY_ATTR_BRIDGE_PORT_ID", fields_59, 0x0, 0x0404, 8, 0, 64, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"counter", "FRAMES_IN", "frames", "SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS", NULL, 0x0, 0x1000, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "BYTES_IN", "bytes", "SAI_INGRESS_PRIORITY_GROUP_STAT_BYTES", NULL, 0x0, 0x1040, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "FRAMES_OUT", "frames", "SAI_QUEUE_STAT_PACKETS", NULL, 0x0, 0x1080, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "BYTES_OUT", "bytes", "SAI_QUEUE_STAT_BYTES", NULL, 0x0, 0x10c0, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "PAUSES_IN", "pauses", "SAI_PORT_STAT_PFC_n_RX_PKTS", NULL, 0x0, 0x1100, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "PAUSES_OUT", "pauses", "SAI_PORT_STAT_PFC_n_TX_PKTS", NULL, 0x0, 0x1140, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "CUT", "frames", "SAI_PORT_STAT_IF_IN_ERRORS", NULL, 0x0, 0x1188, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "NO_CELL", "frames", "SAI_PORT_STAT_IF_IN_DISCARDS", NULL, 0x0, 0x1190, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "GIANT", "frames", "SAI_PORT_STAT_ETHER_RX_OVERSIZE_PKTS", NULL, 0x0, 0x1198, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "BAD", "frames", "SAI_PORT_STAT_IF_IN_ERRORS", NULL, 0x0, 0x11a0, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "RUNT", "frames", "SAI_PORT_STAT_ETHER_STATS_UNDERSIZE_PKTS", NULL, 0x0, 0x11a8, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "RESERVED", "frames", "SAI_IN_DROP_REASON_DMAC_RESERVED", NULL, 0x0, 0x11b0, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "UNKNOWN", "frames", "SAI_IN_DROP_REASON_FDB_UC_DISCARD", NULL, 0x0, 0x11b8, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "HAIRPIN", "frames", "SAI_IN_DROP_REASON_L2_LOOPBACK_FILTER", NULL, 0x0, 0x11c0, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "REFUSED", "frames", "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS", NULL, 0x0, 0x11c8, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "TTL", "frames", "SAI_IN_DROP_REASON_TTL", NULL, 0x0, 0x11d0, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "LINK", "frames", "SAI_PORT_STAT_IF_OUT_DISCARDS", NULL, 0x0, 0x11d8, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "WATCHDOG", "frames", "SAI_QUEUE_STAT_DROPPED_PACKETS", NULL, 0x0, 0x11e0, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "FLOODED", "frames", NULL, NULL, 0x0, 0x11e8, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"drop", "NOT_COPIED", "frames", NULL, NULL, 0x0, 0x11f0, 8, 512, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"statistic", "QUEUE_PAUSES", "events", NULL, NULL, 0x0, 0x4000, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "QUEUE_RESUMES", "events", NULL, NULL, 0x0, 0x4004, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "QUEUE_PAUSED", "cycles", "SAI_PORT_STAT_PFC_n_TX_PAUSE_DURATION_US", NULL, 0x0, 0x4008, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "QUEUE_PEAK", "cells", "SAI_INGRESS_PRIORITY_GROUP_STAT_WATERMARK_CELLS", NULL, 0x0, 0x400c, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "PORT_PAUSES", "events", NULL, NULL, 0x0, 0x4010, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "PORT_RESUMES", "events", NULL, NULL, 0x0, 0x4014, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "PORT_PAUSED", "cycles", NULL, NULL, 0x0, 0x4018, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "PORT_PEAK", "cells", "SAI_PORT_STAT_IN_SHARED_WATERMARK_BYTES", NULL, 0x0, 0x401c, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "HEADROOM_PEAK", "cells", "SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_CELLS", NULL, 0x0, 0x4020, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "SHARED_PEAK", "cells", "SAI_BUFFER_POOL_STAT_WATERMARK_CELLS", NULL, 0x0, 0x4024, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "REFUSED", "packets", "SAI_PORT_STAT_IN_DROPPED_PKTS", NULL, 0x0, 0x4028, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "DROPPED", "packets", NULL, NULL, 0x0, 0x402c, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "PARITY_DROPS", "packets", NULL, NULL, 0x0, 0x4030, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"statistic", "MESSAGE_WAIT", "cycles", NULL, NULL, 0x0, 0x4034, 64, 512, 8, 16, 0, 32, false, false, SLUICE_READ_ONLY},
  {"counter", "MARKED", "frames", "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS", NULL, 0x0, 0x6000, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "MARKED_BYTES", "bytes", "SAI_QUEUE_STAT_WRED_ECN_MARKED_BYTES", NULL, 0x0, 0x6040, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "STORMS", "frames", NULL, NULL, 0x0, 0x6080, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "RESTORED", "frames", NULL, NULL, 0x0, 0x60c0, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"counter", "STORM_DROPS", "frames", NULL, NULL, 0x0, 0x6100, 8, 512, 8, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"lossless", "ADDRESS_LOW", "address", NULL, NULL, 0x0, 0x8000, 8, 0, 16, 1, 0, 32, false, false, SLUICE_READ_WRITE},
  {"lossless", "ADDRESS_HIGH", "bits", "SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL_MODE", fields_100, 0x200, 0x8004, 8, 0, 16, 1, 0, 17, false, false, SLUICE_READ_WRITE},
  {"frames", "SENT_PFC", "frames", NULL, NULL, 0x0, 0x9000, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "SENT_PAUSE", "frames", "SAI_PORT_STAT_PAUSE_TX_PKTS", NULL, 0x0, 0x9008, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "SENT_NATIVE", "frames", NULL, NULL, 0x0, 0x9010, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "GOT_PFC", "frames", NULL, NULL, 0x0, 0x9040, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "GOT_PAUSE", "frames", "SAI_PORT_STAT_PAUSE_RX_PKTS", NULL, 0x0, 0x9048, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "GOT_NATIVE", "frames", NULL, NULL, 0x0, 0x9050, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "BAD_FRAME", "frames", "SAI_PORT_STAT_IF_IN_ERRORS", NULL, 0x0, 0x9058, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "BAD_LENGTH", "frames", "SAI_PORT_STAT_ETHER_STATS_UNDERSIZE_PKTS", NULL, 0x0, 0x9060, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "BAD_ADDRESS", "frames", NULL, NULL, 0x0, 0x9068, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "BAD_OPCODE", "frames", "SAI_PORT_STAT_DOT3_CONTROL_IN_UNKNOWN_OPCODES", NULL, 0x0, 0x9070, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
  {"frames", "BAD_KIND", "frames", NULL, NULL, 0x0, 0x9078, 4, 128, 1, 16, 0, 64, false, false, SLUICE_READ_ONLY},
};

const struct sluice_map_row *sluice_map_row(size_t n) { return n < sizeof rows / sizeof rows[0] ? &rows[n] : NULL; }
