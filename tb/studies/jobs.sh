# Commands side by side, to be sourced by bash. A command that fails ends the script.
#   job COMMAND..   starts it when fewer than JOBS (number of cores) run
#   jobs_end        waits for all
jobs_running=0
job() {
  [ "$jobs_running" -lt "${JOBS:-$(nproc)}" ] || job_end
  "$@" &
  jobs_running=$((jobs_running + 1))
}
job_end() {
  wait -n || exit
  jobs_running=$((jobs_running - 1))
}
jobs_end() { while [ "$jobs_running" -gt 0 ]; do job_end; done; }
