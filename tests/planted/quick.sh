#!/bin/bash
# Runs planted.py with each eighth bug of the first list, for make test. make planted has all bugs of all lists.
exec tests/planted/planted.py --every 8 tests/planted/list
