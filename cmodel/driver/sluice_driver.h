// Driver of sluice_switch and sluice_lossless_switch over two functions that read and write a register of 32 bits.
// C11, no global state, no allocation. sluice_map.h has the addresses; docs/hardware/bring-up.md has the order of use.
// One caller at a time: a counter is read in two accesses, as is a limit of a port; an entry of the MAC table is
// written in three.
#ifndef SLUICE_DRIVER_H
#define SLUICE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// All functions return 0, one of these errors, or the error of a read or write function.
enum sluice_driver_error {
  SLUICE_DRIVER_TIMEOUT = -1001,  // a register did not get the expected value in `polls` reads
  SLUICE_DRIVER_REFUSED,          // the MMU refused the set: the REASON of its STATUS says why
  SLUICE_DRIVER_RESERVE,  // the switch refused the set: MAX_FRAME, MAX_PACKET, or BUFFER and the cells of arriving
                          // frames
  SLUICE_DRIVER_ECN,      // the switch refused the set: KMIN, KMAX or SLOPE of a class; STATUS.PORT: of which port
  SLUICE_DRIVER_RANGE,    // no such port, class, entry, limit, statistic or counter
  SLUICE_DRIVER_SYNTAX    // the line is no access
};

// Byte addresses count from the base of the switch. read and write return 0, or an error outside -1001 to -1100.
struct sluice_driver {
  int (*read)(void *context, uint32_t address, uint32_t *value);
  int (*write)(void *context, uint32_t address, uint32_t value);
  void *context;
  uint32_t polls;  // reads of a register until a wait ends with SLUICE_DRIVER_TIMEOUT; a commit takes 600 cycles
};

// One line of `sluice plan --registers switch`.
struct sluice_access {
  bool is_wait;  // read until the bits of mask are value; else write value
  uint32_t address, mask, value;
};

struct sluice_mac_entry {
  uint8_t address[6];
  uint8_t port;
  bool valid;
};

// Reads "write ADDRESS VALUE" or "wait ADDRESS MASK VALUE", with a comment behind #. Sets *found to whether the line
// has an access; an empty line and a comment have none.
int sluice_driver_parse(const char *line, struct sluice_access *access, bool *found);

// Makes one access. A write to COMMIT is sluice_driver_commit().
int sluice_driver_access(const struct sluice_driver *driver, const struct sluice_access *access);

// Waits until the switch is ready; until then a link counts as down.
int sluice_driver_ready(const struct sluice_driver *driver);

// Activates the written registers, and waits for the result.
int sluice_driver_commit(const struct sluice_driver *driver);

// In a build with PORT_LIMITS: reads and writes a limit of a port, SLUICE_MAP_PORT_LIMIT_*. A written limit is active
// after a commit; PRIVATE, HEADROOM and PORT_HEADROOM need an idle port, else the result is SLUICE_DRIVER_REFUSED, and
// the commit may be repeated (docs/reference/registers.md, "Limits per port").
int sluice_driver_limit(const struct sluice_driver *driver, int port, int limit, uint32_t *value);
int sluice_driver_set_limit(const struct sluice_driver *driver, int port, int limit, uint32_t value);

// Reads counter k of a port: 8 * kind + class, or 48 + reason (docs/reference/switch-registers.md).
int sluice_driver_counter(const struct sluice_driver *driver, int port, int k, uint64_t *value);

// Reads counter k of MAC control frames; only sluice_lossless_switch has them.
int sluice_driver_frames(const struct sluice_driver *driver, int port, int k, uint64_t *value);

// Reads a statistic of the MMU by its number.
int sluice_driver_statistic(const struct sluice_driver *driver, int port, int cls, int statistic, uint32_t *value);

// Reads and writes an entry of the MAC table. During a write the entry is invalid, so no frame meets half an address.
int sluice_driver_mac(const struct sluice_driver *driver, int entry, struct sluice_mac_entry *mac);
int sluice_driver_set_mac(const struct sluice_driver *driver, int entry, const struct sluice_mac_entry *mac);

// Sets the address of a port, the source of its control frames, and whether it sends PAUSE instead of PFC. Only while
// no frame passes.
int sluice_driver_set_address(const struct sluice_driver *driver, int port, const uint8_t address[6], bool pause);

// One line about an error of this library; NULL: the error is not of this library.
const char *sluice_driver_text(int error);

#ifdef __cplusplus
}
#endif
#endif
