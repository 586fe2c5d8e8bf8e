// Brings up a switch that Linux maps into memory, then prints its frames. usage: driver FILE BASE PLAN
// FILE is /dev/mem or a UIO device, BASE the address of the AXI4-Lite slave in it, PLAN the output of
// `sluice plan --registers switch`. docs/hardware/bring-up.md explains the steps.
#include <fcntl.h>
#include <sluice_driver.h>
#include <sluice_map.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SPACE = 1 << 16, PORTS = 4, CLASSES = 8 };

static int read_register(void *context, uint32_t address, uint32_t *value) {
  *value = ((volatile uint32_t *)context)[address / 4];
  return 0;
}

static int write_register(void *context, uint32_t address, uint32_t value) {
  ((volatile uint32_t *)context)[address / 4] = value;
  return 0;
}

// Makes the accesses of the plan. Returns 0 or an error, after a message.
static int run_plan(const struct sluice_driver *driver, const char *path) {
  char line[256];
  FILE *file = fopen(path, "r");
  int error = 0;
  if (file == NULL) perror(path);
  if (file == NULL) return 1;
  for (int number = 1; error == 0 && fgets(line, sizeof line, file) != NULL; number++) {
    struct sluice_access access;
    bool found;
    error = sluice_driver_parse(line, &access, &found);
    if (error == 0 && found) error = sluice_driver_access(driver, &access);
    if (error != 0) fprintf(stderr, "%s:%d: %s\n", path, number, sluice_driver_text(error));
  }
  fclose(file);
  return error;
}

// Port p leads to 02-00-00-00-01-0p, which is also the source of its control frames; the priority of a VLAN tag selects
// the class.
static int set_tables(const struct sluice_driver *driver) {
  int error = 0;
  for (int p = 0; error == 0 && p < PORTS; p++) {
    struct sluice_mac_entry entry = {{2, 0, 0, 0, 1, (uint8_t)p}, (uint8_t)p, true};
    error = sluice_driver_set_mac(driver, p, &entry);
    if (error == 0) error = sluice_driver_set_address(driver, p, entry.address, false);
    if (error == 0)
      error =
          driver->write(driver->context, SLUICE_MAP_PORT(p), SLUICE_MAP_PORT_RESET | SLUICE_MAP_PORT_TRUST_PCP_MASK);
  }
  return error;
}

int main(int argc, char **argv) {
  void *map = MAP_FAILED;
  if (argc != 4) {
    fprintf(stderr, "usage: driver FILE BASE PLAN\n");
    return 2;
  }
  int fd = open(argv[1], O_RDWR | O_SYNC);
  if (fd >= 0) map = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)strtoull(argv[2], NULL, 0));
  if (map == MAP_FAILED) {
    perror(argv[1]);
    return 2;
  }
  const struct sluice_driver driver = {read_register, write_register, map, 1000};
  if (run_plan(&driver, argv[3]) != 0 || set_tables(&driver) != 0) return 1;
  for (int p = 0; p < PORTS; p++)
    for (int c = 0; c < CLASSES; c++) {
      uint64_t in, out;
      if (sluice_driver_counter(&driver, p, c, &in) != 0 || sluice_driver_counter(&driver, p, 16 + c, &out) != 0)
        return 1;
      if (in != 0 || out != 0)
        printf("port %d class %d: %llu in, %llu out\n", p, c, (unsigned long long)in, (unsigned long long)out);
    }
  return 0;
}
