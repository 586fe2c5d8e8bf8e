// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// Register map of sluice_switch and sluice_lossless_switch: byte addresses, bits of a register, values after reset,
// fields. p: port, c: class. A counter has 64 bits: use sluice_driver.h.
// SAI: the nearest name of the Switch Abstraction Interface; n: the priority.
// clang-format off
#ifndef SLUICE_MAP_H
#define SLUICE_MAP_H

#include <stdint.h>

// Limits
#define SLUICE_MAP_LIMIT_MIN_FRAME 60               // bytes, without FCS
#define SLUICE_MAP_LIMIT_MAX_FRAME 9216             // bytes: the largest value of register MAX_FRAME
#define SLUICE_MAP_LIMIT_FCS 4                      // bytes of the check sequence
#define SLUICE_MAP_LIMIT_QUANTUM_UNIT 64            // bytes of a unit of QUANTUM
#define SLUICE_MAP_LIMIT_GAP 24                     // bytes on the wire in addition to each frame: preamble, FCS, gap
#define SLUICE_MAP_LIMIT_GFC_PORTS 4                // least number of ports of a build with GFC or GFC-linear
#define SLUICE_MAP_LIMIT_CELLS_BEFORE_ADMISSION 16  // most cycles from the end of a frame until its admission is out and refused cells are returned
#define SLUICE_MAP_LIMIT_COPIED 8                   // largest number of frames that wait to be copied

// Numbers of the limits of a port: 4 * page + window, with PORT_LIMITS
#define SLUICE_MAP_PORT_LIMIT_PRIVATE 0
#define SLUICE_MAP_PORT_LIMIT_HEADROOM 1
#define SLUICE_MAP_PORT_LIMIT_XOFF 2
#define SLUICE_MAP_PORT_LIMIT_XON 3
#define SLUICE_MAP_PORT_LIMIT_PORT_HEADROOM 4
#define SLUICE_MAP_PORT_LIMIT_QUANTA_STEP 5
#define SLUICE_MAP_PORT_LIMIT_CELL_STEP 6
#define SLUICE_MAP_PORT_LIMIT_DRAIN_CYCLES 7

// ---- Registers of the MMU ----

#define SLUICE_MAP_MMU_SCHEME 0x0000u  // number: 0 STATIC, 1 SIH, 2 DSH, 3 TTL, 4 GFC, 5 GFC-linear, 6 SHP
#define SLUICE_MAP_MMU_SCHEME_MASK 0x7u
#define SLUICE_MAP_MMU_SCHEME_RESET 0x0u
#define SLUICE_MAP_MMU_SCHEME_STATIC 0
#define SLUICE_MAP_MMU_SCHEME_SIH 1
#define SLUICE_MAP_MMU_SCHEME_DSH 2
#define SLUICE_MAP_MMU_SCHEME_TTL 3
#define SLUICE_MAP_MMU_SCHEME_GFC 4
#define SLUICE_MAP_MMU_SCHEME_GFC_LINEAR 5
#define SLUICE_MAP_MMU_SCHEME_SHP 6
#define SLUICE_MAP_MMU_BUFFER 0x0004u          // cells: whole buffer; SAI: SAI_BUFFER_POOL_ATTR_SIZE
#define SLUICE_MAP_MMU_BUFFER_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_BUFFER_RESET 0x0u
#define SLUICE_MAP_MMU_PRIVATE 0x0008u          // cells: phi, per queue; TTL: 0; GFC: the queue's buffer B; SAI: SAI_BUFFER_PROFILE_ATTR_RESERVED_BUFFER_SIZE
#define SLUICE_MAP_MMU_PRIVATE_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_PRIVATE_RESET 0x0u
#define SLUICE_MAP_MMU_SHARED 0x000cu          // cells: Bs; TTL: the shared partition; GFC: 0; SAI: SAI_BUFFER_POOL_ATTR_SHARED_SIZE
#define SLUICE_MAP_MMU_SHARED_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_SHARED_RESET 0x0u
#define SLUICE_MAP_MMU_HEADROOM 0x0010u         // cells: eta, per headroom group; SHP: most that a queue may use; GFC: 0; SAI: SAI_BUFFER_PROFILE_ATTR_XOFF_TH
#define SLUICE_MAP_MMU_HEADROOM_MASK 0xffffffu  // a build has fewer bits: W, from W = 18 on W - 4
#define SLUICE_MAP_MMU_HEADROOM_RESET 0x0u
#define SLUICE_MAP_MMU_LOSSLESS 0x0014u     // bits: one bit per class: the class is lossless; SAI: SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL
#define SLUICE_MAP_MMU_LOSSLESS_MASK 0xffu  // a build has fewer bits: NC
#define SLUICE_MAP_MMU_LOSSLESS_RESET 0x0u
#define SLUICE_MAP_MMU_TTL0 0x0018u  // hops: the TTL with which hosts send
#define SLUICE_MAP_MMU_TTL0_MASK 0xffu
#define SLUICE_MAP_MMU_TTL0_RESET 0x0u
#define SLUICE_MAP_MMU_TTL_OPTIONS 0x001cu               // bits: 1 drop packets that bounce, 2 use every second class only (HALF), 4 odd hops (ODD)
#define SLUICE_MAP_MMU_TTL_OPTIONS_MASK 0x7u
#define SLUICE_MAP_MMU_TTL_OPTIONS_RESET 0x0u
#define SLUICE_MAP_MMU_TTL_OPTIONS_DROP_BOUNCED_SHIFT 0  // drop a packet that would leave through its ingress port
#define SLUICE_MAP_MMU_TTL_OPTIONS_DROP_BOUNCED_MASK 0x1u
#define SLUICE_MAP_MMU_TTL_OPTIONS_HALF_SHIFT 1          // use only every second class, in a tree
#define SLUICE_MAP_MMU_TTL_OPTIONS_HALF_MASK 0x2u
#define SLUICE_MAP_MMU_TTL_OPTIONS_ODD_SHIFT 2           // HALF: this switch is an odd number of hops away from every host
#define SLUICE_MAP_MMU_TTL_OPTIONS_ODD_MASK 0x4u
#define SLUICE_MAP_MMU_PARTITION(j) (0x0020u + 4u * (uint32_t)(j))  // cells: b_j, one per class
#define SLUICE_MAP_MMU_PARTITION_MASK 0xfffffffu                    // a build has fewer bits: W
#define SLUICE_MAP_MMU_PARTITION_RESET 0x0u
#define SLUICE_MAP_MMU_HEADROOM_POOL 0x0040u          // cells: headroom pool of the switch
#define SLUICE_MAP_MMU_HEADROOM_POOL_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_HEADROOM_POOL_RESET 0x0u
#define SLUICE_MAP_MMU_PORT_HEADROOM 0x0044u          // cells: a port's own headroom
#define SLUICE_MAP_MMU_PORT_HEADROOM_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_PORT_HEADROOM_RESET 0x0u
#define SLUICE_MAP_MMU_MAX_PACKET 0x0048u       // cells: largest packet, below 2^14
#define SLUICE_MAP_MMU_MAX_PACKET_MASK 0x3fffu  // a build has fewer bits: min(W, 14)
#define SLUICE_MAP_MMU_MAX_PACKET_RESET 0x0u
#define SLUICE_MAP_MMU_ALPHA 0x004cu  // exponent: a of alpha = 2^a, -8..7; SAI: SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH
#define SLUICE_MAP_MMU_ALPHA_MASK 0xfu
#define SLUICE_MAP_MMU_ALPHA_RESET 0x0u
#define SLUICE_MAP_MMU_XOFF 0x0050u          // cells: STATIC: a queue pauses above XOFF; SAI: SAI_BUFFER_PROFILE_ATTR_SHARED_STATIC_TH
#define SLUICE_MAP_MMU_XOFF_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_XOFF_RESET 0x0u
#define SLUICE_MAP_MMU_XON 0x0054u          // cells: STATIC: a queue resumes at or below XON; SAI: SAI_BUFFER_PROFILE_ATTR_XON_TH
#define SLUICE_MAP_MMU_XON_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_XON_RESET 0x0u
#define SLUICE_MAP_MMU_DELTA_Q 0x0058u          // cells: Xqon = Xqoff - delta_q; SAI: SAI_BUFFER_PROFILE_ATTR_XON_OFFSET_TH
#define SLUICE_MAP_MMU_DELTA_Q_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_DELTA_Q_RESET 0x0u
#define SLUICE_MAP_MMU_DELTA_P 0x005cu          // cells: Xpon = Xpoff - delta_p
#define SLUICE_MAP_MMU_DELTA_P_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_DELTA_P_RESET 0x0u
#define SLUICE_MAP_MMU_PAUSE_TIME 0x0060u  // quanta: time of a pause message
#define SLUICE_MAP_MMU_PAUSE_TIME_MASK 0xffffu
#define SLUICE_MAP_MMU_PAUSE_TIME_RESET 0x0u
#define SLUICE_MAP_MMU_REFRESH 0x0064u  // quanta: time between repetitions of an active pause
#define SLUICE_MAP_MMU_REFRESH_MASK 0xffffu
#define SLUICE_MAP_MMU_REFRESH_RESET 0x0u
#define SLUICE_MAP_MMU_QUANTA_STEP 0x0068u  // 1/16 bit time: bit times per cycle: 16 x rate / clock frequency
#define SLUICE_MAP_MMU_QUANTA_STEP_MASK 0xffffu
#define SLUICE_MAP_MMU_QUANTA_STEP_RESET 0x0u
#define SLUICE_MAP_MMU_NATIVE 0x006cu  // bit: 0 interoperable, 1 native port-level messages
#define SLUICE_MAP_MMU_NATIVE_MASK 0x1u
#define SLUICE_MAP_MMU_NATIVE_RESET 0x0u
#define SLUICE_MAP_MMU_WEIGHT(j) (0x0070u + 4u * (uint32_t)(j))  // 1/65536: b_j / sum of b, one per class
#define SLUICE_MAP_MMU_WEIGHT_MASK 0xffffu
#define SLUICE_MAP_MMU_WEIGHT_RESET 0x0u
#define SLUICE_MAP_MMU_STAGE_TOP 0x0090u          // cells: Bm
#define SLUICE_MAP_MMU_STAGE_TOP_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_STAGE_TOP_RESET 0x0u
#define SLUICE_MAP_MMU_STAGE_BASE 0x0094u          // cells: B0
#define SLUICE_MAP_MMU_STAGE_BASE_MASK 0xfffffffu  // a build has fewer bits: W
#define SLUICE_MAP_MMU_STAGE_BASE_RESET 0x0u
#define SLUICE_MAP_MMU_STAGES 0x0098u                      // number: N, 1..15; plus 16: D = Bm - B0 is a power of two, count leading zeros instead of the table
#define SLUICE_MAP_MMU_STAGES_MASK 0x1fu
#define SLUICE_MAP_MMU_STAGES_RESET 0x0u
#define SLUICE_MAP_MMU_STAGES_COUNT_LEADING_ZEROS_SHIFT 4  // D is a power of two, no table
#define SLUICE_MAP_MMU_STAGES_COUNT_LEADING_ZEROS_MASK 0x10u
#define SLUICE_MAP_MMU_STAGE(j) (0x009cu + 4u * (uint32_t)((j) - 1))  // cells: B_k; stages above N are not used
#define SLUICE_MAP_MMU_STAGE_MASK 0xfffffffu                          // a build has fewer bits: W
#define SLUICE_MAP_MMU_STAGE_RESET 0x0u
#define SLUICE_MAP_MMU_CELL_STEP 0x00d8u  // 1/65536: cell times per cycle
#define SLUICE_MAP_MMU_CELL_STEP_MASK 0xffffffu
#define SLUICE_MAP_MMU_CELL_STEP_RESET 0x0u
#define SLUICE_MAP_MMU_DRAIN_CYCLES 0x00dcu  // 1/256 cycle: D / C: cycles in which a link sends D = Bm - B0
#define SLUICE_MAP_MMU_DRAIN_CYCLES_MASK 0xffffffffu
#define SLUICE_MAP_MMU_DRAIN_CYCLES_RESET 0x0u
#define SLUICE_MAP_MMU_ALPHA_LOSSY 0x00e0u  // exponent: a of alpha_lossy = 2^a, -8..7: share of the free shared pool for lossy classes; SAI: SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH
#define SLUICE_MAP_MMU_ALPHA_LOSSY_MASK 0xfu
#define SLUICE_MAP_MMU_ALPHA_LOSSY_RESET 0x0u
#define SLUICE_MAP_MMU_COMMIT 0x00e4u  // any: check the written registers, then activate them
#define SLUICE_MAP_MMU_STATUS 0x00e8u             // bits: see the bits of STATUS; read only
#define SLUICE_MAP_MMU_STATUS_REASON_OK 0
#define SLUICE_MAP_MMU_STATUS_REASON_UNCONFIGURED 1
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_VALUE 2
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_SCHEME 3
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_ALPHA 4
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_POOLS 5
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_HEADROOM 6
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_XON 7
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_TIMES 8
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_TTL 9
#define SLUICE_MAP_MMU_STATUS_REASON_BAD_STAGES 10
#define SLUICE_MAP_MMU_STATUS_REASON_BUSY 11
#define SLUICE_MAP_MMU_STATUS_REASON_SHIFT 0      // why the last COMMIT was refused, as cfg_reason
#define SLUICE_MAP_MMU_STATUS_REASON_MASK 0xfu
#define SLUICE_MAP_MMU_STATUS_CONFIGURED_SHIFT 4  // a configuration is active
#define SLUICE_MAP_MMU_STATUS_CONFIGURED_MASK 0x10u
#define SLUICE_MAP_MMU_STATUS_ACTIVE_SHIFT 5      // the active configuration is the written one: set by an accepted COMMIT, cleared by a write to any register
#define SLUICE_MAP_MMU_STATUS_ACTIVE_MASK 0x20u
#define SLUICE_MAP_MMU_STATUS_BUSY_SHIFT 6        // a commit is in progress
#define SLUICE_MAP_MMU_STATUS_BUSY_MASK 0x40u
#define SLUICE_MAP_MMU_STATUS_AT_PORT_SHIFT 7     // with PORT_LIMITS: REASON is broken by the limits of a port
#define SLUICE_MAP_MMU_STATUS_AT_PORT_MASK 0x80u
#define SLUICE_MAP_MMU_STATUS_PORT_SHIFT 8        // the lowest such port
#define SLUICE_MAP_MMU_STATUS_PORT_MASK 0x3f00u
#define SLUICE_MAP_MMU_PORT_SELECT 0x00ecu  // bits: port and page of PORT_WINDOW, see the bits of PORT_SELECT; a COMMIT does not use it
#define SLUICE_MAP_MMU_PORT_SELECT_MASK 0x7fu
#define SLUICE_MAP_MMU_PORT_SELECT_RESET 0x0u
#define SLUICE_MAP_MMU_PORT_WINDOW(j) (0x00f0u + 4u * (uint32_t)(j))  // -: own limits of the port of PORT_SELECT, see the limits of a port
#define SLUICE_MAP_MMU_PORT_WINDOW_MASK 0xffffffffu
#define SLUICE_MAP_MMU_PORT_WINDOW_RESET 0x0u

// ---- Registers of the switch ----

#define SLUICE_MAP_STATUS 0x0100u          // bits: 0 READY; 1 RESERVE, 2 ECN: the last COMMIT failed the check of the reserve, of ECN, and was not passed to the MMU; 11..8 PORT: with parameter PORT_LIMITS = 1 the lowest port whose ECN is wrong; read only
#define SLUICE_MAP_STATUS_READY_SHIFT 0    // counters are cleared
#define SLUICE_MAP_STATUS_READY_MASK 0x1u
#define SLUICE_MAP_STATUS_RESERVE_SHIFT 1  // the last COMMIT was not passed to the MMU: cells
#define SLUICE_MAP_STATUS_RESERVE_MASK 0x2u
#define SLUICE_MAP_STATUS_ECN_SHIFT 2      // the last COMMIT was not passed to the MMU: ECN
#define SLUICE_MAP_STATUS_ECN_MASK 0x4u
#define SLUICE_MAP_STATUS_PORT_SHIFT 8     // with ECN and PORT_LIMITS: the lowest port whose ECN is wrong
#define SLUICE_MAP_STATUS_PORT_MASK 0xf00u
#define SLUICE_MAP_MAX_FRAME 0x0104u  // bytes: largest frame; active from an accepted COMMIT on; SAI: SAI_PORT_ATTR_MTU
#define SLUICE_MAP_MAX_FRAME_MASK 0xffffffffu
#define SLUICE_MAP_MAX_FRAME_RESET 0x5eeu
#define SLUICE_MAP_PRIORITY 0x0108u  // bits: PRIORITY_c at bits 4 c + 2 .. 4 c; SAI: SAI_PORT_ATTR_QOS_DOT1P_TO_TC_MAP
#define SLUICE_MAP_PRIORITY_MASK 0xffffffffu
#define SLUICE_MAP_PRIORITY_RESET 0x76543210u
#define SLUICE_MAP_TTL_MODE 0x010cu            // bits: 0 DECREMENT; 15..8 NON_IP: the TTL of frames that are not IP; without DECREMENT, of all frames
#define SLUICE_MAP_TTL_MODE_MASK 0xffffffffu
#define SLUICE_MAP_TTL_MODE_RESET 0x0u
#define SLUICE_MAP_TTL_MODE_DECREMENT_SHIFT 0  // decrement the TTL of IP frames
#define SLUICE_MAP_TTL_MODE_DECREMENT_MASK 0x1u
#define SLUICE_MAP_TTL_MODE_NON_IP_SHIFT 8     // the TTL of frames that are not IP
#define SLUICE_MAP_TTL_MODE_NON_IP_MASK 0xff00u
#define SLUICE_MAP_FLOOD 0x0114u  // bits: a bit per port: lossy frames to an unknown or a group destination are copied to the port; SAI: SAI_SWITCH_ATTR_FDB_UNICAST_MISS_PACKET_ACTION
#define SLUICE_MAP_FLOOD_MASK 0xffffu
#define SLUICE_MAP_FLOOD_RESET 0x0u
#define SLUICE_MAP_MANAGEMENT 0x0118u         // bits: 4..0 PORT: the port that gets frames to 01-80-C2-00-00-00 to -0F except -01; 8 ENABLE
#define SLUICE_MAP_MANAGEMENT_MASK 0x1ffu
#define SLUICE_MAP_MANAGEMENT_RESET 0x0u
#define SLUICE_MAP_MANAGEMENT_PORT_SHIFT 0    // the management port; NP or more: none
#define SLUICE_MAP_MANAGEMENT_PORT_MASK 0x1fu
#define SLUICE_MAP_MANAGEMENT_ENABLE_SHIFT 8  // frames to reserved addresses go to and come from the management port
#define SLUICE_MAP_MANAGEMENT_ENABLE_MASK 0x100u
#define SLUICE_MAP_CAUSE 0x011cu         // bits: causes of an interrupt since the bit was cleared; a write clears the bits that it writes as 1. Bit r: a frame was dropped by reason r; 16 LINK; 17 STORM
#define SLUICE_MAP_CAUSE_MASK 0x3ffffu
#define SLUICE_MAP_CAUSE_RESET 0x0u
#define SLUICE_MAP_CAUSE_LINK_SHIFT 16   // the link of a port went up or down
#define SLUICE_MAP_CAUSE_LINK_MASK 0x10000u
#define SLUICE_MAP_CAUSE_STORM_SHIFT 17  // the watchdog has detected a pause storm at a queue
#define SLUICE_MAP_CAUSE_STORM_MASK 0x20000u
#define SLUICE_MAP_INTERRUPT 0x0120u  // bits: enables the causes: irq is 1 while an enabled bit of CAUSE is 1
#define SLUICE_MAP_INTERRUPT_MASK 0x3ffffu
#define SLUICE_MAP_INTERRUPT_RESET 0x0u
#define SLUICE_MAP_WRITE_PORTS 0x0124u  // bits: a bit per port: a write of ECN_KMIN, ECN_KMAX, ECN_SLOPE, WATCHDOG_DETECTION, WATCHDOG_RESTORATION, WATCHDOG_ACTION or CREDITS_LIMIT is for these ports, and a read shows the lowest of them; with parameter PORT_LIMITS = 1 only, else writes are for all ports
#define SLUICE_MAP_WRITE_PORTS_MASK 0xffffu
#define SLUICE_MAP_WRITE_PORTS_RESET 0xffffu
#define SLUICE_MAP_QUANTUM(c) (0x0140u + 4u * (uint32_t)(c))  // units of 64 bytes: deficit round robin, one per class: at least a largest frame with FCS; 0 counts as 1; SAI: SAI_SCHEDULER_ATTR_SCHEDULING_WEIGHT
#define SLUICE_MAP_QUANTUM_MASK 0xfffu
#define SLUICE_MAP_QUANTUM_RESET 0x91u
#define SLUICE_MAP_PORT(p) (0x0180u + 4u * (uint32_t)(p))  // bits: 2..0 CLASS: default class, 4 TRUST_PCP, 5 TRUST_DSCP, 15..8 STRICT by class; SAI: SAI_PORT_ATTR_QOS_DEFAULT_TC
#define SLUICE_MAP_PORT_MASK 0xffffu
#define SLUICE_MAP_PORT_RESET 0xff00u
#define SLUICE_MAP_PORT_CLASS_SHIFT 0                      // default class
#define SLUICE_MAP_PORT_CLASS_MASK 0x7u
#define SLUICE_MAP_PORT_TRUST_PCP_SHIFT 4                  // priority from the VLAN tag
#define SLUICE_MAP_PORT_TRUST_PCP_MASK 0x10u
#define SLUICE_MAP_PORT_TRUST_DSCP_SHIFT 5                 // priority from DSCP
#define SLUICE_MAP_PORT_TRUST_DSCP_MASK 0x20u
#define SLUICE_MAP_PORT_STRICT_SHIFT 8                     // strict priority, a bit per class
#define SLUICE_MAP_PORT_STRICT_MASK 0xff00u
#define SLUICE_MAP_ECN_KMIN(c) (0x0200u + 4u * (uint32_t)(c))  // cells: ECN: never mark up to this occupancy of the egress queue; active from an accepted COMMIT on, as the next three; SAI: SAI_WRED_ATTR_ECN_COLOR_UNAWARE_MIN_THRESHOLD
#define SLUICE_MAP_ECN_KMIN_MASK 0xffffffffu
#define SLUICE_MAP_ECN_KMIN_RESET 0x0u
#define SLUICE_MAP_ECN_KMAX(c) (0x0220u + 4u * (uint32_t)(c))  // cells: ECN: always mark above this occupancy; SAI: SAI_WRED_ATTR_ECN_COLOR_UNAWARE_MAX_THRESHOLD
#define SLUICE_MAP_ECN_KMAX_MASK 0xffffffffu
#define SLUICE_MAP_ECN_KMAX_RESET 0x0u
#define SLUICE_MAP_ECN_SLOPE(c) (0x0240u + 4u * (uint32_t)(c))  // 2^-24 per cell: 15..0 SLOPE: growth of the probability of a mark from KMIN to KMAX; 31 ENABLE: mark packets of the class; SAI: SAI_WRED_ATTR_ECN_COLOR_UNAWARE_MARK_PROBABILITY
#define SLUICE_MAP_ECN_SLOPE_MASK 0xffffffffu
#define SLUICE_MAP_ECN_SLOPE_RESET 0x0u
#define SLUICE_MAP_ECN_SLOPE_SLOPE_SHIFT 0                      // probability per cell, in 2^-24
#define SLUICE_MAP_ECN_SLOPE_SLOPE_MASK 0xffffu
#define SLUICE_MAP_ECN_SLOPE_ENABLE_SHIFT 31                    // mark packets of the class
#define SLUICE_MAP_ECN_SLOPE_ENABLE_MASK 0x80000000u
#define SLUICE_MAP_ECN_SEED 0x0260u  // number: first state of the generator of random numbers, loaded by an accepted COMMIT; 0 counts as 1
#define SLUICE_MAP_ECN_SEED_MASK 0xffffu
#define SLUICE_MAP_ECN_SEED_RESET 0x0u
#define SLUICE_MAP_WATCHDOG_CLOCK 0x0270u  // cycles: cycles of a microsecond, rounded up; 0 counts as 1
#define SLUICE_MAP_WATCHDOG_CLOCK_MASK 0x3ffu
#define SLUICE_MAP_WATCHDOG_CLOCK_RESET 0x0u
#define SLUICE_MAP_WATCHDOG_POLL 0x0274u  // us: poll interval, at least a round of the watchdog; 0: no poll
#define SLUICE_MAP_WATCHDOG_POLL_MASK 0xfffffu
#define SLUICE_MAP_WATCHDOG_POLL_RESET 0x0u
#define SLUICE_MAP_WATCHDOG_DETECTION 0x0278u  // us: detection time
#define SLUICE_MAP_WATCHDOG_DETECTION_MASK 0x3ffffffu
#define SLUICE_MAP_WATCHDOG_DETECTION_RESET 0x0u
#define SLUICE_MAP_WATCHDOG_RESTORATION 0x027cu  // us: restoration time
#define SLUICE_MAP_WATCHDOG_RESTORATION_MASK 0x3ffffffu
#define SLUICE_MAP_WATCHDOG_RESTORATION_RESET 0x0u
#define SLUICE_MAP_WATCHDOG_ACTION 0x0280u        // bits: 2 c + 1 .. 2 c: class c, 0 OFF, 1 DROP, 2 FORWARD, 3 ALERT; 16 RULE: 0 (a), 1 (b)
#define SLUICE_MAP_WATCHDOG_ACTION_MASK 0x1ffffu
#define SLUICE_MAP_WATCHDOG_ACTION_RESET 0x0u
#define SLUICE_MAP_WATCHDOG_ACTION_RULE_SHIFT 16  // 0: pause frames and a closed gate; 1: frames that do not leave
#define SLUICE_MAP_WATCHDOG_ACTION_RULE_MASK 0x10000u
#define SLUICE_MAP_CREDITS_PORTS 0x02c0u  // bits: a bit per port: the port uses credits instead of pauses; this register and the next four exist with parameter CREDITS = 1 only
#define SLUICE_MAP_CREDITS_PORTS_MASK 0xffffu
#define SLUICE_MAP_CREDITS_PORTS_RESET 0x0u
#define SLUICE_MAP_CREDITS_AMOUNT 0x02c4u  // cells: freed cells that make a word of credits freed due; 0: words are due by time only
#define SLUICE_MAP_CREDITS_AMOUNT_MASK 0xfffffu
#define SLUICE_MAP_CREDITS_AMOUNT_RESET 0x0u
#define SLUICE_MAP_CREDITS_CONSUMED 0x02c8u  // cycles: cycles between two rounds of words of credits consumed; 0: none
#define SLUICE_MAP_CREDITS_CONSUMED_MASK 0xfffffu
#define SLUICE_MAP_CREDITS_CONSUMED_RESET 0x0u
#define SLUICE_MAP_CREDITS_FREED 0x02ccu  // cycles: cycles between two rounds of words of credits freed; 0: words are due by amount only
#define SLUICE_MAP_CREDITS_FREED_MASK 0xfffffu
#define SLUICE_MAP_CREDITS_FREED_RESET 0x0u
#define SLUICE_MAP_CREDITS_LIMIT(c) (0x02e0u + 4u * (uint32_t)(c))  // cells: cells of the class at the receiver of the other end; 0: the class uses no credits
#define SLUICE_MAP_CREDITS_LIMIT_MASK 0xfffffu
#define SLUICE_MAP_CREDITS_LIMIT_RESET 0x0u
#define SLUICE_MAP_MAC_LOW(i) (0x0400u + 8u * (uint32_t)(i))  // address: the last four bytes of the address, 31..24 the first of them
#define SLUICE_MAP_MAC_LOW_MASK 0xffffffffu
#define SLUICE_MAP_MAC_LOW_RESET 0x0u
#define SLUICE_MAP_MAC_HIGH(i) (0x0404u + 8u * (uint32_t)(i))  // bits: 15..0 the first two bytes of the address; 20..16 PORT; 31 VALID; SAI: SAI_FDB_ENTRY_ATTR_BRIDGE_PORT_ID
#define SLUICE_MAP_MAC_HIGH_MASK 0xffffffffu
#define SLUICE_MAP_MAC_HIGH_RESET 0x0u
#define SLUICE_MAP_MAC_HIGH_PORT_SHIFT 16                      // egress port
#define SLUICE_MAP_MAC_HIGH_PORT_MASK 0x1f0000u
#define SLUICE_MAP_MAC_HIGH_VALID_SHIFT 31                     // the entry is valid
#define SLUICE_MAP_MAC_HIGH_VALID_MASK 0x80000000u

// ---- Registers of sluice_lossless_switch ----

#define SLUICE_MAP_ADDRESS_LOW(p) (0x8000u + 8u * (uint32_t)(p))  // address: the last four bytes of the port's address, 31..24 the first of them
#define SLUICE_MAP_ADDRESS_LOW_MASK 0xffffffffu
#define SLUICE_MAP_ADDRESS_LOW_RESET 0x0u                         // p
#define SLUICE_MAP_ADDRESS_HIGH(p) (0x8004u + 8u * (uint32_t)(p))  // bits: 15..0 the first two bytes of the port's address; 16 PAUSE: the port sends PAUSE, not PFC; SAI: SAI_PORT_ATTR_PRIORITY_FLOW_CONTROL_MODE
#define SLUICE_MAP_ADDRESS_HIGH_MASK 0x1ffffu
#define SLUICE_MAP_ADDRESS_HIGH_RESET 0x200u
#define SLUICE_MAP_ADDRESS_HIGH_PAUSE_SHIFT 16                     // the port sends PAUSE instead of PFC
#define SLUICE_MAP_ADDRESS_HIGH_PAUSE_MASK 0x10000u

// ---- Statistics of the MMU ----

#define SLUICE_MAP_STAT_QUEUE_PAUSES(p, c) (0x4000u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // events: times that the queue turned off; GFC: left level 0; read only; SAI: none
#define SLUICE_MAP_STAT_QUEUE_RESUMES(p, c) (0x4004u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // events: times that the queue turned on; GFC: returned to level 0; read only; SAI: none
#define SLUICE_MAP_STAT_QUEUE_PAUSED(p, c) (0x4008u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cycles: time that the queue was off; GFC: above level 0; read only; SAI: SAI_PORT_STAT_PFC_n_TX_PAUSE_DURATION_US
#define SLUICE_MAP_STAT_QUEUE_PEAK(p, c) (0x400cu + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cells: cells of the queue; read only; SAI: SAI_INGRESS_PRIORITY_GROUP_STAT_WATERMARK_CELLS
#define SLUICE_MAP_STAT_PORT_PAUSES(p, c) (0x4010u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // events: times that the port turned off; read only; SAI: none
#define SLUICE_MAP_STAT_PORT_RESUMES(p, c) (0x4014u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // events: times that the port turned on; read only; SAI: none
#define SLUICE_MAP_STAT_PORT_PAUSED(p, c) (0x4018u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cycles: time that the port was off; read only; SAI: none
#define SLUICE_MAP_STAT_PORT_PEAK(p, c) (0x401cu + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cells: DSH: cells charged to the port, above private; read only; SAI: SAI_PORT_STAT_IN_SHARED_WATERMARK_BYTES
#define SLUICE_MAP_STAT_HEADROOM_PEAK(p, c) (0x4020u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cells: headroom cells of the group of (port, class); read only; SAI: SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_CELLS
#define SLUICE_MAP_STAT_SHARED_PEAK(p, c) (0x4024u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cells: cells in the shared pool; read only; SAI: SAI_BUFFER_POOL_STAT_WATERMARK_CELLS
#define SLUICE_MAP_STAT_REFUSED(p, c) (0x4028u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // packets: packets refused at the port; read only; SAI: SAI_PORT_STAT_IN_DROPPED_PKTS
#define SLUICE_MAP_STAT_DROPPED(p, c) (0x402cu + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // packets: TTL: packets dropped at the port; read only; SAI: none
#define SLUICE_MAP_STAT_PARITY_DROPS(p, c) (0x4030u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // packets: TTL with HALF: packets of DROPPED whose hop has the other parity; read only; SAI: none
#define SLUICE_MAP_STAT_MESSAGE_WAIT(p, c) (0x4034u + 512u * (uint32_t)(p) + 64u * (uint32_t)(c))  // cycles: longest time that a message has waited for tx_ready; read only; SAI: none

// ---- Counters of a port and class ----

#define SLUICE_MAP_FRAMES_IN(p, c) (0x1000u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // frames: frames accepted; read only; SAI: SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS
#define SLUICE_MAP_BYTES_IN(p, c) (0x1040u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // bytes: bytes of accepted frames; read only; SAI: SAI_INGRESS_PRIORITY_GROUP_STAT_BYTES
#define SLUICE_MAP_FRAMES_OUT(p, c) (0x1080u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // frames: frames that left whole; read only; SAI: SAI_QUEUE_STAT_PACKETS
#define SLUICE_MAP_BYTES_OUT(p, c) (0x10c0u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // bytes: bytes of frames that left whole; read only; SAI: SAI_QUEUE_STAT_BYTES
#define SLUICE_MAP_PAUSES_IN(p, c) (0x1100u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // pauses: pauses that the MMU received; read only; SAI: SAI_PORT_STAT_PFC_n_RX_PKTS
#define SLUICE_MAP_PAUSES_OUT(p, c) (0x1140u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // pauses: pauses that the MMU sent; read only; SAI: SAI_PORT_STAT_PFC_n_TX_PKTS
#define SLUICE_MAP_MARKED(p, c) (0x6000u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // frames: frames of FRAMES_OUT that the port marked with CE; read only; SAI: SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS
#define SLUICE_MAP_MARKED_BYTES(p, c) (0x6040u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // bytes: bytes of these frames; read only; SAI: SAI_QUEUE_STAT_WRED_ECN_MARKED_BYTES
#define SLUICE_MAP_STORMS(p, c) (0x6080u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // frames: pause storms that the watchdog detected; read only; SAI: none
#define SLUICE_MAP_RESTORED(p, c) (0x60c0u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // frames: storms that ended; read only; SAI: none
#define SLUICE_MAP_STORM_DROPS(p, c) (0x6100u + 512u * (uint32_t)(p) + 8u * (uint32_t)(c))  // frames: frames of drop reason WATCHDOG; read only; SAI: none

// ---- Frames of a port that did not leave, by reason ----

#define SLUICE_MAP_DROP_CUT(p) (0x1188u + 512u * (uint32_t)(p))  // frames: the link went down inside the frame; read only; SAI: SAI_PORT_STAT_IF_IN_ERRORS
#define SLUICE_MAP_DROP_NO_CELL(p) (0x1190u + 512u * (uint32_t)(p))  // frames: no free cell for the frame; read only; SAI: SAI_PORT_STAT_IF_IN_DISCARDS
#define SLUICE_MAP_DROP_GIANT(p) (0x1198u + 512u * (uint32_t)(p))  // frames: longer than the active MAX_FRAME; read only; SAI: SAI_PORT_STAT_ETHER_RX_OVERSIZE_PKTS
#define SLUICE_MAP_DROP_BAD(p) (0x11a0u + 512u * (uint32_t)(p))  // frames: tuser at tlast: the MAC marked the frame bad; read only; SAI: SAI_PORT_STAT_IF_IN_ERRORS
#define SLUICE_MAP_DROP_RUNT(p) (0x11a8u + 512u * (uint32_t)(p))  // frames: shorter than 60 bytes; read only; SAI: SAI_PORT_STAT_ETHER_STATS_UNDERSIZE_PKTS
#define SLUICE_MAP_DROP_RESERVED(p) (0x11b0u + 512u * (uint32_t)(p))  // frames: destination 01-80-C2-00-00-00 to -0F, and MANAGEMENT does not pass the frame; read only; SAI: SAI_IN_DROP_REASON_DMAC_RESERVED
#define SLUICE_MAP_DROP_UNKNOWN(p) (0x11b8u + 512u * (uint32_t)(p))  // frames: destination in no entry of the MAC table, or a group address (bit 0 of the first byte), and the frame is copied to no port; read only; SAI: SAI_IN_DROP_REASON_FDB_UC_DISCARD
#define SLUICE_MAP_DROP_HAIRPIN(p) (0x11c0u + 512u * (uint32_t)(p))  // frames: the egress port is the ingress port; read only; SAI: SAI_IN_DROP_REASON_L2_LOOPBACK_FILTER
#define SLUICE_MAP_DROP_REFUSED(p) (0x11c8u + 512u * (uint32_t)(p))  // frames: the MMU refused the frame; read only; SAI: SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS
#define SLUICE_MAP_DROP_TTL(p) (0x11d0u + 512u * (uint32_t)(p))  // frames: the MMU dropped the frame by a rule of TTL; read only; SAI: SAI_IN_DROP_REASON_TTL
#define SLUICE_MAP_DROP_LINK(p) (0x11d8u + 512u * (uint32_t)(p))  // frames: the link was down; read only; SAI: SAI_PORT_STAT_IF_OUT_DISCARDS
#define SLUICE_MAP_DROP_WATCHDOG(p) (0x11e0u + 512u * (uint32_t)(p))  // frames: the watchdog drops the frames of the queue; read only; SAI: SAI_QUEUE_STAT_DROPPED_PACKETS
#define SLUICE_MAP_DROP_FLOODED(p) (0x11e8u + 512u * (uint32_t)(p))  // frames: no drop: copies of the frame are made; read only; SAI: none
#define SLUICE_MAP_DROP_NOT_COPIED(p) (0x11f0u + 512u * (uint32_t)(p))  // frames: 8 frames, or frames with more cells than a largest frame, already waited to be copied; read only; SAI: none

// ---- MAC control frames of a port of sluice_lossless_switch ----

#define SLUICE_MAP_SENT_PFC(p) (0x9000u + 128u * (uint32_t)(p))  // frames: PFC frames sent; read only; SAI: none
#define SLUICE_MAP_SENT_PAUSE(p) (0x9008u + 128u * (uint32_t)(p))  // frames: PAUSE frames sent; read only; SAI: SAI_PORT_STAT_PAUSE_TX_PKTS
#define SLUICE_MAP_SENT_NATIVE(p) (0x9010u + 128u * (uint32_t)(p))  // frames: native frames and frames of credits sent; read only; SAI: none
#define SLUICE_MAP_GOT_PFC(p) (0x9040u + 128u * (uint32_t)(p))  // frames: PFC frames obeyed; read only; SAI: none
#define SLUICE_MAP_GOT_PAUSE(p) (0x9048u + 128u * (uint32_t)(p))  // frames: PAUSE frames obeyed; read only; SAI: SAI_PORT_STAT_PAUSE_RX_PKTS
#define SLUICE_MAP_GOT_NATIVE(p) (0x9050u + 128u * (uint32_t)(p))  // frames: native frames and frames of credits obeyed; read only; SAI: none
#define SLUICE_MAP_BAD_FRAME(p) (0x9058u + 128u * (uint32_t)(p))  // frames: marked bad by the MAC; read only; SAI: SAI_PORT_STAT_IF_IN_ERRORS
#define SLUICE_MAP_BAD_LENGTH(p) (0x9060u + 128u * (uint32_t)(p))  // frames: shorter than 60 bytes; read only; SAI: SAI_PORT_STAT_ETHER_STATS_UNDERSIZE_PKTS
#define SLUICE_MAP_BAD_ADDRESS(p) (0x9068u + 128u * (uint32_t)(p))  // frames: destination is neither the group address nor the address of the port; read only; SAI: none
#define SLUICE_MAP_BAD_OPCODE(p) (0x9070u + 128u * (uint32_t)(p))  // frames: unknown MAC control opcode; that of credits on a port without credits; read only; SAI: SAI_PORT_STAT_DOT3_CONTROL_IN_UNKNOWN_OPCODES
#define SLUICE_MAP_BAD_KIND(p) (0x9078u + 128u * (uint32_t)(p))  // frames: unknown identifier, levels under a pause scheme, pause times under GFC, or a word of credits with an unknown kind, channel or counter; read only; SAI: none

#endif
