// Finds registers by address, and decodes fields.
#include "cmodel/driver/sluice_lookup.h"

// Splits the distance from the address of a row into port, index and word. Returns false if the row has no such word.
static bool within(const struct sluice_map_row *row, uint32_t distance, struct sluice_map_place *place) {
  uint32_t port = row->ports > 1 ? distance / row->port_stride : 0;
  uint32_t rest = distance - port * row->port_stride;
  uint32_t index = row->count > 1 ? rest / row->stride : 0;
  rest -= index * row->stride;
  *place = (struct sluice_map_place){row, row->ports > 1 ? (int)port : -1, -1, rest == 4};
  if (row->count > 1) place->index = row->first + (int)index;
  return port < row->ports && index < row->count && (rest == 0 || (rest == 4 && row->bits == 64));
}

bool sluice_map_find(uint32_t address, struct sluice_map_place *place) {
  const struct sluice_map_row *row;
  for (size_t n = 0; (row = sluice_map_row(n)) != NULL && row->address <= address; n++)
    if (within(row, address - row->address, place)) return true;
  return false;
}

uint32_t sluice_map_field_value(const struct sluice_map_field *field, uint32_t value) {
  return value >> field->lsb & (uint32_t)((UINT64_C(1) << field->bits) - 1);
}

const char *sluice_map_field_text(const struct sluice_map_field *field, uint32_t value) {
  uint32_t n = sluice_map_field_value(field, value);
  for (uint32_t i = 0; field->values != NULL && field->values[i] != NULL; i++)
    if (i == n) return field->values[i];
  return NULL;
}

bool sluice_map_fits(const struct sluice_map_row *row, uint32_t value) {
  if (row->bits >= 32 || row->access == SLUICE_WRITE_ONLY) return true;
  uint32_t above = row->is_signed ? UINT32_MAX << (row->bits - 1) : UINT32_MAX << row->bits;
  return (value & above) == 0 || (row->is_signed && (value & above) == above);
}
