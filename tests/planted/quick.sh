#!/bin/bash
# Runs planted.py with the bugs of make test. make planted has more lists.
exec tests/planted/planted.py tests/planted/list
