#include <string.h>

#include "cmodel/frame/sluice_frame.h"

static uint64_t get(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
  return value;
}

// The FIFO holds one beat more than are needed to know the kind of a frame, as a power of two.
static int capacity(int bytes) {
  int depth = 2;
  while (depth < 13 / bytes + 2) depth *= 2;
  return depth;
}

// What pauses is sent before what resumes, so a resume opens no gate that must stay closed.
struct sluice_message sluice_control_rx_message(const struct sluice_control_rx *rx) {
  struct sluice_message m = {.valid = rx->due != 0 || rx->port_due || rx->pause_due, .enable = rx->due};
  memcpy(m.time, rx->time, sizeof m.time);
  if (rx->pause_due && (rx->pause_time != 0 || (rx->due == 0 && !rx->port_due))) {
    m.level = SLUICE_LEVEL_PAUSE;
    m.time[0] = rx->pause_time;
  } else if (rx->port_due && (rx->port_time != 0 || rx->due == 0)) {
    m.level = SLUICE_LEVEL_PORT;
    m.time[0] = rx->port_time;
  }
  if (m.level != SLUICE_LEVEL_CLASSES) m.enable = 0xff;
  return m;
}

struct sluice_credit_word sluice_control_rx_word(const struct sluice_control_rx *rx) {
  struct sluice_credit_word word = rx->word;
  word.valid &= rx->ahead == 0;
  return word;
}

struct sluice_beat sluice_control_rx_data(const struct sluice_control_rx *rx) {
  struct sluice_beat beat = rx->queue[rx->first];
  beat.valid = rx->known > 0;
  return beat;
}

bool sluice_control_rx_ready(const struct sluice_control_rx *rx, int bytes) { return rx->waiting < capacity(bytes); }

// What a control frame sets.
struct orders {
  uint8_t enable;
  uint16_t time[SLUICE_PRIORITIES], port_time, pause_time;
  bool port, pause;
  struct sluice_credit_word word;
};

// Reads the body of a frame of credits. Returns false for a word that the port does not know.
static bool read_word(const uint8_t *body, int channels, struct sluice_credit_word *word) {
  const uint64_t value = get(body + 6, 4);
  if (get(body, 4) != SLUICE_IDENTIFIER || body[4] > SLUICE_CREDIT_FREED || body[5] >= channels ||
      value >> SLUICE_WORD_BITS != 0)
    return false;
  *word = (struct sluice_credit_word){true, body[4], body[5], (uint32_t)value};
  return true;
}

// Judges a control frame: the kind it counts as, and the levels, priorities and times that it sets.
static enum sluice_seen judge(const struct sluice_control_rx *rx, uint64_t address, bool levels, struct orders *o) {
  const uint8_t *head = rx->ended_head, *body = head + SLUICE_CONTROL_BODY;
  uint64_t opcode = get(head + 14, 2), to = get(head, 6);
  if (rx->bad) return SLUICE_BAD_FRAME;
  if (rx->ended_length < SLUICE_CONTROL_LENGTH) return SLUICE_BAD_LENGTH;
  if (opcode != SLUICE_OPCODE_PFC && opcode != SLUICE_OPCODE_PAUSE && opcode != SLUICE_OPCODE_NATIVE &&
      !(opcode == SLUICE_OPCODE_CREDITS && rx->channels > 0))
    return SLUICE_BAD_OPCODE;
  if (to != SLUICE_GROUP_ADDRESS && to != address) return SLUICE_BAD_ADDRESS;
  if (opcode == SLUICE_OPCODE_CREDITS)
    return read_word(body, rx->channels, &o->word) ? SLUICE_GOT_NATIVE : SLUICE_BAD_KIND;
  if (opcode == SLUICE_OPCODE_PAUSE) {
    if (levels) return SLUICE_BAD_KIND;
    o->pause = true;
    o->pause_time = (uint16_t)get(body, 2);
    return SLUICE_GOT_PAUSE;
  }
  int flags = 0;
  if (opcode == SLUICE_OPCODE_NATIVE) {
    flags = body[4];
    if (get(body, 4) != SLUICE_IDENTIFIER) return SLUICE_BAD_KIND;
    body += 4;
    o->port = flags & SLUICE_FLAG_PORT && !levels;  // GFC has no port level
    o->port_time = (uint16_t)get(body + 18, 2);
  }
  if (((flags & SLUICE_FLAG_LEVELS) != 0) != levels) return SLUICE_BAD_KIND;
  o->enable = body[1];
  for (int k = 0; k < SLUICE_PRIORITIES; k++) o->time[k] = (uint16_t)get(body + 2 + 2 * k, 2);
  return opcode == SLUICE_OPCODE_PFC ? SLUICE_GOT_PFC : SLUICE_GOT_NATIVE;
}

// Returns whether the frame has a word of credits.
static bool obey(struct sluice_control_rx *rx, uint64_t address, bool levels) {
  struct orders o = {0};
  rx->kind = judge(rx, address, levels, &o);
  if (rx->kind > SLUICE_GOT_NATIVE) return false;
  for (int k = 0; k < SLUICE_PRIORITIES; k++)
    if (o.enable >> k & 1) rx->time[k] = o.time[k];
  rx->due |= o.enable;
  if (o.port) rx->port_time = o.port_time;
  rx->port_due |= o.port;
  if (o.pause) rx->pause_time = o.pause_time;
  rx->pause_due |= o.pause;
  if (o.word.valid) rx->word = o.word;
  return o.word.valid;
}

// Takes a beat: determines whether the kind of the frame is known, and stores the beat or removes the frame's beats.
static void take_beat(struct sluice_control_rx *rx, int bytes, const struct sluice_beat *beat) {
  int n = 0;
  while (n < bytes && (beat->keep >> n & 1)) n++;
  for (int i = 0; i < n && rx->length + i < SLUICE_CONTROL_HEAD; i++) rx->head[rx->length + i] = beat->data[i];
  rx->length = rx->length + n < SLUICE_CONTROL_LENGTH ? rx->length + n : SLUICE_CONTROL_LENGTH;
  if (rx->is == SLUICE_FRAME_NEW && (rx->length >= 14 || beat->last))
    rx->is =
        rx->length >= 14 && get(rx->head + 12, 2) == SLUICE_CONTROL_TYPE ? SLUICE_FRAME_CONTROL : SLUICE_FRAME_DATA;
  if (rx->is == SLUICE_FRAME_CONTROL) {
    rx->waiting = rx->known;
  } else {
    rx->queue[(rx->first + rx->waiting++) % SLUICE_CONTROL_QUEUE] = *beat;
    if (rx->is == SLUICE_FRAME_DATA) rx->known = rx->waiting;
  }
  if (!beat->last) return;
  if (rx->is == SLUICE_FRAME_CONTROL) {
    rx->ended = true;
    rx->bad = beat->bad;
    rx->ended_length = rx->length;
    memcpy(rx->ended_head, rx->head, sizeof rx->head);
  }
  rx->is = SLUICE_FRAME_NEW;
  rx->length = 0;
}

void sluice_control_rx_step(struct sluice_control_rx *rx, uint64_t address, bool levels, int bytes,
                            const struct sluice_beat *from_mac, bool data_ready, bool take) {
  bool taken = from_mac->valid && sluice_control_rx_ready(rx, bytes), leaves = rx->known > 0 && data_ready;
  if (take) {
    const uint8_t level = sluice_control_rx_message(rx).level;
    if (level == SLUICE_LEVEL_PAUSE)
      rx->pause_due = false;
    else if (level == SLUICE_LEVEL_PORT)
      rx->port_due = false;
    else
      rx->due = 0;
  }
  if (sluice_control_rx_word(rx).valid) rx->word.valid = false;
  rx->seen = rx->ended;
  const bool new_word = rx->ended && obey(rx, address, levels);
  rx->ended = false;
  if (taken) take_beat(rx, bytes, from_mac);
  if (rx->ended) {
    rx->ahead = rx->known - leaves;
    rx->word.valid &= new_word;
  } else if (leaves && rx->ahead > 0) {
    rx->ahead--;
  }
  if (leaves) {
    rx->first = (rx->first + 1) % SLUICE_CONTROL_QUEUE;
    rx->known--;
    rx->waiting--;
  }
}
