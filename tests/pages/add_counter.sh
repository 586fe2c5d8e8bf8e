#!/bin/bash
# Adds the counter of docs/hardware/add-a-counter.md to a copy of the repository, with the text of the page, and runs the commands of the page there.
exec tests/pages/commands.py --copy docs/hardware/add-a-counter.md
