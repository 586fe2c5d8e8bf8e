# Progress of a script, to be sourced: a line on standard error, where that is a terminal that can erase it.
#   steps_begin N         N steps follow; where a caller has begun, these are some of its steps
#   step TEXT             the next one begins
#   steps_done N          another script has done N of them
#   steps_hide            erases the line, before other output and at the end
steps_begin() {
  [ -n "${STEPS:-}" ] && return
  STEPS=$1 STEPS_DONE=0 STEPS_BEGAN=$(date +%s)
  export STEPS STEPS_DONE STEPS_BEGAN
}

step() {
  if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
    passed=$(($(date +%s) - STEPS_BEGAN))
    left=
    [ "$STEPS_DONE" = 0 ] || left=$((passed * (STEPS - STEPS_DONE) / STEPS_DONE))
    bar=$(printf '%*s' $((20 * STEPS_DONE / STEPS)) '' | tr ' ' '#')
    printf '\r\033[K[%-20s] %3d %%  %s%.36s' "$bar" $((100 * STEPS_DONE / STEPS)) \
      "${left:+$(printf '%d:%02d left  ' $((left / 60)) $((left % 60)))}" "$1" >&2
  fi
  STEPS_DONE=$((STEPS_DONE + 1))
}

steps_done() { STEPS_DONE=$((STEPS_DONE + $1)); }

steps_hide() {
  if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then printf '\r\033[K' >&2; fi
}
