#define _GNU_SOURCE
#include "tests/program/replays.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/program/program.h"

void shell(const char *format, const char *path, char *text, size_t size) {
  char command[6000];
  snprintf(command, sizeof command, format, path);
  FILE *out = popen(command, "r");
  ck_assert_ptr_nonnull(out);
  text[fread(text, 1, size - 1, out)] = '\0';
  ck_assert_msg(pclose(out) == 0, "%s", command);
}

void make_captures(void) {
  char text[100];
  shell("tb/cli/replay/captures.py %s", in_dir(""), text, sizeof text);
}

// Number of frames in a capture that match a filter of tshark.
int frames(const char *capture, const char *filter) {
  static char text[1 << 16], command[5000];
  snprintf(command, sizeof command, "tshark -r %%s -Y '%s' -T fields -e frame.number 2>/dev/null", filter);
  shell(command, in_dir(capture), text, sizeof text);
  int n = 0;
  for (const char *c = text; *c != '\0'; c++) n += *c == '\n';
  return n;
}

int row(int port, int column) {
  const char *line = strchr(with.text[0], '\n');
  for (int i = 0; i < port && line != NULL; i++) line = strchr(line + 1, '\n');
  ck_assert_ptr_nonnull(line);
  int v[7];
  ck_assert_int_eq(sscanf(line, "%d %d %d %d %d %d %d", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6]), 7);
  ck_assert_int_eq(v[0], port);
  return v[column];
}
