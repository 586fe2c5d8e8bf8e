#!/usr/bin/env python3
"""near.py WORD NAME...: prints the names that are similar to the word, or all names if none is."""

import difflib
import sys

word, names = sys.argv[1], sys.argv[2:]
near = [n for n in names if word in n] + difflib.get_close_matches(word, names, 5, 0.5)
print(" ".join(dict.fromkeys(near)) or " ".join(names))
