#!/bin/bash
# Runs the commands of docs/hardware/six-ports.md that take minutes. make check-long runs this script.
exec tests/pages/commands.py --build docs/hardware/six-ports.md
