// One Verilated build of sluice_control, of sluice_credit_port and of sluice_room_port, as C functions, as shim.h for
// the MMU. shim_control.cpp, shim_credit.cpp and shim_room.cpp are compiled once for each variant; make writes the
// lists.
#ifndef SHIM_MODULES_H
#define SHIM_MODULES_H

#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/frame/sluice_frame.h"
#include "cmodel/room/sluice_room_port.h"

#ifdef __cplusplus
extern "C" {
#endif

// create() creates the module after reset; NULL: out of memory. step() is one cycle: it computes the outputs of this
// cycle, then applies the clock edge.
struct shim_control {
  int ports, classes, width;
  bool credits;
  void *(*create)(void);
  void (*destroy)(void *control);
  void (*step)(void *control, const struct sluice_control_in *in, struct sluice_control_out *out);
};
struct shim_credit {
  struct sluice_credit_dims dims;
  void *(*create)(void);
  void (*destroy)(void *credit);
  void (*step)(void *credit, const struct sluice_credit_in *in, struct sluice_credit_out *out);
};
struct shim_room {
  struct sluice_room_dims dims;
  void *(*create)(void);
  void (*destroy)(void *room);
  void (*step)(void *room, const struct sluice_room_in *in, struct sluice_room_out *out);
};

// All variants in this program, then NULL.
extern const struct shim_control *const shim_control_list[];
extern const struct shim_credit *const shim_credit_list[];
extern const struct shim_room *const shim_room_list[];

#ifdef __cplusplus
}
#endif
#endif
