// Declarations that the shims of all variants share.
#ifndef SHIM_COMMON_H
#define SHIM_COMMON_H

#include "verilated.h"

// One context for all models: Verilator traces only models of one context into one file.
VerilatedContext *shim_context();

#endif
