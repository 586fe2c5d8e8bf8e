#!/bin/bash
# The bugs that make test plants; make planted has more.
exec tests/planted/planted.py tests/planted/list
