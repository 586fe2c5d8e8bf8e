#include <string.h>

#include "cmodel/frame/sluice_frame.h"

static bool pending(const struct sluice_control_tx *tx) { return tx->due != 0 || tx->port_due; }

// Times or a word are to be sent.
static bool waiting(const struct sluice_control_tx *tx) { return pending(tx) || tx->word.valid; }

static bool passes(const struct sluice_control_tx *tx) { return !tx->sending && (tx->in_data || !waiting(tx)); }

static void put(uint8_t *at, uint64_t value, int bytes) {
  for (int i = bytes; i-- > 0; value >>= 8) at[i] = (uint8_t)value;
}

// All bytes of the frame that is sent.
static void build_frame(const struct sluice_control_tx *tx, uint64_t address, uint8_t *frame) {
  static const uint16_t opcode[] = {SLUICE_OPCODE_PFC, SLUICE_OPCODE_PAUSE, SLUICE_OPCODE_NATIVE};
  memset(frame, 0, SLUICE_CONTROL_LENGTH);
  put(frame, SLUICE_GROUP_ADDRESS, 6);
  put(frame + 6, address, 6);
  put(frame + 12, SLUICE_CONTROL_TYPE, 2);
  put(frame + 14, tx->of_word ? SLUICE_OPCODE_CREDITS : opcode[tx->kind], 2);
  memcpy(frame + SLUICE_CONTROL_BODY, tx->body, sizeof tx->body);
}

void sluice_control_tx_show(const struct sluice_control_tx *tx, uint64_t address, int bytes,
                            const struct sluice_beat *data, bool ready, struct sluice_beat *to_mac, bool *data_ready) {
  *data_ready = passes(tx) && ready;
  if (!tx->sending) {
    *to_mac = *data;
    to_mac->valid = data->valid && passes(tx);
    return;
  }
  uint8_t frame[SLUICE_CONTROL_LENGTH];
  build_frame(tx, address, frame);
  int left = SLUICE_CONTROL_LENGTH - tx->at, n = left < bytes ? left : bytes;
  *to_mac = (struct sluice_beat){.valid = true, .last = left <= bytes, .keep = (uint32_t)((1ull << n) - 1)};
  memcpy(to_mac->data, frame + tx->at, (size_t)n);
}

// Fills a frame with the word of credits.
static void fill_word(struct sluice_control_tx *tx) {
  memset(tx->body, 0, sizeof tx->body);
  put(tx->body, SLUICE_IDENTIFIER, 4);
  tx->body[4] = tx->word.kind;
  tx->body[5] = tx->word.channel;
  put(tx->body + 6, tx->word.value, 4);
  tx->kind = SLUICE_SENT_NATIVE;
}

// Fills a frame with all due times.
static void fill(struct sluice_control_tx *tx, bool pause, bool levels) {
  tx->kind = levels         ? SLUICE_SENT_NATIVE
             : pause        ? SLUICE_SENT_PAUSE
             : tx->port_due ? SLUICE_SENT_NATIVE
                            : SLUICE_SENT_PFC;
  uint8_t *body = tx->body;
  memset(body, 0, sizeof tx->body);
  if (tx->kind == SLUICE_SENT_PAUSE) {
    uint16_t any = tx->port_time;
    for (int k = 0; k < SLUICE_PRIORITIES; k++) any |= tx->time[k];
    put(body, any, 2);
  } else {
    int flags = 0;
    if (tx->kind == SLUICE_SENT_NATIVE) {
      put(body, SLUICE_IDENTIFIER, 4);
      body += 4;
      flags = (tx->port_due ? SLUICE_FLAG_PORT : 0) | (levels ? SLUICE_FLAG_LEVELS : 0);
      put(body + 18, tx->port_time, 2);
    }
    put(body, (uint64_t)(flags << 8 | tx->due), 2);
    for (int k = 0; k < SLUICE_PRIORITIES; k++) put(body + 2 + 2 * k, tx->time[k], 2);
  }
  tx->due = 0;
  tx->port_due = false;
}

void sluice_control_tx_step(struct sluice_control_tx *tx, bool pause, bool levels, int bytes,
                            const struct sluice_message *message, const struct sluice_beat *data, bool ready) {
  bool under_way = passes(tx) && (tx->in_data || data->valid), ends = data->valid && data->last && ready;
  tx->sent = tx->word_taken = false;
  if (tx->sending && ready) {
    tx->at += bytes;
    tx->sending = tx->at < SLUICE_CONTROL_LENGTH;
  }
  tx->in_data = under_way && !ends;
  if (waiting(tx) && !tx->sending && !tx->in_data) {
    tx->of_word = tx->word_taken = !pending(tx);
    if (tx->of_word)
      fill_word(tx);
    else
      fill(tx, pause, levels);
    tx->at = 0;
    tx->sending = tx->sent = true;
  }
  if (!message->valid) return;
  if (message->level) {
    tx->port_time = message->time[0];
    tx->port_due = true;
    return;
  }
  for (int k = 0; k < SLUICE_PRIORITIES; k++)
    if (message->enable >> k & 1) tx->time[k] = message->time[k];
  tx->due |= message->enable;
}
