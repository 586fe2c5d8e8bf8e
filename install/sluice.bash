# Bash completion of the program sluice. The words after a subcommand are its options, its keywords or file names.
_sluice() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options=
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "run sweep analyze plan topology replay report help --version" -- "$word")
    return
  fi
  case $before in
    help) options="run sweep analyze plan topology replay report" ;;
    --engine | -e) options="event model rtl both switch"; [ "${COMP_WORDS[1]}" = replay ] && options="rtl model both"; [ "${COMP_WORDS[1]}" = sweep ] && options="event model" ;;
    --scheme) options="SIH DSH TTL GFC" ;;
    --headroom) options="eq15 eq1" ;;
    --out | -o)
      if [[ ${COMP_WORDS[1]} = @(run|sweep|replay) ]]; then mapfile -t COMPREPLY < <(compgen -d -- "$word"); else mapfile -t COMPREPLY < <(compgen -f -- "$word"); fi
      return
      ;;
    *)
      case ${COMP_WORDS[1]}:$word in
        run:-*) options="--engine --mmu --out --quiet --seed --set --threads --waves --waves-us --help" ;;
        sweep:-*) options="--engine --out --jobs --point --collect --count --points --missing --quiet --help" ;;
        analyze:-*) options="--stages --iterations --cycles --seed --json --help" ;;
        plan:*) options="--ports --classes --gbps --delay-us --length-m --buffer --mtu --min-packet --cell --alpha --private
          --quanta --headroom --scheme --clock-mhz --rtt-us --proc-us --datapath-us --message-wait --bm --partitions --all --json --pg-profile --out --help" ;;
        topology:-*) options="--ports --leaves --spines --hosts --gbps --delay-us --packet --classes --scheme --buffer --cell --alpha --load --sizes
          --duration-us --seed --out --help" ;;
        topology:*) options="fat-tree leaf-spine" ;;
        replay:-*) options="--in --out --engine --mac --gap-us --obey --waves --quiet --help" ;;
        report:-*) options="--out --json --help" ;;
        report:*)
          mapfile -t COMPREPLY < <(compgen -d -- "$word")
          return
          ;;
        help:*) return ;;
        *)
          mapfile -t COMPREPLY < <(compgen -f -X '!*.yaml' -- "$word"; compgen -d -S / -- "$word")
          return
          ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
}
complete -o filenames -F _sluice sluice
