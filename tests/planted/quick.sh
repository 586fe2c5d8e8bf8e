#!/bin/bash
# Runs planted.py with each sixteenth bug of the first list, for make test. make planted has all bugs of all lists.
exec tests/planted/planted.py --every 16 tests/planted/list
