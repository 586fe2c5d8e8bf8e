// Declarations that the shims of all variants share.
#ifndef SHIM_COMMON_H
#define SHIM_COMMON_H

#include <cstdint>

#include "verilated.h"

// One context for all models: Verilator traces only models of one context into one file.
VerilatedContext *shim_context();

// Bits of a vector of any size in Verilator's order, least significant first.
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "vectors are copied as bytes, least significant first"
#endif

inline void put(void *vector, int bit, int n, uint64_t value) {
  unsigned char *bytes = static_cast<unsigned char *>(vector);
  for (int i = 0; i < n; i++, bit++) {
    unsigned char mask = static_cast<unsigned char>(1u << bit % 8);
    bytes[bit / 8] = static_cast<unsigned char>((bytes[bit / 8] & ~mask) | (value >> i & 1 ? mask : 0));
  }
}

inline uint64_t get(const void *vector, int bit, int n) {
  const unsigned char *bytes = static_cast<const unsigned char *>(vector);
  uint64_t value = 0;
  for (int i = 0; i < n; i++, bit++) value |= static_cast<uint64_t>(bytes[bit / 8] >> bit % 8 & 1) << i;
  return value;
}

#endif
