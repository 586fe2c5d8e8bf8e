#!/usr/bin/env python3
"""near.py WORD NAME...: the names that are like the word, or all."""

import difflib
import sys

word, names = sys.argv[1], sys.argv[2:]
near = [n for n in names if word in n] + difflib.get_close_matches(word, names, 5, 0.5)
print(" ".join(dict.fromkeys(near)) or " ".join(names))
