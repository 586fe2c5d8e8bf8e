// Accesses, bring-up, counters and tables of a switch.
#include "cmodel/driver/sluice_driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/driver/sluice_map.h"

enum { PORTS = 16, CLASSES = 8, ENTRIES = 64, COUNTERS = 80, NEAR_COUNTERS = 64, FRAMES = 16, STATISTICS = 16 };
enum { WINDOWS = 4, PAGES = 2, PAGE_SHIFT = 6 };  // limits of a port on a page; bits of PORT_SELECT

static bool in_range(int value, int end) { return value >= 0 && value < end; }

// ---- accesses ----

static const char *after_blanks(const char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

static bool number(const char **at, uint32_t *value) {
  char *end;
  *at = after_blanks(*at);
  if (!isdigit((unsigned char)**at)) return false;
  unsigned long long n = strtoull(*at, &end, 0);
  if (n > UINT32_MAX || (*end != '\0' && *end != '#' && !isspace((unsigned char)*end))) return false;
  *at = end;
  *value = (uint32_t)n;
  return true;
}

int sluice_driver_parse(const char *line, struct sluice_access *access, bool *found) {
  const char *at = after_blanks(line);
  *found = *at != '\0' && *at != '#';
  if (!*found) return 0;
  access->is_wait = strncmp(at, "wait", 4) == 0;
  access->mask = UINT32_MAX;
  if (!access->is_wait && strncmp(at, "write", 5) != 0) return SLUICE_DRIVER_SYNTAX;
  at += access->is_wait ? 4 : 5;
  if (!isspace((unsigned char)*at) || !number(&at, &access->address)) return SLUICE_DRIVER_SYNTAX;
  if (access->is_wait && !number(&at, &access->mask)) return SLUICE_DRIVER_SYNTAX;
  if (!number(&at, &access->value)) return SLUICE_DRIVER_SYNTAX;
  at = after_blanks(at);
  return *at == '\0' || *at == '#' ? 0 : SLUICE_DRIVER_SYNTAX;
}

static int wait_for(const struct sluice_driver *d, uint32_t address, uint32_t mask, uint32_t value) {
  uint32_t got;
  for (uint32_t i = 0; i < d->polls; i++) {
    int error = d->read(d->context, address, &got);
    if (error != 0 || (got & mask) == value) return error;
  }
  return SLUICE_DRIVER_TIMEOUT;
}

int sluice_driver_access(const struct sluice_driver *d, const struct sluice_access *a) {
  if (a->is_wait) return wait_for(d, a->address, a->mask, a->value);
  return a->address == SLUICE_MAP_MMU_COMMIT ? sluice_driver_commit(d) : d->write(d->context, a->address, a->value);
}

// ---- bring-up ----

int sluice_driver_ready(const struct sluice_driver *d) {
  return wait_for(d, SLUICE_MAP_STATUS, SLUICE_MAP_STATUS_READY_MASK, SLUICE_MAP_STATUS_READY_MASK);
}

int sluice_driver_commit(const struct sluice_driver *d) {
  uint32_t status;
  int error = d->write(d->context, SLUICE_MAP_MMU_COMMIT, 1);
  if (error == 0) error = d->read(d->context, SLUICE_MAP_STATUS, &status);
  if (error != 0) return error;
  if (status & SLUICE_MAP_STATUS_RESERVE_MASK) return SLUICE_DRIVER_RESERVE;
  if (status & SLUICE_MAP_STATUS_ECN_MASK) return SLUICE_DRIVER_ECN;
  error = wait_for(d, SLUICE_MAP_MMU_STATUS, SLUICE_MAP_MMU_STATUS_BUSY_MASK, 0);
  if (error == 0) error = d->read(d->context, SLUICE_MAP_MMU_STATUS, &status);
  if (error != 0) return error;
  return status & SLUICE_MAP_MMU_STATUS_ACTIVE_MASK ? 0 : SLUICE_DRIVER_REFUSED;
}

// ---- limits of a port ----

static int select_limit(const struct sluice_driver *d, int port, int limit) {
  if (!in_range(port, PORTS) || !in_range(limit, PAGES * WINDOWS)) return SLUICE_DRIVER_RANGE;
  return d->write(d->context, SLUICE_MAP_MMU_PORT_SELECT, (uint32_t)port | (uint32_t)(limit / WINDOWS) << PAGE_SHIFT);
}

int sluice_driver_limit(const struct sluice_driver *d, int port, int limit, uint32_t *value) {
  int error = select_limit(d, port, limit);
  return error != 0 ? error : d->read(d->context, SLUICE_MAP_MMU_PORT_WINDOW(limit % WINDOWS), value);
}

int sluice_driver_set_limit(const struct sluice_driver *d, int port, int limit, uint32_t value) {
  int error = select_limit(d, port, limit);
  return error != 0 ? error : d->write(d->context, SLUICE_MAP_MMU_PORT_WINDOW(limit % WINDOWS), value);
}

// ---- counters ----

// The read of the low word keeps the high word of the same moment.
static int read_64(const struct sluice_driver *d, uint32_t address, uint64_t *value) {
  uint32_t low, high;
  int error = d->read(d->context, address, &low);
  if (error == 0) error = d->read(d->context, address + 4, &high);
  if (error == 0) *value = (uint64_t)high << 32 | low;
  return error;
}

int sluice_driver_counter(const struct sluice_driver *d, int port, int k, uint64_t *value) {
  if (!in_range(port, PORTS) || !in_range(k, COUNTERS)) return SLUICE_DRIVER_RANGE;
  if (k < NEAR_COUNTERS) return read_64(d, SLUICE_MAP_FRAMES_IN(port, k), value);
  return read_64(d, SLUICE_MAP_MARKED(port, k - NEAR_COUNTERS), value);
}

int sluice_driver_frames(const struct sluice_driver *d, int port, int k, uint64_t *value) {
  if (!in_range(port, PORTS) || !in_range(k, FRAMES)) return SLUICE_DRIVER_RANGE;
  return read_64(d, SLUICE_MAP_SENT_PFC(port) + 8 * (uint32_t)k, value);
}

int sluice_driver_statistic(const struct sluice_driver *d, int port, int cls, int statistic, uint32_t *value) {
  if (!in_range(port, PORTS) || !in_range(cls, CLASSES) || !in_range(statistic, STATISTICS)) return SLUICE_DRIVER_RANGE;
  return d->read(d->context, SLUICE_MAP_STAT_QUEUE_PAUSES(port, cls) + 4 * (uint32_t)statistic, value);
}

// ---- tables ----

static uint32_t low_of(const uint8_t address[6]) {
  return (uint32_t)address[2] << 24 | (uint32_t)address[3] << 16 | (uint32_t)address[4] << 8 | address[5];
}

static uint32_t high_of(const uint8_t address[6]) { return (uint32_t)address[0] << 8 | address[1]; }

int sluice_driver_mac(const struct sluice_driver *d, int entry, struct sluice_mac_entry *mac) {
  uint32_t low, high;
  if (!in_range(entry, ENTRIES)) return SLUICE_DRIVER_RANGE;
  int error = d->read(d->context, SLUICE_MAP_MAC_LOW(entry), &low);
  if (error == 0) error = d->read(d->context, SLUICE_MAP_MAC_HIGH(entry), &high);
  if (error != 0) return error;
  for (int i = 0; i < 6; i++) mac->address[i] = (uint8_t)(i < 2 ? high >> (8 - 8 * i) : low >> (40 - 8 * i));
  mac->port = (uint8_t)((high & SLUICE_MAP_MAC_HIGH_PORT_MASK) >> SLUICE_MAP_MAC_HIGH_PORT_SHIFT);
  mac->valid = (high & SLUICE_MAP_MAC_HIGH_VALID_MASK) != 0;
  return 0;
}

int sluice_driver_set_mac(const struct sluice_driver *d, int entry, const struct sluice_mac_entry *mac) {
  if (!in_range(entry, ENTRIES) || !in_range(mac->port, PORTS)) return SLUICE_DRIVER_RANGE;
  uint32_t high = high_of(mac->address) | (uint32_t)mac->port << SLUICE_MAP_MAC_HIGH_PORT_SHIFT;
  int error = d->write(d->context, SLUICE_MAP_MAC_HIGH(entry), 0);
  if (error == 0) error = d->write(d->context, SLUICE_MAP_MAC_LOW(entry), low_of(mac->address));
  if (error != 0 || !mac->valid) return error;
  return d->write(d->context, SLUICE_MAP_MAC_HIGH(entry), high | SLUICE_MAP_MAC_HIGH_VALID_MASK);
}

int sluice_driver_set_address(const struct sluice_driver *d, int port, const uint8_t address[6], bool pause) {
  if (!in_range(port, PORTS)) return SLUICE_DRIVER_RANGE;
  int error = d->write(d->context, SLUICE_MAP_ADDRESS_LOW(port), low_of(address));
  if (error != 0) return error;
  return d->write(d->context, SLUICE_MAP_ADDRESS_HIGH(port),
                  high_of(address) | (pause ? SLUICE_MAP_ADDRESS_HIGH_PAUSE_MASK : 0));
}

const char *sluice_driver_text(int error) {
  switch (error) {
    case SLUICE_DRIVER_TIMEOUT:
      return "a register did not get the expected value in time";
    case SLUICE_DRIVER_REFUSED:
      return "the MMU refused the registers; REASON of its STATUS says why";
    case SLUICE_DRIVER_RESERVE:
      return "the cell memory has no reserve for MAX_FRAME beside BUFFER, or MAX_PACKET is below MAX_FRAME";
    case SLUICE_DRIVER_ECN:
      return "KMIN, KMAX or SLOPE of a class is out of range";
    case SLUICE_DRIVER_RANGE:
      return "there is no such port, class, entry, limit, statistic or counter";
    case SLUICE_DRIVER_SYNTAX:
      return "no access; give write ADDRESS VALUE or wait ADDRESS MASK VALUE";
    default:
      return NULL;
  }
}
