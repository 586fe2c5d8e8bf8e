#include "tb/cli/report/equal.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Keys at the top level that are no results
static const char *const settings[] = {"version",  "command",    "engine", "scenario", "seed",
                                       "clock_hz", "cell_bytes", "mmu",    "files",    "registers",
                                       "keys",     "congestion", "senders"};

static bool is_setting(const char *key) {
  for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
    if (strcmp(key, settings[i]) == 0) return true;
  return false;
}

// FNV-1a
static void add(uint64_t *sum, const void *data, size_t size) {
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) *sum = (*sum ^ byte[i]) * UINT64_C(0x100000001b3);
}

static bool is_nothing(const json_t *value) {
  return json_is_null(value) || json_is_false(value) || (json_is_number(value) && json_number_value(value) == 0);
}

static void add_value(uint64_t *sum, const json_t *value, bool top) {
  const int type = json_typeof(value);
  const char *key;
  json_t *v;
  add(sum, &type, sizeof(type));
  switch (type) {
    case JSON_OBJECT:
      json_object_foreach((json_t *)value, key, v) {
        if (is_nothing(v) || (top && is_setting(key))) continue;
        add(sum, key, strlen(key) + 1);
        add_value(sum, v, false);
      }
      break;
    case JSON_ARRAY:
      for (size_t i = 0; i < json_array_size(value); i++) add_value(sum, json_array_get(value, i), false);
      break;
    case JSON_STRING:
      add(sum, json_string_value(value), json_string_length(value));
      break;
    case JSON_INTEGER:
    case JSON_REAL: {
      const double number = json_number_value(value);
      add(sum, &number, sizeof(number));
      break;
    }
    default:
      break;
  }
  add(sum, "", 1);
}

json_t *equal_results(const json_t *results) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  add_value(&sum, results, true);
  return json_sprintf("%016" PRIx64, sum);
}
