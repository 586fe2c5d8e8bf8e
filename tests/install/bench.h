// What the benches in C++ share: checks, accesses of registers over AXI4-Lite, the steps of a bring-up, and frames. A
// Bench has `top`, the Verilated switch, and a function step() for one cycle of its clk.
#ifndef BENCH_H
#define BENCH_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "cmodel/driver/sluice_driver.h"
#include "cmodel/driver/sluice_map.h"

constexpr int kSize = 1000, kClass = 3;
using Frame = std::vector<uint8_t>;

inline int failures = 0;
inline void check(bool good, const std::string &text) {
  std::printf("%s %s\n", good ? "ok" : "failed", text.c_str());
  if (!good) failures++;
}

// ---- AXI4-Lite ----

template <class Bench>
int axil_write(void *context, uint32_t address, uint32_t value) {
  Bench &b = *static_cast<Bench *>(context);
  auto &t = *b.top;
  t.s_axil_awaddr = static_cast<uint16_t>(address);
  t.s_axil_wdata = value;
  t.s_axil_wstrb = 15;
  t.s_axil_awvalid = t.s_axil_wvalid = t.s_axil_bready = 1;
  for (int i = 0; i < 4096; i++) {
    const bool aw = t.s_axil_awvalid && t.s_axil_awready, w = t.s_axil_wvalid && t.s_axil_wready,
               done = t.s_axil_bvalid;
    step(b);
    if (aw) t.s_axil_awvalid = 0;
    if (w) t.s_axil_wvalid = 0;
    if (done) return 0;
  }
  return 1;
}

template <class Bench>
int axil_read(void *context, uint32_t address, uint32_t *value) {
  Bench &b = *static_cast<Bench *>(context);
  auto &t = *b.top;
  t.s_axil_araddr = static_cast<uint16_t>(address);
  t.s_axil_arvalid = t.s_axil_rready = 1;
  for (int i = 0; i < 4096; i++) {
    const bool ar = t.s_axil_arvalid && t.s_axil_arready, done = t.s_axil_rvalid;
    *value = t.s_axil_rdata;
    step(b);
    if (ar) t.s_axil_arvalid = 0;
    if (done) return 0;
  }
  return 1;
}

// ---- the steps of the page ----

// Makes the accesses of the plan in order. Returns their number, or the error.
inline int run_plan(const sluice_driver &driver, const char *path) {
  std::ifstream file(path);
  int accesses = 0;
  for (std::string line; std::getline(file, line);) {
    sluice_access access;
    bool found;
    int error = sluice_driver_parse(line.c_str(), &access, &found);
    if (error == 0 && found) error = sluice_driver_access(&driver, &access);
    if (error != 0) return error;
    accesses += found;
  }
  return accesses;
}

inline void address_of(int port, uint8_t *address) {
  const uint8_t bytes[6] = {2, 0, 0, 0, 1, static_cast<uint8_t>(port)};
  std::memcpy(address, bytes, 6);
}

// 802.1Q with priority kClass, from port `from` to `to`
inline Frame data_frame(int from, int to, int number, size_t size = kSize) {
  Frame f(size, static_cast<uint8_t>(number));
  address_of(to, f.data());
  address_of(from, f.data() + 6);
  const uint8_t type[6] = {0x81, 0, kClass << 5, 0, 0x08, 0xff};
  std::memcpy(f.data() + 12, type, 6);
  return f;
}

inline void tables(const sluice_driver &driver, int ports) {
  int error = 0;
  for (int p = 0; p < ports; p++) {
    sluice_mac_entry entry = {{}, static_cast<uint8_t>(p), true}, back;
    address_of(p, entry.address);
    error |= sluice_driver_set_mac(&driver, p, &entry);
    error |= sluice_driver_set_address(&driver, p, entry.address, false);
    error |= driver.write(driver.context, SLUICE_MAP_PORT(p), SLUICE_MAP_PORT_RESET | SLUICE_MAP_PORT_TRUST_PCP_MASK);
    error |= sluice_driver_mac(&driver, p, &back);
    check(std::memcmp(back.address, entry.address, 6) == 0 && back.port == p && back.valid, "MAC entry reads back");
  }
  check(error == 0, "MAC table, port addresses, trusted priorities");
  check(sluice_driver_counter(&driver, 16, 0, nullptr) == SLUICE_DRIVER_RANGE, "a counter of port 16 is refused");
}

#endif
