// Loading a scenario: the text, its schema, libcyaml's values, and what the values mean together.
#include "scenario.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario_file.h"

const char *scenario_node_name(const struct scenario *s, int node) {
  return node < s->switches ? s->sw[node].name : s->host[node - s->switches].name;
}

// libcyaml says more than its error code: its first message is kept.
struct cyaml_says {
  char text[160];
};

__attribute__((format(printf, 3, 0))) static void listen(cyaml_log_t level, void *arg, const char *format,
                                                         va_list args) {
  struct cyaml_says *says = arg;
  if (level < CYAML_LOG_ERROR || says->text[0] != '\0') return;
  vsnprintf(says->text, sizeof(says->text), format, args);
  says->text[strcspn(says->text, "\n")] = '\0';
}

// The schema was checked before, with lines; what libcyaml still finds is reported in its words.
static int load_values(const struct yaml_text *text, struct cyaml_config *config, struct cyaml_says *says,
                       struct file **file, char *err, size_t errlen) {
  config->log_fn = listen;
  config->log_ctx = says;
  config->log_level = CYAML_LOG_ERROR;
  config->mem_fn = cyaml_mem;
  config->flags = CYAML_CFG_NO_ALIAS;
  cyaml_err_t error =
      cyaml_load_data((const uint8_t *)text->data, text->size, config, &scenario_schema, (cyaml_data_t **)file, NULL);
  if (error == CYAML_OK) return 0;
  snprintf(err, errlen, "%s:1: cannot load: %s (%s); compare with a ready scenario", text->path,
           says->text[0] != '\0' ? says->text : "no details", cyaml_strerror(error));
  return error == CYAML_ERR_OOM ? ENOMEM : EINVAL;
}

static int check(struct checker *c) {
  int status = scenario_check_general(c);
  if (status == 0) status = scenario_check_nodes(c);
  if (status == 0) status = scenario_check_flows(c);
  if (status == 0) status = scenario_check_mmus(c);
  if (status == 0) status = scenario_check_trace(c);
  if (status == 0) status = scenario_check_search(c);
  return status;
}

static int load(struct scenario *s, const struct yaml_text *text, char *err, size_t errlen) {
  struct cyaml_config config = {0};
  struct cyaml_says says = {.text = ""};
  struct file *file = NULL;
  int status = yaml_text_check(text, &scenario_schema, err, errlen);
  if (status == 0) status = load_values(text, &config, &says, &file, err, errlen);
  if (status != 0) return status;
  struct checker c = {.file = file, .text = text, .s = s, .err = err, .errlen = errlen};
  status = check(&c);
  cyaml_free(&config, &scenario_schema, file, 0);
  return status;
}

int scenario_load(const char *path, struct scenario **out, char *err, size_t errlen) {
  struct yaml_text text;
  *out = NULL;
  struct scenario *s = calloc(1, sizeof(*s));
  if (s == NULL) {
    snprintf(err, errlen, "%s:1: out of memory; free some", path);
    return ENOMEM;
  }
  int status = yaml_text_read(&text, path, err, errlen);
  if (status == 0) status = load(s, &text, err, errlen);
  yaml_text_free(&text);
  if (status == 0)
    *out = s;
  else
    scenario_free(s);
  return status;
}

void scenario_free(struct scenario *s) {
  if (s == NULL) return;
  for (int i = 0; s->sw != NULL && i < s->switches; i++) free(s->sw[i].name);
  for (int i = 0; s->host != NULL && i < s->hosts; i++) free(s->host[i].name);
  for (int i = 0; s->link != NULL && i < s->links; i++) free(s->link[i].name);
  for (int i = 0; s->flow != NULL && i < s->flows; i++) {
    free(s->flow[i].name);
    free(s->flow[i].route);
    free(s->flow[i].egress);
  }
  free(s->name);
  free(s->sw);
  free(s->host);
  free(s->link);
  free(s->flow);
  free(s->probe);
  free(s->burst);
  free(s);
}
